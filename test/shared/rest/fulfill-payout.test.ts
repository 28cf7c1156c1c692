import { expect } from 'vitest';
import { mutate, mutationError } from '../../kit/mutate.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const cardTo = (number: string) => ({
  payout_method_data: { card: { card_number: number, expiry_month: '12', expiry_year: '2039' } },
});
const fields = 'payout { payoutId status connector attempts { status } }';
const card = { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '2039' };

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ connector_type: 'payout_processor' });
    return shop;
  })
  .extend(
    'open',
    ({ shop }) =>
      () =>
        shop.payout({ status: 'requires_payout_method_data' }),
  )
  .extend(
    'update',
    ({ client, shop }) =>
      (id: string, body: object, headers = {}) =>
        client.post(`/payouts/${id}`, { key: shop.key, body, headers }),
  )
  .extend('confirmed', ({ open, update }) => async (number = '4242424242424242') => {
    const id = await open();
    const { body } = await update(id, { confirm: true, ...cardTo(number) });
    expect(body).toMatchObject({ status: 'requires_fulfillment', connector: 'sandbox' });
    return id;
  })
  .extend(
    'fulfill',
    ({ client, shop }) =>
      (id: string, body: object = {}, headers = {}) =>
        client.post(`/payouts/${id}/fulfill`, { key: shop.key, body, headers }),
  )
  .extend('callsFor', ({ service }) => async (id: string) => {
    const text = 'select call_id from connector_calls where object_id = $1';
    return service.database.rows.query({ text, values: [id] }, null);
  })
  .extend(
    'run',
    ({ service, shop }) =>
      (name: string, input: Record<string, unknown>) =>
        mutate(service, shop.key, name, input, fields),
  )
  .extend(
    'create',
    ({ run }) =>
      async (more: object = {}) =>
        (await run('createPayout', { amount: 500, currency: 'USD', payoutMethodData: { card }, ...more }))
          .payload.payout,
  );

test('POST /payouts/{id}/fulfill sends the money', async ({ confirmed, fulfill }) => {
  const id = await confirmed();
  const { status, body } = await fulfill(id, { payout_id: id });
  expect(status).toBe(200);
  expect(body).toMatchObject({ payout_id: id, status: 'success', error_code: null });
  expect(body.attempts).toEqual([expect.objectContaining({ attempt_id: `${id}_1`, status: 'success' })]);
});

test("POST /payouts/{id}/fulfill accepts only the path's identifier in the body", async ({
  confirmed,
  fulfill,
}) => {
  const id = await confirmed();
  const { status, body } = await fulfill(id, { payout_id: 'po_other' });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', 'payout_id']);
  expect((await fulfill(id)).body.status).toBe('success');
});

test('Concurrent fulfilments send a payout once', async ({ callsFor, confirmed, fulfill }) => {
  const id = await confirmed();
  const answers = await Promise.all([1, 2, 3, 4].map(() => fulfill(id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(refused.body.error.code).toBe('unexpected_state');
  expect(await callsFor(id)).toHaveLength(1);
});

test('POST /payouts/{id}/fulfill replays the response for an idempotency key', async ({
  confirmed,
  fulfill,
}) => {
  const id = await confirmed();
  const headers = { 'idempotency-key': 'fulfil-once' };
  const first = await fulfill(id, {}, headers);
  const again = await fulfill(id, {}, headers);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('POST /payouts/{id}/fulfill returns the failure, or a pending outcome', async ({
  confirmed,
  fulfill,
}) => {
  expect((await fulfill(await confirmed('4000000000000002'))).body).toMatchObject({
    status: 'failed',
    error_code: expect.any(String),
    unified_code: 'UE_1000',
  });
  const id = await confirmed('4000000000007726');
  expect((await fulfill(id)).body.status).toBe('pending');
  expect((await fulfill(id)).status).toBe(409);
});

test('POST /payouts/{id}/fulfill rejects unconfirmed and unknown payouts', async ({ fulfill, open }) => {
  expect((await fulfill(await open())).body.error.code).toBe('unexpected_state');
  expect((await fulfill('po_none')).status).toBe(404);
});

test('Confirming a payout with auto_fulfill fulfils it', async ({ open, update }) => {
  const { body } = await update(await open(), {
    confirm: true,
    auto_fulfill: true,
    ...cardTo('4242424242424242'),
  });
  expect(body.status).toBe('success');
});

test('Confirming a payout without an eligible connector account is rejected and changes nothing', async ({
  client,
  service,
}) => {
  const other = await sandboxShop(service);
  const id = await other.payout({ status: 'requires_payout_method_data' });
  const body = { confirm: true, description: 'Wages', ...cardTo('4242424242424242') };
  const refused = await client.post(`/payouts/${id}`, { key: other.key, body });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'no_connector_available']);
  expect(refused.body.error.message).toContain('first (not for payouts)');
  const now = await client.post(`/payouts/${id}`, { key: other.key, body: {} });
  expect(now.body).toMatchObject({ status: 'requires_payout_method_data', description: null });
});

test('payoutConfirm and payoutFulfill confirm and fulfil a payout over GraphQL', async ({
  create,
  run,
  service,
  shop,
}) => {
  const { payoutId, status } = await create();
  expect(status).toBe('requires_confirmation');
  const { payload } = await run('confirmPayout', { payoutId, description: 'Wages' });
  expect(payload.payout).toMatchObject({
    status: 'requires_fulfillment',
    connector: 'sandbox',
    attempts: [],
  });
  const { payload: sent } = await run('fulfillPayout', { payoutId });
  expect(sent.payout).toMatchObject({ status: 'success', attempts: [{ status: 'success' }] });
  const again = await mutationError(service, shop.key, 'fulfillPayout', { payoutId }, fields);
  expect(again).toEqual(['unexpected_state', null]);
});

test('A payout can be confirmed on creation and cancelled before fulfilment over GraphQL', async ({
  create,
  run,
  service,
  shop,
}) => {
  const { payoutId, status } = await create({ confirm: true });
  expect(status).toBe('requires_fulfillment');
  expect((await run('cancelPayout', { payoutId })).payload.payout.status).toBe('cancelled');
  const again = await mutationError(service, shop.key, 'cancelPayout', { payoutId }, fields);
  expect(again).toEqual(['unexpected_state', null]);
  expect((await create({ confirm: true, autoFulfill: true })).status).toBe('success');
});
