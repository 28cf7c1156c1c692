import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { ConnectorAccount } from '../../../../src/core/entities/connector-account.ts';
import { Payment } from '../../../../src/core/entities/payment.ts';
import { PaymentMethod } from '../../../../src/core/entities/payment-method.ts';
import { resourceClasses } from '../../../../src/core/entities/resources.ts';
import { formats, schemaFormats } from '../../../../src/core/model/formats.ts';
import { type DescribedClass, fieldsOf, type TextFormat } from '../../../../src/core/model/index.ts';
import { outputSchema, SchemaComponents } from '../../../../src/core/model/json-schema.ts';
import { restFields, restNames, restValue } from '../../../../src/core/model/rest-view.ts';
import { CustomerPaymentMethod } from '../../../../src/core/payment-methods/customer-payment-method.ts';
import { arbitraryRow } from '../../../kit/arbitraries.ts';
import { property } from '../../../kit/property.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
for (const name of Object.keys(formats) as TextFormat[])
  ajv.addFormat(schemaFormats[name], formats[name].check);
ajv.addFormat('int32', true).addFormat('int64', true);

const views = ['list', 'single', 'plain'] as const;
const classes: readonly DescribedClass[] = [...resourceClasses, CustomerPaymentMethod];

for (const target of classes) {
  for (const view of views) {
    const accepts = ajv.compile(outputSchema(target, view));

    property(`Any ${target.name} is rendered as its ${view} schema says`, arbitraryRow(target), (row) => {
      const shown = restValue(target, view, row);
      const always = restFields(target, view).map(({ name }) => name);
      const added = restNames(target, view).slice(always.length);
      const isSet = (name: string) =>
        (row[name] ?? null) !== null && !(Array.isArray(row[name]) && row[name].length === 0);
      expect(Object.keys(shown)).toEqual([...always, ...added.filter(isSet)]);
      accepts(JSON.parse(JSON.stringify(shown)));
      expect(accepts.errors ?? []).toEqual([]);
    });

    test(`An empty ${target.name} in the ${view} view lacks only required values`, () => {
      accepts(JSON.parse(JSON.stringify(restValue(target, view, {}))));
      const wrong = (accepts.errors ?? []).map((error) => error.instancePath.slice(1));
      const required = restFields(target, view).filter((field) => field.required);
      expect(new Set(wrong)).toEqual(new Set(required.map((field) => field.name)));
    });
  }
}

test('A REST view shows only the fields of that view', () => {
  const only = restFields(ConnectorAccount, 'single')
    .map((field) => field.name)
    .filter((name) => !restNames(ConnectorAccount, 'list').includes(name));
  expect(only).toContain('connector_account_details');
  expect(restNames(Payment, 'list')).toContain('unified_code');
  expect(restNames(Payment, 'single')).not.toContain('unified_code');
  expect(restNames(Payment, 'plain')).not.toContain('unified_code');
  const hidden = fieldsOf(Payment).filter(
    ({ visibility }) => visibility === 'nowhere' || visibility === 'beyond',
  );
  for (const view of views) {
    for (const { name } of hidden) expect(restNames(Payment, view)).not.toContain(name);
  }
});

test('A REST view shows nested objects in full and drops undescribed members', () => {
  const shown = restValue(Payment, 'single', {
    created: new Date('2026-01-31T09:30:00Z'),
    billing: { address: { city: 'Bonn', planet: 'Earth' } },
    order_details: [{ product_name: 'Tea', quantity: 1, amount: 350 }],
    refunds: [{ refund_id: 'ref_1', secret: 'x' }],
    metadata: { a: { b: null } },
    other: 1,
  });
  expect(shown.created).toBe('2026-01-31T09:30:00.000Z');
  expect(shown.billing).toMatchObject({ address: { city: 'Bonn', zip: null }, phone: null, email: null });
  expect(shown.billing).not.toHaveProperty('address.planet');
  expect(shown.order_details).toBe('[{"product_name":"Tea","quantity":1,"amount":350}]');
  expect(shown.refunds).toMatchObject([{ refund_id: 'ref_1', reason: null }]);
  expect((shown.refunds as object[])[0]).not.toHaveProperty('secret');
  expect(shown.metadata).toEqual({ a: { b: null } });
  expect(shown).toMatchObject({ captures: [], allowed_payment_method_types: [] });
  expect(shown).not.toHaveProperty('other');
});

test('A REST view shows no ciphertext', () => {
  expect(() => restValue(PaymentMethod, 'single', { bank_transfer: Buffer.from('box') })).toThrow(
    'PaymentMethod.bank_transfer is still encrypted.',
  );
});

test('Two rendered rows share no objects', () => {
  const first = restValue(Payment, 'single', { amount: 1 });
  expect(restValue(Payment, 'single', {}).amount).toBeNull();
  expect(first.refunds).not.toBe(restValue(Payment, 'single', {}).refunds);
});

test('The named schemas contain each nested class once', () => {
  const components = new SchemaComponents('#/$defs/');
  const listed = components.output(Payment, 'list');
  const single = components.output(Payment, 'single');
  expect([listed, single]).toEqual([{ $ref: '#/$defs/ListedPayment' }, { $ref: '#/$defs/Payment' }]);
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Address', 'Contact', 'Refund']));
  const accepts = ajv.compile({ $defs: components.schemas, ...listed });
  expect(accepts({})).toBe(false);
});

test('The schema of an enumeration lists its known values without closing them', () => {
  const { properties } = outputSchema(Payment, 'plain') as { properties: Record<string, object> };
  const { anyOf } = properties.status as { anyOf: object[] };
  expect(anyOf[0]).toMatchObject({ type: 'string', enum: expect.arrayContaining(['succeeded']) });
  expect(anyOf[1]).toEqual({ type: 'string' });
  expect(properties.payment_method).toMatchObject({ anyOf: [{}, { type: 'string' }, { type: 'null' }] });
});
