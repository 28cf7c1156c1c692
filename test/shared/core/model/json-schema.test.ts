import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { Payment } from '../../../../src/core/entities/payment.ts';
import { formats, schemaFormats } from '../../../../src/core/model/formats.ts';
import type { TextFormat } from '../../../../src/core/model/index.ts';
import { inputSchema, type JsonSchema, SchemaComponents } from '../../../../src/core/model/json-schema.ts';
import { validate } from '../../../../src/core/model/validate.ts';
import { PaymentUpdate } from '../../../../src/core/payments/payment-inputs.ts';
import { PayoutUpdate } from '../../../../src/core/payouts/payout-inputs.ts';
import { arbitraryInput } from '../../../kit/arbitraries.ts';
import { OrderInput } from '../../../kit/order-input.ts';
import { property } from '../../../kit/property.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
for (const name of Object.keys(formats) as TextFormat[])
  ajv.addFormat(schemaFormats[name], formats[name].check);
ajv.addFormat('int32', true).addFormat('int64', true);

const { properties, ...whole } = inputSchema(OrderInput) as { properties: Record<string, JsonSchema> };

test('An input schema is closed and names its required fields', () => {
  expect(whole).toEqual({ type: 'object', required: ['amount'], additionalProperties: false });
});

test('An input schema allows null for optional fields only', () => {
  expect(properties.amount).toEqual({
    description: 'Price.',
    type: 'integer',
    format: 'int64',
    minimum: 0,
    maximum: 999_999_999_999,
  });
  expect(properties.times).toMatchObject({ type: ['integer', 'null'], minimum: 1, maximum: 10 });
  expect(properties.capture_method?.enum).toEqual([
    'automatic',
    'manual',
    'manual_multiple',
    'sequential_automatic',
    null,
  ]);
});

test('An input that changes a resource allows null for no field that the resource always has', () => {
  const { properties: ofPayment } = inputSchema(PaymentUpdate) as { properties: Record<string, JsonSchema> };
  const { properties: ofPayout } = inputSchema(PayoutUpdate) as { properties: Record<string, JsonSchema> };
  expect([ofPayment.amount!.type, ofPayment.currency!.type]).toEqual(['integer', 'string']);
  expect([ofPayout.amount!.type, ofPayout.profile_id!.type]).toEqual(['integer', 'string']);
  expect(ofPayment.description!.type).toEqual(['string', 'null']);
});

test('An input schema states lengths, formats and limits', () => {
  expect(properties.customer_id?.pattern).toBe('^[A-Za-z0-9_-]{1,64}$');
  expect(properties.description).toMatchObject({ maxLength: 255, pattern: '^[^\\u0000]*$' });
  expect(properties.return_url).toMatchObject({ maxLength: 255, format: 'uri' });
  expect(properties.due).toMatchObject({ format: 'date-time' });
  expect(properties.metadata).toMatchObject({ maxProperties: 50 });
  expect(properties.gifts).toMatchObject({ type: ['array', 'null'], maxItems: 3 });
  expect(properties.order_details).toMatchObject({ type: ['string', 'array', 'null'], maxItems: 3 });
});

const components = new SchemaComponents('#/$defs/');
const named = ajv.compile({ ...components.input(OrderInput), $defs: components.schemas });

test('An input schema contains each nested object once per document', () => {
  const names = ['OrderInput', 'ContactInput', 'AddressInput', 'PhoneInput', 'OrderDetailInput'];
  expect(Object.keys(components.schemas)).toEqual(names);
  expect(components.schemas.OrderInput).toHaveProperty('properties.billing.anyOf', [
    { $ref: '#/$defs/ContactInput' },
    { type: 'null' },
  ]);
});

property(
  'An input is valid by the schema exactly if validation accepts it',
  arbitraryInput(OrderInput),
  (sent) => {
    named(sent);
    expect(named.errors ?? []).toEqual([]);
    validate(OrderInput, sent);
  },
);

test('An input schema rejects a field that only responses have', () => {
  expect(() => inputSchema(Payment)).toThrow('children cannot be sent by a caller');
});
