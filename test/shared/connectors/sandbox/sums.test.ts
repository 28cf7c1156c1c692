import { expect } from 'vitest';
import type { Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import { about, accessTo, authorization, lookUpOf, payoutOf, test } from './sandbox-world.ts';

const codeOf = (outcome: Outcome) => (outcome.kind === 'failed' ? outcome.code : outcome.kind);
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

test('Fifty concurrent calls with one idempotency key act once', async ({ world }) => {
  const access = accessTo();
  const request = authorization('disputed', { capture: false });
  const outcomes = await times(50, () => world.sandbox.authorize(access, request));
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(await world.row(request.idempotencyKey)).toMatchObject({ calls: 50, authorized: 1000, captured: 0 });

  for (const kind of ['capture', 'refund'] as const) {
    const ask = about(outcomes[0]!, 400);
    const same = await times(50, () => world.sandbox[kind](access, ask));
    expect(new Set(same.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(same[0]!.kind).toBe('succeeded');
    expect((await world.row(ask.idempotencyKey)).calls).toBe(50);
  }
  expect(await world.row(request.idempotencyKey)).toMatchObject({ captured: 400, refunded: 400 });
  expect(await world.events(access)).toHaveLength(1);

  const paid = payoutOf(1);
  const payouts = await times(50, () => world.sandbox.payout(access, paid));
  expect(new Set(payouts.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
});

test('A decline is repeated for its idempotency key, even if it would now be approved', async ({ world }) => {
  const access = accessTo({ metadata: { decline: 'always' } });
  const request = authorization(1);
  const first = await world.sandbox.authorize(access, request);
  expect(await world.sandbox.authorize({ ...access, metadata: {} }, request)).toEqual(first);
});

test('Idempotency keys are separate per account and per merchant', async ({ world }) => {
  const request = authorization(1);
  const access = accessTo();
  const other = { ...access, merchantConnectorId: 'mca_2' };
  const ids = new Set<string>();
  for (const at of [access, other, accessTo()]) {
    ids.add(
      ((await world.sandbox.authorize(at, request)) as { connectorTransactionId: string })
        .connectorTransactionId,
    );
  }
  expect(ids.size).toBe(3);
  const own = await world.sandbox.authorize(access, request);
  expect(codeOf(await world.sandbox.refund(other, about(own)))).toBe('transaction_not_found');
});

test('An authorization is captured in parts up to its amount', async ({ world }) => {
  const access = accessTo();
  const authorized = await world.sandbox.authorize(access, authorization(1, { capture: false }));
  const capture = async (amount: number, more: boolean) =>
    codeOf(await world.sandbox.capture(access, about(authorized, amount, { more })));
  expect(await capture(1001, true)).toBe('amount_too_large');
  expect(await capture(300, true)).toBe('succeeded');
  expect(await capture(701, true)).toBe('amount_too_large');
  expect(await capture(200, false)).toBe('succeeded');
  expect(await capture(1, true)).toBe('not_capturable');
  expect(codeOf(await world.sandbox.void(access, about(authorized)))).toBe('not_voidable');
  expect(codeOf(await world.sandbox.refund(access, about(authorized, 501)))).toBe('amount_too_large');
  expect(codeOf(await world.sandbox.refund(access, about(authorized, 500)))).toBe('succeeded');
});

test('Concurrent captures and refunds never exceed the authorized and captured amounts', async ({
  world,
}) => {
  const access = accessTo();
  const request = authorization(1, { capture: false });
  const authorized = await world.sandbox.authorize(access, request);
  const captures = await times(40, () =>
    world.sandbox.capture(access, about(authorized, 100, { more: true })),
  );
  expect(captures.filter(({ kind }) => kind === 'succeeded')).toHaveLength(10);
  const refunds = await times(40, () => world.sandbox.refund(access, about(authorized, 300)));
  expect(refunds.filter(({ kind }) => kind === 'succeeded')).toHaveLength(3);
  expect(await world.row(request.idempotencyKey)).toMatchObject({ captured: 1000, refunded: 900 });
});

test('A concurrent capture and void never both succeed', async ({ world }) => {
  for (let round = 0; round < 10; round += 1) {
    const access = accessTo();
    const authorized = await world.sandbox.authorize(access, authorization(1, { capture: false }));
    const codes = (
      await Promise.all([
        world.sandbox.void(access, about(authorized)),
        world.sandbox.capture(access, about(authorized)),
      ])
    ).map(codeOf);
    expect([
      ['succeeded', 'not_capturable'],
      ['not_voidable', 'succeeded'],
    ]).toContainEqual(codes);
    expect(codeOf(await world.sandbox.void(access, about(authorized)))).toBe('not_voidable');
  }
});

test('A refund accepts the identifier of a capture or of its authorization, in its currency only', async ({
  world,
}) => {
  const access = accessTo();
  const authorized = await world.sandbox.authorize(access, authorization(1, { capture: false }));
  const captured = await world.sandbox.capture(access, about(authorized));
  expect(codeOf(await world.sandbox.refund(access, about(captured, 600)))).toBe('succeeded');
  expect(codeOf(await world.sandbox.refund(access, about(authorized, 600)))).toBe('amount_too_large');
  const yen = about(authorized, 100, { currency: 'JPY' });
  expect(codeOf(await world.sandbox.refund(access, yen))).toBe('currency_mismatch');
});

test('Nothing is refunded on a declined or unknown transaction', async ({ world }) => {
  const access = accessTo();
  const refused = await world.sandbox.authorize(access, authorization('lost_card'));
  expect(codeOf(await world.sandbox.refund(access, about(refused)))).toBe('not_refundable');
  const never = { kind: 'pending', connectorTransactionId: 'sbx_never' } as const;
  for (const kind of ['capture', 'refund', 'void'] as const) {
    expect(codeOf(await world.sandbox[kind](access, about(never)))).toBe('transaction_not_found');
  }
});

test('A pending refund counts against the refundable amount', async ({ world }) => {
  const access = accessTo();
  const paid = await world.sandbox.authorize(access, authorization('waits'));
  const request = about(paid, 700);
  expect(codeOf(await world.sandbox.refund(access, request))).toBe('pending');
  expect(codeOf(await world.sandbox.refund(access, about(paid, 400)))).toBe('amount_too_large');
  world.pass(30_000);
  expect((await world.sandbox.lookUp(access, lookUpOf(request))).kind).toBe('succeeded');
});

test('An authorization that timed out settles nevertheless, and a look-up finds it', async ({ world }) => {
  const access = accessTo();
  const abort = new AbortController();
  const request = authorization('timeout', { signal: abort.signal });
  const call = world.sandbox.authorize(access, request);
  const lookUp = () => world.sandbox.lookUp(access, lookUpOf(request));
  await expect.poll(async () => (await lookUp()).kind).toBe('pending');
  abort.abort(new DOMException('Too late.', 'TimeoutError'));
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  const repeated = { ...request, signal: new AbortController().signal };
  expect((await world.sandbox.authorize(access, repeated)).kind).toBe('pending');
  world.pass(30_000);
  const settled = await lookUp();
  expect(settled.kind).toBe('succeeded');
  expect(await world.sandbox.authorize(access, repeated)).toEqual(settled);
  expect(codeOf(await world.sandbox.refund(access, about(settled as Outcome)))).toBe('succeeded');
});
