import { expect } from 'vitest';
import { forgetCards } from '../../../../src/core/connector-calls/forget-cards.ts';
import { recoverCall } from '../../../../src/core/connector-calls/recover-calls.ts';
import { expirePayments } from '../../../../src/core/payments/void/expire-payments.ts';
import { mutate } from '../../../kit/mutate.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';
import { lostResponsesTimeOut } from '../../../kit/wrapped-sandbox.ts';

const DAY_MS = 24 * 60 * 60_000;
let clockOffsetMs = 0;
const now = () => new Date(Date.now() + clockOffsetMs);

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now, ...lostResponsesTimeOut(now) }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend(
    'expire',
    ({ service }) =>
      () =>
        expirePayments(service.contextFor({ kind: 'admin_key' }, 'req_test')),
  )
  .extend('stored', ({ service }) => async (paymentId: string) => {
    const text = `select status, manual_retry_allowed, card_number is not null as has_card,
                    extract(epoch from expires_on - created)::int as session_s
                  from payments where payment_id = $1`;
    return (await service.database.rows.query({ text, values: [paymentId] }, null))[0]!;
  });

test('session_expiry: null gives a payment the session of its profile, after which a declined payment is not tried again', async ({
  api,
  expire,
  service,
  shop,
  stored,
}) => {
  const input = {
    amount: 1000,
    currency: 'USD',
    sessionExpiry: null,
    paymentMethodData: { card: graphqlCardOf(cards.declined) },
    confirm: true,
  };
  const { payload } = await mutate(
    service,
    shop.key,
    'createPayment',
    input,
    'payment { paymentId expiresOn }',
  );
  const id = payload.payment.paymentId;
  expect(await stored(id)).toMatchObject({
    ...{ status: 'failed', has_card: false, manual_retry_allowed: true, session_s: 900 },
  });

  const other = await shop.open({ expires_on: new Date(now().getTime() + 60_000) });
  const { body } = await api.post(`/payments/${other}`, { session_expiry: null });
  expect(new Date(body.expires_on).getTime()).toBeGreaterThan(Date.now() + clockOffsetMs + 800_000);

  clockOffsetMs += 901_000;
  await expire();
  expect(await stored(id)).toMatchObject({ status: 'failed', has_card: false, manual_retry_allowed: false });

  // A release before kept the card of a failed payment.
  const kept = await shop.payment({
    ...{ status: 'failed', manual_retry_allowed: true, card_number: Buffer.from('sealed') },
    expires_on: now(),
  });
  await expire();
  expect(await stored(kept)).toMatchObject({ has_card: false, manual_retry_allowed: false });
});

test.for([
  ['requires_payment_method', 'updated', '/payments/@', { amount: 5 }, 'updatePayment'],
  ['requires_confirmation', 'updated', '/payments/@', { session_expiry: 900 }, 'updatePayment'],
  [
    'requires_confirmation',
    'confirmed',
    '/payments/@',
    { session_expiry: 900, confirm: true },
    'updatePayment',
  ],
  ['requires_confirmation', 'confirmed', '/payments/@/confirm', { session_expiry: 900 }, 'confirmPayment'],
  ['requires_confirmation', 'cancelled', '/payments/@/cancel', {}, 'cancelPayment'],
  ['requires_customer_action', 'cancelled', '/payments/@/cancel', {}, 'cancelPayment'],
] as const)(
  'A payment in status %s can no longer be %s once it has expired, swept or not, by %s %j and %s',
  async ([status, toBe, path, body, mutation], { api, expire, service, shop, stored }) => {
    const id = await shop.open({ status, payment_method: 'card', expires_on: now() });
    const refused = `The payment expired at expires_on and can no longer be ${toBe}. Create another one.`;
    const rest = await api.post(path.replace('@', id), body);
    expect([rest.status, rest.body.error]).toMatchObject([
      409,
      { code: 'unexpected_state', message: refused },
    ]);
    const input = Object.entries(body).map(([name, value]) => [name.replace('_e', 'E'), value]);
    const { userErrors } = await mutate(
      service,
      shop.key,
      mutation,
      { paymentId: id, ...Object.fromEntries(input) },
      'payment { paymentId }',
    );
    expect(userErrors).toMatchObject([{ code: 'unexpected_state', message: refused }]);
    await expire();
    expect(await stored(id)).toMatchObject({ status: 'expired' });
  },
);

test('session_expiry: null on a profile sets the default of the product', async ({ service, shop }) => {
  const set = (sessionExpiry: number | null) =>
    mutate(
      service,
      shop.key,
      'updateBusinessProfile',
      { profileId: shop.profileId, sessionExpiry },
      'businessProfile { sessionExpiry }',
    );
  await set(60);
  const { payload, userErrors } = await set(null);
  expect(userErrors).toEqual([]);
  expect(payload.businessProfile).toEqual({ sessionExpiry: 900 });
});

test('A payment whose outcome is never learned keeps its card a week beyond its session, not longer', async ({
  api,
  expire,
  service,
  shop,
  stored,
}) => {
  const sessionEnd = new Date(Date.now() + clockOffsetMs + 900_000);
  const id = await shop.open({ expires_on: sessionEnd });
  const { body } = await api.post(`/payments/${id}`, {
    confirm: true,
    payment_method_data: { card: cardOf(cards.silent) },
  });
  expect(body.status).toBe('processing');
  clockOffsetMs += DAY_MS;
  await expire();
  expect(await stored(id)).toMatchObject({ status: 'processing', has_card: true });
  clockOffsetMs += 8 * DAY_MS;
  await expire();
  expect(await stored(id)).toMatchObject({ status: 'processing', has_card: false });

  const own = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const callOf = async () => {
    const text = 'select * from connector_calls where object_id = $1';
    const [call] = await service.database.rows.query({ text, values: [id] }, null);
    const bound = { table: 'connector_calls', column: 'request', key: [call!.merchant_id, call!.call_id] };
    return {
      id: String(call!.call_id),
      request: own.ports.encryption.decrypt(call!.request as Buffer, bound as never),
    };
  };
  expect((await callOf()).request).toMatchObject({ method: { card: { number: cards.silent } } });
  await forgetCards(own);
  expect((await callOf()).request).toMatchObject({ method: null });
  expect(JSON.stringify((await callOf()).request)).not.toContain(cards.silent);
  // The sandbox had received it, so that its answer still decides.
  await recoverCall(own, shop.merchantId, (await callOf()).id);
  expect(await stored(id)).toMatchObject({ status: 'succeeded', has_card: false });
});

test('A call that never reached its connector fails once its card is erased, and is not sent without it', async ({
  api,
  service,
  shop,
}) => {
  const sessionEnd = new Date(Date.now() + clockOffsetMs + 900_000);
  const id = await shop.open({ expires_on: sessionEnd });
  await api.post(`/payments/${id}`, {
    confirm: true,
    payment_method_data: { card: cardOf(cards.silent) },
  });
  const sql = (text: string, ...values: unknown[]) => service.database.rows.query({ text, values }, null);
  const [call] = await sql('select call_id from connector_calls where object_id = $1', id);
  await sql('delete from sandbox_transactions where idempotency_key = $1', call!.call_id);
  clockOffsetMs += 8 * DAY_MS;
  const own = service.contextFor({ kind: 'admin_key' }, 'req_test');
  await forgetCards(own);
  await recoverCall(own, shop.merchantId, String(call!.call_id));
  const { body } = await api.get('/payments/list');
  expect(body[0].data.find((payment: { payment_id: string }) => payment.payment_id === id)).toMatchObject({
    status: 'failed',
    error_code: 'call_expired',
  });
  expect(await sql('select 1 from sandbox_transactions where idempotency_key = $1', call!.call_id)).toEqual(
    [],
  );
});
