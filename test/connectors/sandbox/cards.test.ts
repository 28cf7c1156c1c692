import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../../src/connectors/sandbox/cards.ts';
import { NotSentError } from '../../../src/core/foundation/connector.ts';
import {
  about,
  accessTo,
  authorization,
  cardOf,
  lookUpOf,
  payoutOf,
  type SandboxWorld,
  sandboxWorld,
} from './sandbox-world.ts';

let world: SandboxWorld;
beforeAll(async () => {
  world = await sandboxWorld();
});
afterAll(() => world.close());

const refused = [
  'card_declined',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'processing_error',
] as const;
const good = [1, 2, 3, 'frictionless', 'disputed', 'refund_fails', 'waits'] as const;

describe('a card', () => {
  it.each(good)('%s pays, with and without authentication', async (card) => {
    for (const threeDs of [false, true]) {
      const outcome = await world.sandbox.authorize(accessTo(), authorization(card, { threeDs }));
      expect(outcome).toMatchObject({
        kind: 'succeeded',
        connectorTransactionId: expect.stringMatching(/^sbx_/),
      });
    }
  });

  it.each(refused)('%s is refused', async (card) => {
    const outcome = await world.sandbox.authorize(accessTo(), authorization(card));
    expect(outcome).toMatchObject({ kind: 'failed', code: card, message: expect.stringMatching(/^\w.*\.$/) });
  });

  it('challenge waits for the customer, unless they are authenticated or agreed before', async () => {
    const access = accessTo();
    const outcome = await world.sandbox.authorize(access, authorization('challenge', { threeDs: true }));
    expect(outcome.kind).toBe('requires_action');
    const { connectorTransactionId: id, redirectUrl } = outcome as never as Record<string, string>;
    expect(redirectUrl).toBe(`https://pay.example.com/sandbox/3ds/${id}`);
    const elsewhere = { eci: '05', transactionId: 'ds_1' };
    for (const given of [{ authentication: elsewhere }, { connectorMandateId: id! }]) {
      const again = await world.sandbox.authorize(access, authorization('challenge', given));
      expect(again.kind).toBe('succeeded');
    }
  });

  it('is told from every other: no two share a number', () => {
    expect(new Set(Object.values(testCards)).size).toBe(Object.keys(testCards).length);
  });

  it('is not needed: wallets and mandates pay too, and a mandate goes on as its card does', async () => {
    const access = accessTo();
    const wallet = await world.sandbox.authorize(access, authorization(1, { card: null }));
    expect(wallet.kind).toBe('succeeded');
    const first = await world.sandbox.authorize(access, authorization('refund_fails'));
    const { connectorMandateId } = first as { connectorMandateId: string };
    const mandated = authorization(1, { card: null, connectorMandateId, offSession: true });
    const second = await world.sandbox.authorize(access, mandated);
    expect(await world.sandbox.refund(access, about(second))).toMatchObject({ code: 'refund_declined' });
  });
});

describe('a payout', () => {
  it('goes to good cards and banks at once', async () => {
    for (const card of [1, 2, 3, 'challenge', 'frictionless', null] as const) {
      expect(await world.sandbox.payout(accessTo(), payoutOf(card))).toMatchObject({ kind: 'succeeded' });
    }
  });

  it('fails to the declined card, and waits with the card that waits', async () => {
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
});

describe('an account', () => {
  it('refuses always or never, as its metadata says', async () => {
    const always = accessTo({ metadata: { decline: 'always' } });
    expect(await world.sandbox.authorize(always, authorization(1))).toMatchObject({ code: 'card_declined' });
    expect(await world.sandbox.payout(always, payoutOf(1))).toMatchObject({ code: 'card_declined' });
    const never = accessTo({ metadata: { decline: 'never' } });
    for (const card of refused) {
      expect((await world.sandbox.authorize(never, authorization(card))).kind).toBe('succeeded');
      expect((await world.sandbox.payout(never, payoutOf(card))).kind).toBe('succeeded');
    }
  });

  it('that is down is not reached, whatever it is asked', async () => {
    const down = accessTo({ metadata: { down: true } });
    const request = authorization(1);
    await expect(world.sandbox.authorize(down, request)).rejects.toThrow(NotSentError);
    await expect(world.sandbox.lookUp(down, lookUpOf(request))).rejects.toThrow(NotSentError);
    const up = { ...down, metadata: {} };
    expect(await world.sandbox.lookUp(up, lookUpOf(request))).toEqual({
      kind: 'not_found',
      repeat: 'safe',
    });
  });

  it('takes its time, and stops when nobody waits any more', async () => {
    const slow = accessTo({ metadata: { latency_ms: 80 } });
    const began = performance.now();
    expect((await world.sandbox.authorize(slow, authorization(1))).kind).toBe('succeeded');
    expect(performance.now() - began).toBeGreaterThan(75);

    const abort = new AbortController();
    const request = authorization(1, { signal: abort.signal });
    const call = world.sandbox.authorize(accessTo({ metadata: { latency_ms: 60_000 } }), request);
    abort.abort(new DOMException('Too late.', 'TimeoutError'));
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('can have every good card authenticated', async () => {
    const access = accessTo({ metadata: { three_ds: 'always' } });
    expect((await world.sandbox.authorize(access, authorization(2))).kind).toBe('requires_action');
  });

  it('that is live is refused, and nothing is written', async () => {
    const live = accessTo({ testMode: false });
    const request = authorization(1);
    const refusal = { kind: 'failed', code: 'test_mode_only' };
    expect(await world.sandbox.authorize(live, request)).toMatchObject(refusal);
    expect(await world.sandbox.payout(live, payoutOf(1))).toMatchObject(refusal);
    expect(
      await world.sandbox.refund(live, about({ kind: 'pending', connectorTransactionId: 'x' })),
    ).toMatchObject(refusal);
    expect(await world.sandbox.lookUp(live, lookUpOf(request))).toEqual({
      kind: 'not_found',
      repeat: 'safe',
    });
  });

  it('opens any wallet, one of them later', async () => {
    const request = { ...authorization(1), wallet: 'google_pay' };
    expect(await world.sandbox.sessionToken(accessTo(), request)).toEqual({
      walletName: 'google_pay',
      delayed: false,
      nextAction: null,
    });
    expect(await world.sandbox.sessionToken(accessTo(), { ...request, wallet: 'delayed_wallet' })).toEqual({
      walletName: 'delayed_wallet',
      delayed: true,
      nextAction: 'post_session_tokens',
    });
  });
});

it('keeps no card number', async () => {
  const text = 'select string_agg(t::text, chr(10)) as rows from sandbox_transactions t';
  const [row] = await world.database.rows.query({ text, values: [] }, null);
  expect(String(row!.rows)).not.toContain(cardOf(1).number);
  expect(String(row!.rows)).toContain('4242');
});
