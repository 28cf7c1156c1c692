import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmPayout } from '../../../src/core/payouts/confirm-payout.ts';
import { createPayout } from '../../../src/core/payouts/create-payout.ts';
import { type ApiResponse, clientOf } from '../../kit/client.ts';
import { isFullRun } from '../../kit/figure.ts';
import { wrappedSandbox } from '../../kit/wrapped-sandbox.ts';
import { payOutTo } from '../../shared/reliability/cards.ts';
import { type Pair, type SandboxShop, startPair } from '../../shared/reliability/pair.ts';

const AT_ONCE = isFullRun ? 200 : 60;
const LATENCY_MS = 500;

/** How many payouts have reached the connector, and the gate before its response. */
const connector = { reached: 0, responds: Promise.resolve() };

let pair: Pair;
let shop: SandboxShop;

beforeAll(async () => {
  pair = await startPair({ connectorDeadlineMs: 600_000 }, (now) =>
    wrappedSandbox(now, (sandbox) => ({
      payout: async (access, request) => {
        connector.reached += 1;
        await connector.responds;
        return sandbox.payout!(access, request);
      },
    })),
  );
  shop = await pair.shop({ latency_ms: LATENCY_MS });
});
afterAll(() => pair.close());

async function confirmed(): Promise<string> {
  const ctx = pair.contextOf(shop);
  const to = { payout_method_data: payOutTo('good'), profile_id: shop.profileId };
  const id = await createPayout(ctx, { amount: 1_000, currency: 'EUR', ...to });
  await confirmPayout(ctx, id, {});
  return id;
}

/** Calls both services in turn, all at once. On a shared machine they may be too busy for some. */
function fulfilAtOnce(
  id: string,
  headers: Record<string, string> = {},
  count = AT_ONCE,
): Promise<ApiResponse[]> {
  const asks = Array.from({ length: count }, (_, i) =>
    clientOf(pair.services[i % 2]!).post(`/payouts/${id}/fulfill`, { key: shop.key, body: {}, headers }),
  );
  return Promise.all(asks);
}

const countOf = (answers: readonly ApiResponse[]) =>
  Object.fromEntries(
    Object.entries(
      Object.groupBy(answers, ({ body, status }) => `${status} ${body.error?.code ?? body.status}`),
    ).map(([what, of]) => [what, of!.length]),
  );

async function callsFor(id: string) {
  return pair.query(
    `select t.calls, t.kind, c.status, c.outcome->>'kind' as outcome from connector_calls c
     join sandbox_transactions t on t.merchant_id = c.merchant_id and t.idempotency_key = c.call_id
     where c.object_id = $1`,
    id,
  );
}
const once = [{ calls: 1, kind: 'payout', status: 'completed', outcome: 'succeeded' }];

/** Sessions of this database with an idle open transaction, seen twice in a row. */
async function idleInTransaction(): Promise<number> {
  const seen = async () => {
    const text = `select pid, xact_start::text as since from pg_stat_activity
                  where datname = current_database() and state = 'idle in transaction'`;
    return (await pair.query(text)).map(({ pid, since }) => `${pid} ${since}`);
  };
  const before = await seen();
  await sleep(50);
  // Between two statements every transaction is idle briefly; a held one is still the same later.
  return (await seen()).filter((session) => before.includes(session)).length;
}

test(`Of ${AT_ONCE} concurrent requests to fulfil a payout one succeeds and calls its connector once`, async () => {
  const id = await confirmed();
  const counted = countOf(await fulfilAtOnce(id));
  const { '200 success': done, '409 unexpected_state': late = 0, '503 overloaded': busy = 0 } = counted;
  expect([done, late + busy]).toEqual([1, AT_ONCE - 1]);
  expect(await callsFor(id)).toEqual(once);
});

test('Concurrent requests with one idempotency key get the stored response or an error to retry', async () => {
  const id = await confirmed();
  const headers = { 'idempotency-key': `key_of_${id}` };
  const counted = countOf(await fulfilAtOnce(id, headers));
  const { '200 success': done = 0, '409 idempotency_in_progress': waiting = 0 } = counted;
  const { '503 overloaded': busy = 0 } = counted;
  expect([done >= 1, done + waiting + busy]).toEqual([true, AT_ONCE]);
  expect(await callsFor(id)).toEqual(once);

  const replays = await fulfilAtOnce(id, headers, 10);
  expect(countOf(replays)).toEqual({ '200 success': 10 });
  expect(replays.every((answer) => answer.headers.get('idempotency-replayed') === 'true')).toBe(true);
  expect(await callsFor(id)).toEqual(once);
});

test('No transaction stays open during connector calls, and reads continue', async () => {
  // More than there are connections.
  const ids = await Promise.all(Array.from({ length: 20 }, () => confirmed()));
  const { promise, resolve: respond } = Promise.withResolvers<void>();
  Object.assign(connector, { reached: 0, responds: promise });
  const fulfilled = ids.map(async (id, i) => {
    const path = `/payouts/${id}/fulfill`;
    const answer = await clientOf(pair.services[i % 2]!).post(path, { key: shop.key, body: {} });
    return answer.body.status;
  });
  await expect.poll(() => connector.reached).toBe(ids.length);
  await expect.poll(idleInTransaction).toBe(0);
  for (const service of pair.services) {
    const { status } = await clientOf(service).get('/payments/list', { key: shop.key });
    expect(status).toBe(200);
  }
  respond();
  expect(new Set(await Promise.all(fulfilled))).toEqual(new Set(['success']));
});
