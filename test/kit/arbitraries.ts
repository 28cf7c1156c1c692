import fc from 'fast-check';
import {
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  isList,
  type TextFormat,
} from '../../src/core/model/index.ts';

/** Valid texts of each format. */
export const formatSamples: Record<TextFormat, readonly string[]> = {
  email: ['alice@example.com', 'b.o-b+tag@mail.example.co.uk'],
  url: ['https://example.com/done?x=1#y', 'http://localhost:3000', 'https://shop.example:8443/'],
  currency: ['EUR', 'USD', 'JPY', 'KWD'],
  country: ['DE', 'US', 'JP', 'ZA'],
  phone_country_code: ['+1', '+44', '+1684'],
  date_time: ['2026-01-31T09:30:00Z'],
  card_number: ['4242424242424242', '378282246310005'],
  card_exp_month: ['01', '09', '12'],
  card_exp_year: ['30', '2030'],
  statement_descriptor: ['SHOP', 'S & S'],
  cvc: ['123', '1234'],
  cavv: ['AJkBB4OBmVFmgYFYFIGZAAAAAAA='],
  ds_transaction_id: ['c272b04f-6e7b-43a2-bb78-90f4fb94aa25'],
  three_ds_version: ['2.1.0', '2.3.1'],
  eci: ['05', '2'],
  blik_code: ['777123'],
  tax_number: ['52998224725', '11222333000181'],
  vpa: ['alice@okbank'],
  gift_card_number: ['6006490000000000', 'AB12345678'],
  gift_card_pin: ['737', '0042'],
  iban: ['DE89370400440532013000', 'GB29NWBK60161331926819'],
  bic: ['COBADEFFXXX'],
  aba_routing_number: ['110000000', '021000021'],
  ach_account_number: ['000123456789'],
  sort_code: ['200000', '20-00-00'],
  bacs_account_number: ['55779911'],
  bsb_number: ['062000', '062-000'],
  becs_account_number: ['000123456'],
  ip_network: ['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48'],
  css_colour: ['#1a73e8', 'navy', 'rgb(26 115 232 / 0.5)'],
  host: ['pay.example.com', 'localhost:3000'],
  host_pattern: ['shop.example.com', '*.example.com'],
};

/** Text that PostgreSQL can store: any characters except NUL; fast-check generates no lone surrogates. */
export const arbitraryText = (max = 30) =>
  fc.string({ unit: 'binary', maxLength: Math.min(max, 30) }).filter((text) => !text.includes('\0'));

/** A timestamp between the years 1 and 9999. */
const arbitraryDate = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
});

const scalar = fc.oneof(arbitraryText(), fc.integer(), fc.boolean(), fc.constant(null));

/** Rules and actions, which have a schema, by its name. */
const arbitraryBySchema: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  RuleAction: fc.constantFrom({ connectors: ['sandbox'] }, { connectors: [], fallback: 'none' }),
  RetryHours: fc.constantFrom([24], [1, 720]),
  Rules: fc.constantFrom([], [{ name: 'always', then: { connectors: ['sandbox'] } }]),
};

/** The other free-form fields with a schema are routing algorithms and their data. */
const arbitraryRoutingAlgorithm = fc.constantFrom(
  { type: 'single', data: { connector: 'sandbox', merchant_connector_id: 'mca_1' } },
  { type: 'priority', data: [{ merchant_connector_id: 'mca_1' }, { connector: 'sandbox' }] },
);

/** A free-form object within the limits on metadata. */
export const arbitraryJsonObject = fc.dictionary(
  arbitraryText(20).filter((key) => key !== '__proto__'),
  fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
  { maxKeys: 5, noNullPrototype: true },
);

type Nested = (target: DescribedClass) => fc.Arbitrary<unknown>;

function arbitraryValue(
  field: FieldDescription,
  nested: Nested,
  timestamp: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const list = <T>(entry: fc.Arbitrary<T>) => fc.array(entry, { maxLength: 2 });
  const text = (max: number | undefined) =>
    field.format ? fc.constantFrom(...formatSamples[field.format]) : arbitraryText(max);
  switch (field.kind) {
    case 'id':
      return fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
    case 'text':
      return text(field.max);
    case 'amount':
    case 'integer':
      return fc.maxSafeInteger().map((n) => Math.max(field.min!, Math.min(field.maximum!, n)));
    case 'bool':
      return fc.boolean();
    case 'timestamp':
      return timestamp;
    case 'enumeration':
      return fc.constantFrom(...field.enumeration!().values);
    case 'enumeration_list':
      return fc.subarray([...field.enumeration!().values], { minLength: 1 });
    case 'json_object':
      return field.schema ? arbitraryRoutingAlgorithm : arbitraryJsonObject;
    case 'json':
      return field.schema
        ? (arbitraryBySchema[field.schema.name] ?? arbitraryRoutingAlgorithm.map(({ data }) => data))
        : fc.oneof(scalar, arbitraryJsonObject);
    case 'object':
      return nested(field.of!());
    case 'text_list':
      return list(text(undefined));
    default:
      return list(nested(field.of!()));
  }
}

function arbitraryObject(
  fields: readonly FieldDescription[],
  arbitrary: (field: FieldDescription) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const tags = fields.filter((field) => field.alternative);
  if (tags.length > 0) {
    const others = fields.filter((field) => !field.alternative);
    const choices = tags.map((tag) => arbitrary(tag).map((value) => ({ [tag.name]: value })));
    const choice = fc.oneof(...choices, ...(others.length > 0 ? [fc.constant({})] : []));
    return fc.tuple(arbitraryObject(others, arbitrary), choice).map(([rest, one]) => ({ ...rest, ...one }));
  }
  const model = fields.map((field) => {
    const value = arbitrary(field);
    return [field.name, field.required || isList(field) ? value : fc.option(value)] as const;
  });
  const requiredKeys = fields.filter((field) => field.required).map((field) => field.name);
  return fc.record(Object.fromEntries(model), { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<
    Record<string, unknown>
  >;
}

/** A row of a resource, or a nested object, with decrypted columns: all required fields and some optional ones. */
export function arbitraryRow(target: DescribedClass): fc.Arbitrary<Record<string, unknown>> {
  const fields = fieldsOf(target).filter((field) => field.kind !== 'reference');
  const timestamp = fc.oneof(
    arbitraryDate,
    arbitraryDate.map((date) => date.toISOString()),
  );
  return arbitraryObject(fields, (field) => arbitraryValue(field, arbitraryRow, timestamp));
}

/** A valid input of a class, as returned by validation. */
export function arbitraryInput(target: DescribedClass): fc.Arbitrary<Record<string, unknown>> {
  const timestamp = arbitraryDate.map((date) => date.toISOString());
  return arbitraryObject(fieldsOf(target), (field) => arbitraryValue(field, arbitraryInput, timestamp));
}
