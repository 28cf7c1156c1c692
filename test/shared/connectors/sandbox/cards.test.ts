import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { type ActionRequired, NotSentError } from '../../../../src/core/foundation/ports/connector.ts';
import type { AuthorizeRequest } from '../../../../src/core/foundation/ports/connector-requests.ts';
import type { RedirectAction } from '../../../../src/core/foundation/ports/customer-action.ts';
import { about, accessTo, authorization, cardOf, lookUpOf, payoutOf, test } from './sandbox-world.ts';

const refused = [
  'card_declined',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'processing_error',
] as const;
const good = [1, 2, 3, 'frictionless', 'disputed', 'refund_fails', 'waits'] as const;

test.for(good)('The test card %s is charged with and without 3-D Secure', async (card, { world }) => {
  for (const threeDs of [false, true]) {
    const outcome = await world.sandbox.authorize(accessTo(), authorization(card, { threeDs }));
    expect(outcome).toMatchObject({
      kind: 'succeeded',
      connectorTransactionId: expect.stringMatching(/^sbx_/),
    });
  }
});

test.for(refused)('The test card %s is declined', async (card, { world }) => {
  const outcome = await world.sandbox.authorize(accessTo(), authorization(card));
  expect(outcome).toMatchObject({ kind: 'failed', code: card, message: expect.stringMatching(/^\w.*\.$/) });
});

const elsewhere: AuthorizeRequest['authentication'] = {
  transStatus: 'Y',
  eci: '05',
  cavv: 'AAAA',
  dsTransactionId: 'ds_1',
  version: '2.2.0',
  threeDsServerTransactionId: null,
  acsTransactionId: null,
};
const underMandate = (connectorMandateId: string): AuthorizeRequest['credential'] => ({
  kind: 'stored',
  initiator: 'merchant',
  model: 'unscheduled',
  connectorMandateId,
  networkTransactionId: null,
});

test('The challenge card requires an action, unless authenticated externally or covered by a mandate', async ({
  world,
}) => {
  const access = accessTo();
  const outcome = await world.sandbox.authorize(access, authorization('challenge', { threeDs: true }));
  expect(outcome.kind).toBe('requires_action');
  const { action, connectorTransactionId: id } = outcome as ActionRequired;
  expect(action).toEqual({ type: 'redirect', url: expect.any(String) });
  expect((action as RedirectAction).url).toBe(`https://pay.example.com/sandbox/3ds/${id}`);
  for (const given of [{ authentication: elsewhere }, { credential: underMandate(id) }]) {
    const again = await world.sandbox.authorize(access, authorization('challenge', given));
    expect(again.kind).toBe('succeeded');
  }
});

test('No two test cards share a number', () => {
  expect(new Set(Object.values(testCards)).size).toBe(Object.keys(testCards).length);
});

const wallet = (token: string) =>
  ({ kind: 'wallet', wallet: { type: 'paypal', token, email: null } }) as const;

test('Wallets are charged by token, and a mandate behaves like its card', async ({ world }) => {
  const access = accessTo();
  const paid = await world.sandbox.authorize(access, authorization(1, { method: wallet('tok_visa') }));
  expect(paid.kind).toBe('succeeded');
  const first = await world.sandbox.authorize(access, authorization('refund_fails'));
  const { connectorMandateId } = first as { connectorMandateId: string };
  const mandated = authorization(1, { credential: underMandate(connectorMandateId) });
  const second = await world.sandbox.authorize(access, mandated);
  expect(await world.sandbox.refund(access, about(second))).toMatchObject({ code: 'refund_declined' });
});

test('Payouts to good cards and bank accounts succeed at once', async ({ world }) => {
  for (const card of [1, 2, 3, 'challenge', 'frictionless', null] as const) {
    expect(await world.sandbox.payout(accessTo(), payoutOf(card))).toMatchObject({ kind: 'succeeded' });
  }
});

test('A payout to the declined card fails, and a payout to the delayed card is pending for 30 s', async ({
  world,
}) => {
  const access = accessTo();
  expect(await world.sandbox.payout(access, payoutOf('card_declined'))).toMatchObject({
    kind: 'failed',
    code: 'card_declined',
  });
  const request = payoutOf('waits');
  expect((await world.sandbox.payout(access, request)).kind).toBe('pending');
  world.pass(29_999);
  expect((await world.sandbox.lookUp(access, lookUpOf(request))).kind).toBe('pending');
  world.pass(1);
  expect((await world.sandbox.lookUp(access, lookUpOf(request))).kind).toBe('succeeded');
});

test('The metadata of a sandbox account can make it decline or approve every card', async ({ world }) => {
  const always = accessTo({ metadata: { decline: 'always' } });
  expect(await world.sandbox.authorize(always, authorization(1))).toMatchObject({ code: 'card_declined' });
  expect(await world.sandbox.payout(always, payoutOf(1))).toMatchObject({ code: 'card_declined' });
  const never = accessTo({ metadata: { decline: 'never' } });
  for (const card of refused) {
    expect((await world.sandbox.authorize(never, authorization(card))).kind).toBe('succeeded');
    expect((await world.sandbox.payout(never, payoutOf(card))).kind).toBe('succeeded');
  }
});

test('A sandbox account that is down fails every operation as unreachable', async ({ world }) => {
  const down = accessTo({ metadata: { down: true } });
  const request = authorization(1);
  await expect(world.sandbox.authorize(down, request)).rejects.toThrow(NotSentError);
  await expect(world.sandbox.lookUp(down, lookUpOf(request))).rejects.toThrow(NotSentError);
  const up = { ...down, metadata: {} };
  expect(await world.sandbox.lookUp(up, lookUpOf(request))).toEqual({ kind: 'not_found', repeat: 'safe' });
});

test('A sandbox account responds after its configured latency and stops when the call is aborted', async ({
  world,
}) => {
  const slow = accessTo({ metadata: { latency_ms: 80 } });
  const order: string[] = [];
  const sooner = sleep(79).then(() => order.push('a shorter time'));
  const responded = world.sandbox.authorize(slow, authorization(1)).then(({ kind }) => order.push(kind));
  await Promise.all([sooner, responded]);
  expect(order).toEqual(['a shorter time', 'succeeded']);
  const abort = new AbortController();
  const request = authorization(1, { signal: abort.signal });
  const call = world.sandbox.authorize(accessTo({ metadata: { latency_ms: 60_000 } }), request);
  abort.abort(new DOMException('Too late.', 'TimeoutError'));
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('A sandbox account can require 3-D Secure for every good card', async ({ world }) => {
  const access = accessTo({ metadata: { three_ds: 'always' } });
  expect((await world.sandbox.authorize(access, authorization(2))).kind).toBe('requires_action');
});

test('A live account is refused and stores nothing', async ({ world }) => {
  const live = accessTo({ testMode: false });
  const request = authorization(1);
  const refusal = { kind: 'failed', code: 'test_mode_only' };
  expect(await world.sandbox.authorize(live, request)).toMatchObject(refusal);
  expect(await world.sandbox.payout(live, payoutOf(1))).toMatchObject(refusal);
  expect(
    await world.sandbox.refund(live, about({ kind: 'pending', connectorTransactionId: 'x' })),
  ).toMatchObject(refusal);
  expect(await world.sandbox.lookUp(live, lookUpOf(request))).toEqual({ kind: 'not_found', repeat: 'safe' });
});

test('The sandbox issues a session token for any wallet, a delayed one for delayed_wallet', async ({
  world,
}) => {
  const collect = { billing: false, shipping: false };
  const request = { ...authorization(1), wallet: 'google_pay', collect };
  expect(await world.sandbox.sessionToken(accessTo(), request)).toEqual({
    walletName: 'google_pay',
    delayed: false,
  });
  expect(await world.sandbox.sessionToken(accessTo(), { ...request, wallet: 'delayed_wallet' })).toEqual({
    walletName: 'delayed_wallet',
    delayed: true,
  });
});

test('The sandbox stores no card number', async ({ world }) => {
  const text = 'select string_agg(t::text, chr(10)) as rows from sandbox_transactions t';
  const [row] = await world.database.rows.query(
    { text, values: [], touches: { reads: ['sandbox_transactions'] } },
    null,
  );
  expect(String(row!.rows)).not.toContain(cardOf(1).number);
  expect(String(row!.rows)).toContain('4242');
});
