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
  /** Updates a payment over one API. */
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
/** Descriptive fields of a payment, which affect neither money nor status. */
const describing = ['metadata', 'description', 'feature_metadata', 'merchant_order_reference_id'];
const attaching = ['customer', 'customer_id'];
const givingMethod = ['payment_method_data', 'payment_method_id', 'payment_token', 'mandate_id'];
const unconfirmed = ['requires_payment_method', 'requires_confirmation'];
const faces = ['REST', 'GraphQL'] as const;
const TAKEN: Answer = { code: null, param: null };
const statuses = PaymentStatus.values.filter((status) => !unconfirmed.includes(status));

test('Every update parameter states the statuses that allow it', () => {
  expect(Object.keys(updateTimes).sort()).toEqual([...fields].sort());
  const ofTime = (wanted: string) =>
    Object.entries(updateTimes).flatMap(([name, time]) => (time === wanted ? [name] : []));
  expect(ofTime('always').sort()).toEqual([...describing].sort());
  expect(ofTime('once').sort()).toEqual([...attaching].sort());
});

test.for(faces)(
  'A payment accepts descriptive fields in every status over %s, and names refused ones',
  async (face, { merchant, read, sampleOfField, updateBy }) => {
    const update = updateBy[face];
    const before = new Date('2026-01-01T00:00:00.000Z');
    const samples = new Map<string, Sample>();
    for (const name of fields) samples.set(name, await sampleOfField(name));
    const customer_id = await merchant.customer();
    for (const status of statuses) {
      const add = (values: Values = {}) =>
        merchant.payment({ status, profile_id: merchant.profileId, updated: before, ...values });
      const [refusing, attached, described] = [await add(), await add({ customer_id }), await add()];
      for (const [name, { value }] of samples) {
        const isRefused = { code: 'unexpected_state', param: name };
        if (describing.includes(name)) {
          expect([status, name, await update(described, { [name]: value })]).toEqual([status, name, TAKEN]);
          expect(await read(described)).toMatchObject({ status, [name]: value });
        } else if (attaching.includes(name)) {
          const id = await add();
          expect([status, name, await update(id, { [name]: value })]).toEqual([status, name, TAKEN]);
          const wanted = name === 'customer' ? (value as Values).id : value;
          expect(await read(id)).toMatchObject({ status, customer_id: wanted });
          expect([status, name, await update(attached, { [name]: value })]).toEqual([
            status,
            name,
            isRefused,
          ]);
        } else if (name !== 'confirm' || status !== 'requires_customer_action') {
          expect([status, name, await update(refusing, { [name]: value })]).toEqual([
            status,
            name,
            isRefused,
          ]);
        }
      }
      expect(new Date((await read(described)).updated as string).getTime()).toBeGreaterThan(before.getTime());
      // One unchangeable parameter refuses the whole request.
      expect(await update(refusing, { description: 'after', amount: 5 })).toMatchObject({ param: 'amount' });
      expect(await read(refusing)).toMatchObject({
        ...{ status, description: null, amount: 1000, updated: before.toISOString() },
      });
    }
  },
);

test.for(faces)(
  'An unconfirmed payment accepts every parameter over %s',
  async (face, { merchant, sampleOfField, updateBy }) => {
    for (const name of fields) {
      const { more, value } = await sampleOfField(name);
      for (const status of unconfirmed) {
        const id = await merchant.payment({ status, profile_id: merchant.profileId, amount_received: 0 });
        const { code } = await updateBy[face](id, { ...more, [name]: value });
        // taken-fields.test.ts reads them back; here only the status may refuse them.
        expect([status, name, code]).not.toEqual([status, name, 'unexpected_state']);
      }
    }
  },
);

test.for(faces)(
  'A failed, retryable payment accepts only a complete method over %s',
  async (face, { merchant, read, sampleOfField, updateBy }) => {
    for (const name of fields) {
      if (describing.includes(name) || attaching.includes(name)) continue;
      const { more, value } = await sampleOfField(name);
      const id = await merchant.payment({
        ...{ status: 'failed', manual_retry_allowed: true, profile_id: merchant.profileId },
        ...{ amount_received: 0, error_code: 'declined' },
      });
      const gives = givingMethod.includes(name);
      const { code, param } = await updateBy[face](id, { ...(gives ? more : {}), [name]: value });
      if (name === 'confirm') expect([code, param]).toEqual(['mandate_inactive', 'payment_method_data']);
      else if (name === 'payment_token') expect([code, param]).toEqual(['resource_not_found', name]);
      else if (!gives) expect([name, code, param]).toEqual([name, 'unexpected_state', name]);
      else {
        expect([name, code]).toEqual([name, null]);
        expect(await read(id)).toMatchObject({
          ...{ status: 'requires_confirmation', manual_retry_allowed: null, error_code: null },
        });
      }
    }
  },
);
