import { expect } from 'vitest';
import { expirePayments } from '../../../src/core/payments/void/expire-payments.ts';
import { expectInvariants } from '../../kit/invariants.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

type Json = Record<string, unknown>;
const faces = ['REST', 'GraphQL'] as const;
const NEW_CARD = { payment_method_data: { card: cardOf(cards.good) } };

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('pay', ({ api }) => async (card: string, more: Json = {}): Promise<Json> => {
    const order = {
      amount: 1000,
      currency: 'USD',
      confirm: true,
      payment_method_data: { card: cardOf(card) },
    };
    return (await api.post('/payments', { ...order, ...more })).body;
  })
  .extend(
    'read',
    ({ api }) =>
      async (id: unknown): Promise<Json> =>
        (await api.get(`/payments/${id}`)).body,
  )
  /** Gives a payment another card at one of the faces. */
  .extend('updateBy', ({ api, graphql }) => ({
    REST: async (id: unknown, confirm?: boolean) => {
      const { body } = await api.post(`/payments/${id}`, { ...NEW_CARD, ...(confirm ? { confirm } : {}) });
      return body.status ?? [body.error.code, body.error.param];
    },
    GraphQL: async (id: unknown, confirm?: boolean) => {
      const input = { paymentId: id, paymentMethodData: { card: graphqlCardOf(cards.good) } };
      const { payload, userErrors } = await graphql.mutate(
        'updatePayment',
        { ...input, ...(confirm ? { confirm } : {}) },
        'payment { status }',
      );
      return payload.payment?.status ?? [userErrors[0]!.code, userErrors[0]!.param];
    },
  }))
  .extend('columns', ({ service, shop }) => async (text: string, id: unknown) => {
    const rows = await service.database.rows.query({ text, values: [id] }, shop.merchantId);
    return rows.map((row) => Object.values(row).join(' '));
  });

test.for(faces)(
  'A declined payment is given another card over %s, and then confirmed without it',
  async (face, { api, columns, pay, read, service, shop, updateBy }) => {
    const { payment_id: id, status } = await pay(cards.declined);
    expect(status).toBe('failed');
    expect(await updateBy[face](id)).toBe('requires_confirmation');
    expect(await read(id)).toMatchObject({
      ...{ error_code: null, manual_retry_allowed: null, attempt_count: 1 },
      payment_method_data: { card: { last4: '4242' } },
    });
    await expectInvariants(service.database, [shop.merchantId]);
    // The customer gave it since the decline: their consent to later charges is not needed.
    const { body } = await api.post(`/payments/${id}/confirm`, {});
    expect(body).toMatchObject({ status: 'succeeded', amount_received: 1000, attempt_count: 2 });
    const history = `select from_status, to_status, cause from status_changes
                     where object_id = $1 and object_type = 'payment' order by sequence`;
    expect(await columns(history, id)).toContain('failed requires_confirmation update');
    const events = 'select event_type from events where payment_id = $1 order by sequence';
    expect(await columns(events, id)).toEqual(['payment_created', 'payment_failed', 'payment_succeeded']);
  },
);

test.for(faces)(
  'A declined payment, and one whose challenge is open, are confirmed with another card over %s',
  async (face, { pay, read, updateBy }) => {
    const { payment_id: declined } = await pay(cards.declined);
    expect(await updateBy[face](declined, true)).toBe('succeeded');
    const { payment_id: id, status } = await pay(cards.challenged, { authentication_type: 'three_ds' });
    expect(status).toBe('requires_customer_action');
    expect(await updateBy[face](id)).toEqual(['unexpected_state', 'payment_method_data']);
    expect(await read(id)).toMatchObject({ status: 'requires_customer_action', attempt_count: 1 });
    expect(await updateBy[face](id, true)).toBe('succeeded');
    expect(await read(id)).toMatchObject({
      ...{ amount_received: 1000, next_action: null },
      attempts: [{ status: 'voided' }, { status: 'charged' }],
    });
  },
);

test('A saved method that an update gave a declined payment is not charged without consent', async ({
  api,
  pay,
  shop,
}) => {
  const customer_id = await shop.customer();
  const { card_cvc: _, ...card } = cardOf(cards.good);
  const saved = (await api.post('/payment_methods', { customer_id, payment_method: 'card', card })).body;
  const { payment_id: id } = await pay(cards.declined, { customer_id });
  const { payment_method_id } = saved;
  const updated = await api.post(`/payments/${id}`, { payment_method_id });
  expect(updated.body.status).toBe('requires_confirmation');
  const refused = await api.post(`/payments/${id}/confirm`, {});
  expect([refused.status, refused.body.error?.code]).toEqual([422, 'mandate_inactive']);
  const { body } = await api.post(`/payments/${id}/confirm`, { card_cvc: '731' });
  expect(body).toMatchObject({ status: 'succeeded', attempt_count: 2 });
});

test('A payment that was given another method after its decline is cancelled or expires, and keeps no card', async ({
  api,
  columns,
  pay,
  service,
  shop,
  updateBy,
}) => {
  const [cancelled, expired] = [await pay(cards.declined), await pay(cards.declined)];
  for (const { payment_id } of [cancelled, expired]) await updateBy.REST(payment_id);
  expect((await api.post(`/payments/${cancelled.payment_id}/cancel`, {})).body.status).toBe('cancelled');
  const own = { merchant_id: shop.merchantId, payment_id: expired.payment_id };
  await setColumns(service, 'payments', own, { expires_on: new Date(0) });
  await expirePayments(service.contextFor({ kind: 'admin_key' }, 'req_test'));
  const kept = 'select status, card_number is null from payments where payment_id = $1';
  expect(await columns(kept, cancelled.payment_id)).toEqual(['cancelled true']);
  expect(await columns(kept, expired.payment_id)).toEqual(['expired true']);
  // What describes it may still change.
  const { body } = await api.post(`/payments/${expired.payment_id}`, { description: 'Not paid' });
  expect(body).toMatchObject({ status: 'expired', description: 'Not paid' });
  await expectInvariants(service.database, [shop.merchantId]);
});

test('What a redirect brought back is no confirmation with another attempt', async ({ api, pay, read }) => {
  const { payment_id: id } = await pay(cards.challenged, { authentication_type: 'three_ds' });
  const feature_metadata = { redirect_response: { param: 'a=b' } };
  const { body, status } = await api.post(`/payments/${id}`, { confirm: true, feature_metadata });
  expect([status, body.error?.code, body.error?.param]).toEqual([
    ...[400, 'parameters_exclusive', 'feature_metadata.redirect_response'],
  ]);
  expect(await read(id)).toMatchObject({ status: 'requires_customer_action', attempt_count: 1 });
});
