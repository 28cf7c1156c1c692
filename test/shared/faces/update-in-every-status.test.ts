import '../../../src/core/entities/resources.ts';
import { expect } from 'vitest';
import { PaymentStatus } from '../../../src/core/entities/payment-enumerations.ts';
import { fieldsOf } from '../../../src/core/model/index.ts';
import { PaymentUpdate } from '../../../src/core/payments/payment-inputs.ts';
import { updateTimes } from '../../../src/core/payments/update-payment.ts';
import { mutate } from '../../kit/mutate.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { test as base } from '../../kit/test.ts';
import { sampleOf } from './sample-values.ts';
import { type Sample, sampleFor } from './taken-values.ts';
import { graphqlInput } from './twin.ts';
import type { Values } from './write.ts';

interface Answer {
  readonly code: string | null;
  readonly param: string | null;
}

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [scriptedConnector().connector] }))
  .extend('merchant', ({ service }) => scriptedShop(service))
  .extend('read', ({ client, merchant }) => async (id: string): Promise<Values> => {
    return (await client.get(`/payments/${id}`, { key: merchant.key })).body;
  })
  /** Updates a payment at one of the faces. */
  .extend('updateBy', ({ client, merchant, service }) => ({
    REST: async (id: string, body: Values): Promise<Answer> => {
      const { body: answer } = await client.post(`/payments/${id}`, { key: merchant.key, body });
      return { code: answer.error?.code ?? null, param: answer.error?.param ?? null };
    },
    GraphQL: async (id: string, body: Values): Promise<Answer> => {
      const input = { paymentId: id, ...(graphqlInput(PaymentUpdate, body) as Values) };
      const { errors, userErrors } = await mutate(
        service,
        merchant.key,
        'updatePayment',
        input,
        'payment { status }',
      );
      const [error] = [...userErrors, ...errors.map(({ extensions }) => extensions)];
      return { code: error?.code ?? null, param: error?.param ?? null };
    },
  }))
  .extend('sampleOfField', ({ client, merchant, service }) => async (name: string): Promise<Sample> => {
    const saved = async (customer_id: string) => {
      const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
      const body = { customer_id, payment_method: 'card', card };
      return (await client.post('/payment_methods', { key: merchant.key, body })).body.payment_method_id;
    };
    const described = sampleOf(fieldsOf(PaymentUpdate).find((field) => field.name === name)!);
    return sampleFor('updatePayment', name, described, merchant, saved, service);
  });

const fields = fieldsOf(PaymentUpdate).map(({ name }) => name);
/** What describes a payment, and changes neither money nor status. */
const describing = ['metadata', 'description', 'feature_metadata', 'merchant_order_reference_id'];
const attaching = ['customer', 'customer_id'];
const givingMethod = ['payment_method_data', 'payment_method_id', 'payment_token', 'mandate_id'];
const unconfirmed = ['requires_payment_method', 'requires_confirmation'];
const faces = ['REST', 'GraphQL'] as const;
const statuses = PaymentStatus.values.filter((status) => !unconfirmed.includes(status));

test('Every parameter of an update says when it may change a payment', () => {
  expect(Object.keys(updateTimes).sort()).toEqual([...fields].sort());
  const ofTime = (wanted: string) =>
    Object.entries(updateTimes).flatMap(([name, time]) => (time === wanted ? [name] : []));
  expect(ofTime('always').sort()).toEqual([...describing].sort());
  expect(ofTime('once').sort()).toEqual([...attaching].sort());
});

test.for(statuses.flatMap((status) => faces.map((face) => [status, face] as const)))(
  'A payment that is %s takes what describes it over %s, and names what it does not take',
  async ([status, face], { merchant, read, sampleOfField, updateBy }) => {
    const update = updateBy[face];
    const before = new Date('2026-01-01T00:00:00.000Z');
    const add = (values: Values = {}) =>
      merchant.payment({ status, profile_id: merchant.profileId, updated: before, ...values });
    for (const name of fields) {
      const { value, shown = value } = await sampleOfField(name);
      const id = await add();
      const answer = await update(id, { [name]: value });
      if (![...describing, ...attaching].includes(name)) {
        expect([name, answer]).toEqual([name, { code: 'unexpected_state', param: name }]);
        continue;
      }
      expect([name, answer.code]).toEqual([name, null]);
      const after = await read(id);
      expect(after).toMatchObject(name === 'customer' ? { customer_id: expect.any(String) } : { [name]: shown });
      expect(after.status).toBe(status);
      expect(new Date(after.updated as string).getTime()).toBeGreaterThan(before.getTime());
    }
    const customer_id = await merchant.customer();
    for (const name of attaching) {
      const { value } = await sampleOfField(name);
      expect(await update(await add({ customer_id }), { [name]: value })).toEqual({
        code: 'unexpected_state',
        param: name,
      });
    }
    // One parameter that cannot change refuses the whole request.
    const mixed = await add({ description: 'before' });
    const both = await update(mixed, { description: 'after', amount: 5 });
    expect(both).toEqual({ code: 'unexpected_state', param: 'amount' });
    expect(await read(mixed)).toMatchObject({ description: 'before', amount: 1000 });
  },
);

test.for(faces)('A payment that is not confirmed takes every parameter over %s', async (face, at) => {
  const { merchant, sampleOfField, updateBy } = at;
  for (const status of unconfirmed)
    for (const name of fields) {
      const { more, value } = await sampleOfField(name);
      const id = await merchant.payment({ status, profile_id: merchant.profileId, amount_received: 0 });
      const { code } = await updateBy[face](id, { ...more, [name]: value });
      // taken-fields.test.ts reads them back; here only the status may refuse them.
      expect([status, name, code]).not.toEqual([status, name, 'unexpected_state']);
    }
});

test.for(faces)('A failed payment that may be retried takes a whole method over %s, and nothing else', async (face, at) => {
  const { merchant, read, sampleOfField, updateBy } = at;
  const add = () =>
    merchant.payment({
      status: 'failed',
      manual_retry_allowed: true,
      profile_id: merchant.profileId,
      amount_received: 0,
      error_code: 'declined',
    });
  for (const name of fields) {
    if (describing.includes(name) || attaching.includes(name)) continue;
    const { more, value } = await sampleOfField(name);
    const id = await add();
    const gives = givingMethod.includes(name);
    const { code, param } = await updateBy[face](id, gives ? { ...more, [name]: value } : { [name]: value });
    if (name === 'confirm') expect([code, param]).toEqual(['mandate_inactive', 'payment_method_data']);
    else if (name === 'payment_token') expect([code, param]).toEqual(['resource_not_found', 'payment_token']);
    else if (!gives) expect([name, code, param]).toEqual([name, 'unexpected_state', name]);
    else {
      expect([name, code]).toEqual([name, null]);
      expect(await read(id)).toMatchObject({
        status: 'requires_confirmation',
        manual_retry_allowed: null,
        error_code: null,
      });
    }
  }
});
