import {
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  isColumn,
  type TextFormat,
} from '../../../src/core/model/index.ts';
import type { Values } from '../../kit/insert.ts';

const formatted: Record<TextFormat, string> = {
  email: 'alice@example.com',
  url: 'https://example.com/done',
  currency: 'USD',
  country: 'US',
  phone_country_code: '+1',
  date_time: '2026-01-31T09:30:00Z',
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2030',
  statement_descriptor: 'SHOP',
  cvc: '123',
  cavv: 'AJkBB4OBmVFmgYFYFIGZAAAAAAA=',
  ds_transaction_id: 'c272b04f-6e7b-43a2-bb78-90f4fb94aa25',
  three_ds_version: '2.2.0',
  eci: '05',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  aba_routing_number: '110000000',
  ach_account_number: '000123456789',
  sort_code: '200000',
  bacs_account_number: '00012345',
  bsb_number: '062000',
  becs_account_number: '000123456',
  blik_code: '777123',
  tax_number: '52998224725',
  vpa: 'alice@okbank',
  gift_card_number: '6006490000000000',
  gift_card_pin: '737',
  ip_network: '198.51.100.0/24',
  css_colour: '#1a73e8',
  host: 'pay.example.com',
  host_pattern: '*.example.com',
};

/** A row with a value in every visible column; `values` override the generated ones. */
export function fullRow(target: DescribedClass, values: Values): Values {
  const columns = fieldsOf(target).filter(
    (field) =>
      isColumn(field) &&
      field.derived === undefined &&
      field.visibility !== 'nowhere' &&
      // Not in the specification.
      !field.onlyIfSet,
  );
  return {
    ...Object.fromEntries(columns.map((field) => [field.name, sampleValue(field)])),
    ...values,
  };
}

/** A nested object with a value in every field of the specification. */
function fullValue(target: DescribedClass): Values {
  const fields = fieldsOf(target).filter((field) => !field.onlyIfSet);
  return Object.fromEntries(fields.map((field) => [field.name, sampleValue(field)]));
}

/** A nested object with a value in every field, even in combinations that no object has. */
export function completeValue(target: DescribedClass): Values {
  const filled = (field: FieldDescription) =>
    field.kind === 'object' ? completeValue(field.of!()) : sampleValue(field);
  return Object.fromEntries(fieldsOf(target).map((field) => [field.name, filled(field)]));
}

/** A value for a field: its example, or one of its kind. */
export function sampleValue(field: FieldDescription): unknown {
  switch (field.kind) {
    case 'id':
      return `some_${field.name}`.slice(0, 64);
    case 'text':
      return field.format ? formatted[field.format] : 'something'.slice(0, field.max);
    case 'amount':
      return 7;
    case 'integer':
      return Math.max(field.min ?? 0, 1);
    case 'bool':
      return true;
    case 'timestamp':
      return new Date('2026-01-31T09:30:00Z');
    case 'enumeration':
      return field.enumeration!().values[0];
    case 'enumeration_list':
      return [field.enumeration!().values[0]];
    case 'json_object':
      // A connector defines the credentials that it accepts.
      if (field.name === 'connector_account_details') return { api_key: 'something' };
      return field.schema ? { type: 'priority', data: [{ connector: 'sandbox' }] } : { some: 'thing' };
    case 'json':
      if (field.name === 'connector_account_details') return { api_key: 'something' };
      return field.of ? fullValue(field.of()) : { some: 'thing' };
    case 'object':
      return fullValue(field.of!());
    case 'object_list':
    case 'json_encoded_list':
      return [fullValue(field.of!())];
    default:
      return [field.format ? formatted[field.format] : 'something'];
  }
}
