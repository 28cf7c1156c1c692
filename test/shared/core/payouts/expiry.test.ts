import { expect } from 'vitest';
import { expirePayouts } from '../../../../src/core/payouts/expire-payouts.ts';
import { recordedEvents } from '../../../kit/events.ts';
import { mutate } from '../../../kit/mutate.ts';
import { cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

const DAY_MS = 24 * 60 * 60_000;
let clockOffsetMs = 0;
const pass = (ms: number) => {
  clockOffsetMs += ms;
};

const card = { cardNumber: cards.good, expiryMonth: '12', expiryYear: '2039' };
const fields = 'payout { payoutId status expiresOn timeline { toStatus cause } }';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => new Date(Date.now() + clockOffsetMs) }))
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ connector_type: 'payout_processor' });
    return shop;
  })
  .extend(
    'expire',
    ({ service }) =>
      () =>
        expirePayouts(service.contextFor({ kind: 'admin_key' }, 'req_test')),
  )
  .extend(
    'run',
    ({ service, shop }) =>
      (name: string, input: Record<string, unknown>) =>
        mutate(service, shop.key, name, input, fields),
  )
  .extend('create', ({ run }) => async (input: object = {}) => {
    const { payload } = await run('createPayout', {
      amount: 500,
      currency: 'USD',
      payoutMethodData: { card },
      ...input,
    });
    return payload.payout;
  })
  .extend('stored', ({ service }) => async (payoutId: string) => {
    const text = `select status, card_number is not null as has_card,
                    extract(epoch from expires_on - created)::int as session_s
                  from payouts where payout_id = $1`;
    return (await service.database.rows.query({ text, values: [payoutId] }, null))[0]!;
  });

test('A payout not confirmed within its session expires, reports that and keeps no card', async ({
  api,
  create,
  expire,
  run,
  service,
  shop,
  stored,
}) => {
  const { payoutId } = await create();
  expect(await stored(payoutId)).toEqual({ status: 'requires_confirmation', has_card: true, session_s: 900 });
  expect(await expire()).toBe(0);
  pass(901_000);
  // Expired, but not swept yet.
  for (const [toBe, mutation, input] of [
    ['confirmed', 'confirmPayout', {}],
    ['confirmed', 'updatePayout', { confirm: true, sessionExpiry: 900 }],
    ['updated', 'updatePayout', { sessionExpiry: 900 }],
    ['cancelled', 'cancelPayout', {}],
  ] as const) {
    const { userErrors } = await run(mutation, { payoutId, ...input });
    const message = `The payout expired at expires_on and can no longer be ${toBe}. Create another one.`;
    expect(userErrors).toEqual([expect.objectContaining({ code: 'unexpected_state', message })]);
  }
  const viaRest = await api.post(`/payouts/${payoutId}`, { session_expiry: 900 });
  expect([viaRest.status, viaRest.body.error.code]).toEqual([409, 'unexpected_state']);
  expect(await expire()).toBe(1);
  expect(await expire()).toBe(0);
  expect(await stored(payoutId)).toMatchObject({ status: 'expired', has_card: false });
  const events = await recordedEvents(service.database, shop.merchantId);
  expect(events.map(({ event_type }) => event_type)).toEqual(['payout_expired']);

  for (const [path, body] of [
    [`/payouts/${payoutId}`, { confirm: true }],
    [`/payouts/${payoutId}/fulfill`, {}],
  ] as const) {
    const refused = await api.post(path, body);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'unexpected_state']);
    expect(refused.body.error.message).toContain('expired');
  }
});

test("A payout's session_expiry overrides the profile's, and null restores the profile's", async ({
  api,
  create,
  run,
  stored,
}) => {
  const own = await create({ sessionExpiry: 60 });
  expect(await stored(own.payoutId)).toMatchObject({ session_s: 60 });
  const { status } = await api.post(`/payouts/${own.payoutId}`, { session_expiry: null });
  expect(status).toBe(200);
  expect((await stored(own.payoutId)).session_s).toBeGreaterThanOrEqual(900);
  pass(61_000);
  expect((await run('confirmPayout', { payoutId: own.payoutId })).payload.payout).toMatchObject({
    status: 'requires_fulfillment',
  });
});

test('A confirmed payout can be fulfilled after its session, for 90 days', async ({
  create,
  expire,
  run,
  stored,
}) => {
  const first = await create({ confirm: true });
  const second = await create({ confirm: true });
  pass(30 * DAY_MS);
  expect(await expire()).toBe(0);
  expect((await run('fulfillPayout', { payoutId: first.payoutId })).payload.payout.status).toBe('success');
  pass(62 * DAY_MS);
  expect((await run('fulfillPayout', { payoutId: second.payoutId })).userErrors).toEqual([
    expect.objectContaining({ code: 'unexpected_state', message: expect.stringContaining('expired') }),
  ]);
  expect(await expire()).toBeGreaterThan(0);
  expect(await stored(second.payoutId)).toMatchObject({ status: 'expired', has_card: false });
});
