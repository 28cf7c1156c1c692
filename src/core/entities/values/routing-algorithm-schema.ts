import { formats, schemaFormats } from '../../model/formats.ts';
import { AMOUNT_MAX, enumeration } from '../../model/index.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import { PaymentMethodKind } from './payment-method-data.ts';

export const RoutingType = enumeration('RoutingType', 'Type of routing algorithm.', {
  single: 'Always the given connector account.',
  priority: 'The first eligible account of an ordered list.',
  volume_split: 'Accounts by percentage of traffic.',
  advanced: 'Rules over payment attributes; the first match wins.',
});

/** The most entries of a list: accounts, shares, rules, or a rule's conditions. */
const ENTRIES_MAX = 100;
/** The most values that one condition compares with. */
const VALUES_MAX = 250;
const TEXT_MAX = 64;

// Every `description` below completes an error message: "… must be <description>".
const text = (type: unknown): JsonSchema => ({
  type,
  minLength: 1,
  maxLength: TEXT_MAX,
  pattern: '^[^\\u0000]*$',
  description: `text of 1 to ${TEXT_MAX} characters`,
});
const oneOf = (values: readonly string[]): JsonSchema => ({
  type: 'string',
  enum: [...values],
  description: `one of ${values.join(', ')}`,
});
const wholeNumber = (maximum: number, unit: string): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  maximum,
  description: `a whole number${unit} from 0 to ${maximum}`,
});
const list = (items: JsonSchema, minItems: number, of = 'entries', maxItems = ENTRIES_MAX): JsonSchema => ({
  type: minItems === 0 ? ['array', 'null'] : 'array',
  items,
  minItems,
  maxItems,
  description: `a list of ${minItems} to ${maxItems} ${of}`,
});
const object = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
  description: `an object with ${Object.keys(properties).join(' and ')}`,
});
const when = (condition: JsonSchema, then: JsonSchema): JsonSchema => ({ if: condition, then });
const isOneOf = (property: string, values: readonly string[]): JsonSchema => ({
  properties: { [property]: { enum: [...values] } },
  required: [property],
});
const isGiven = (property: string): JsonSchema => ({
  properties: { [property]: { not: { type: 'null' } } },
  required: [property],
});

/** Names a connector account, or all accounts at a connector. A bare string is a connector's name. */
const choice: JsonSchema = {
  ...when({ type: 'string' }, text('string')),
  else: {
    ...object({ connector: text(['string', 'null']), merchant_connector_id: text(['string', 'null']) }),
    anyOf: [isGiven('connector'), isGiven('merchant_connector_id')],
    description: 'an object with a connector or a merchant_connector_id',
  },
  description: 'the name of a connector, or an object with a connector or a merchant_connector_id',
};

const equality = ['equal', 'not_equal'];
const membership = ['in', 'not_in'];
const order = ['greater_than', 'greater_or_equal', 'less_than', 'less_or_equal'];

const format = (name: 'currency' | 'country'): JsonSchema => ({
  type: 'string',
  format: schemaFormats[name],
  description: formats[name].hint,
});
const valueByField: Readonly<Record<string, JsonSchema>> = {
  amount: wholeNumber(AMOUNT_MAX, ' of minor units'),
  currency: format('currency'),
  country: format('country'),
  card_network: text('string'),
  payment_method: oneOf(PaymentMethodKind.values),
  payment_method_type: text('string'),
};

/** Compares a field of the payment or payout; `in` and `not_in` take a list of values. */
const condition: JsonSchema = {
  ...object(
    {
      field: oneOf(Object.keys(valueByField)),
      comparison: oneOf([...equality, ...membership, ...order]),
      value: { description: 'what the field is compared with' },
    },
    ['field', 'comparison', 'value'],
  ),
  allOf: Object.entries(valueByField).map(([field, value]) => {
    const comparisons = [...equality, ...membership, ...(field === 'amount' ? order : [])];
    return when(isOneOf('field', [field]), {
      properties: { comparison: oneOf(comparisons) },
      ...when(isOneOf('comparison', membership), {
        properties: { value: list(value, 1, 'values', VALUES_MAX) },
      }),
      else: { properties: { value } },
    });
  }),
};

const dataByType: Readonly<Record<string, JsonSchema>> = {
  single: choice,
  priority: {
    ...when({ type: 'object' }, choice),
    else: list(choice, 1),
    description: 'a list of accounts, the preferred one first',
  },
  volume_split: list(object({ split: wholeNumber(100, ''), connector: choice }, ['split', 'connector']), 1),
  advanced: object({
    rules: list(
      object(
        { name: text(['string', 'null']), conditions: list(condition, 0), connectors: list(choice, 1) },
        ['connectors'],
      ),
      0,
    ),
    default: list(choice, 0),
  }),
};

/** What `data` of an algorithm is by its type; the one of `single` comes first. */
export const routingDataSchema: JsonSchema = { anyOf: Object.values(dataByType) };

const type = oneOf(RoutingType.values);

/**
 * How the connector account of a payment or payout is chosen. Not expressed here: the splits of a `volume_split`
 * add up to 100. An object without a `type` sets no algorithm.
 *
 * @example
 * ```json
 * { "type": "single", "data": { "connector": "sandbox", "merchant_connector_id": "mca_1" } }
 *
 * { "type": "priority", "data": [{ "merchant_connector_id": "mca_1" }, { "connector": "other" }] }
 *
 * { "type": "volume_split", "data": [
 *   { "split": 70, "connector": { "merchant_connector_id": "mca_1" } },
 *   { "split": 30, "connector": { "merchant_connector_id": "mca_2" } }
 * ] }
 *
 * { "type": "advanced", "data": {
 *   "rules": [{
 *     "name": "large in Europe",
 *     "conditions": [
 *       { "field": "country", "comparison": "in", "value": ["DE", "FR"] },
 *       { "field": "amount", "comparison": "greater_than", "value": 10000 }
 *     ],
 *     "connectors": [{ "merchant_connector_id": "mca_1" }]
 *   }],
 *   "default": [{ "connector": "sandbox" }]
 * } }
 * ```
 */
export const routingAlgorithmSchema: JsonSchema = {
  type: 'object',
  properties: {
    type: { ...type, type: ['string', 'null'], enum: [...RoutingType.values, null] },
    data: { description: 'the accounts, as `type` needs them' },
  },
  additionalProperties: false,
  allOf: [
    when(isGiven('data'), { properties: { type }, required: ['type'] }),
    ...Object.entries(dataByType).map(([name, data]) =>
      when(isOneOf('type', [name]), { properties: { data }, required: ['data'] }),
    ),
  ],
};
