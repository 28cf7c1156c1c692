import { expect } from 'vitest';
import type { Context } from '../../../../src/core/foundation/context.ts';
import { withinMerchant } from '../../../../src/core/foundation/context.ts';
import { continueReplays } from '../../../../src/core/replays/continue-replays.ts';
import { replayRuleset } from '../../../../src/core/replays/replay-ruleset.ts';
import { PAGE_ROWS } from '../../../../src/core/replays/replayed-rows.ts';
import { PAYMENTS_PER_TURN } from '../../../../src/core/replays/turns.ts';
import { allMerchants } from '../../../../src/core/writes/due-objects.ts';
import { sweep } from '../../../../src/jobs/sweep.ts';
import { countStatements } from '../../../kit/count-statements.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import type { TestServiceOptions } from '../../../kit/service.ts';
import { test as base } from '../../../kit/test.ts';

const clock = { now: new Date('2026-06-10T12:00:00Z') };
const period = { created_gte: '2026-06-01T00:00:00.000Z', created_lt: '2026-06-02T00:00:00.000Z' };
const PAYMENTS = 10_000;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => clock.now }) as TestServiceOptions)
  .extend('sandbox', ({ service }) => sandboxShop(service))
  .extend('replays', async ({ client, sandbox, service }) => {
    const { account: first, key, merchantId, profileId } = sandbox;
    const second = await sandbox.sandbox({ connector_label: 'second' });
    const admin = service.contextFor({ kind: 'admin_key' }, 'req_replays');
    const sql = (text: string, ...values: unknown[]) =>
      service.database.rows.query<Record<string, never>>({ text, values, touches: 'everything' }, null);
    return {
      ...{ first, second, admin, sql, merchantId },
      ctx: withinMerchant(admin, merchantId),
      get: async (path: string) => (await client.get(path, { key })).body,
      post: async (path: string, body: object = {}) => (await client.post(path, { key, body })).body,
      draft: async (body: object) => {
        const given = { decision: 'payment_routing', name: 'one', profile_id: profileId, ...body };
        const made = await client.post('/rulesets', { key, body: given });
        expect(made.body.error).toBeUndefined();
        return made.body.ruleset_id as string;
      },
      /** Adds card payments of a day: every third declined, the first ten undecided, with a fee of 2 %. */
      fill: async (count: number, account = first) => {
        const card = { card: { card_network: 'Visa', card_isin: '424242' } };
        await sql(
          `insert into payments (merchant_id, payment_id, status, amount, net_amount, amount_capturable, amount_received,
             currency, client_secret, created, updated, expires_on, profile_id, payment_method, payment_method_data, email,
             fee, fee_currency, attempt_count)
           select $1, 'pay_' || n, 'succeeded', 1000, 1000, 0, 1000, 'EUR', 'secret', $3::timestamptz + n * interval '1 ms',
             $3, $3, $2, 'card', $4::jsonb, 'p' || n || '@example.com', 20, 'EUR', 1 from generate_series(1, ${count}) n returning 1`,
          ...[merchantId, profileId, period.created_gte, JSON.stringify(card)],
        );
        await sql(
          `insert into attempts (merchant_id, attempt_id, payment_id, status, amount, currency, created_at, modified_at,
             merchant_connector_id, profile_id, authorized_at)
           select $1, 'pay_' || n || '_1', 'pay_' || n, case when n <= 10 then 'started' when n % 3 = 0 then 'failure' else 'charged' end, 1000, 'EUR',
             $3, $3, $4, $2, case when n <= 10 or n % 3 = 0 then null else $3::timestamptz end from generate_series(1, ${count}) n returning 1`,
          ...[merchantId, profileId, period.created_gte, account],
        );
      },
    };
  });

const to = (id: string) => ({ connectors: [{ merchant_connector_id: id }] });

test('A replay of 10 000 payments takes a few statements per page and yields to the event loop', async ({
  replays,
}) => {
  const { ctx, draft, fill, first, get, second } = replays;
  await fill(PAYMENTS);
  const rules = [
    { name: 'p1', when: { field: 'email', comparison: 'equal', value: 'p1@example.com' }, then: to(first) },
  ];
  const id = await draft({ rules, default: to(second) });
  // Each payment asks for the connectors of its two accounts.
  let asked = 0;
  let most = 0;
  let isRunning = true;
  const connectors = {
    ...ctx.ports.connectors,
    find: (name: string) => {
      asked += 1;
      most = Math.max(most, asked);
      return ctx.ports.connectors.find(name);
    },
  };
  const ofNextTurn = () => {
    asked = 0;
    if (isRunning) setImmediate(ofNextTurn);
  };
  setImmediate(ofNextTurn);
  let replayId = '';
  const { statements } = await countStatements(async () => {
    replayId = await replayRuleset({ ...ctx, ports: { ...ctx.ports, connectors } }, id, period);
  });
  isRunning = false;
  const replay = await get(`/rulesets/replays/${replayId}`);
  const pages = PAYMENTS / PAGE_ROWS;
  // Begin, scope, the lock, settings, the page, its entries, the replay and commit.
  expect(statements.length).toBeLessThan(30 + (pages + 1) * 14);
  expect([most > 0, most <= 2 * 2 * PAYMENTS_PER_TURN]).toEqual([true, true]);
  const decided = PAYMENTS - 10;
  const approved = decided - Math.floor(PAYMENTS / 3) + 3;
  expect(replay).toMatchObject({
    status: 'succeeded',
    payments: PAYMENTS,
    unknown_facts: [],
    moved: [{ from: first, to: second, count: PAYMENTS - 1, amount: (PAYMENTS - 1) * 1000, currency: 'EUR' }],
    expected: {
      approvals_now: approved,
      // The second account has no attempt: nothing but the rate of the profile is known, in a wide interval.
      approvals_then: approved,
      observations: 0,
      ...{ cost_now: PAYMENTS * 20 - 200, cost_then: null, currency: 'EUR' },
    },
  });
  const { interval } = replay.expected;
  expect(interval.low).toBeLessThan(approved * 0.8);
  expect(interval.high).toBeGreaterThan(approved * 1.2);
  const list = await get(`/rulesets/replays/${replayId}/payments?moved=true&limit=2`);
  expect(list.data.map((one: { payment_id: string }) => one.payment_id)).toEqual(['pay_2', 'pay_3']);
});

test('More payments are left to the job, which goes on where it was killed', async ({ replays, service }) => {
  const { admin, ctx, draft, fill, first, get, merchantId, second, sql } = replays;
  await fill(3 * PAGE_ROWS);
  const id = await draft({ rules: [], default: to(second) });
  const replayId = await replayRuleset(ctx, id, period, 100);
  expect(await get(`/rulesets/replays/${replayId}`)).toMatchObject({
    status: 'pending',
    progress: 0,
    payments: 0,
  });
  let commits = 0;
  const dying = {
    ...admin,
    transact: (merchant: string | null, work: never) => {
      commits += 1;
      if (commits > 2) throw new Error('killed');
      return admin.transact(merchant, work);
    },
  } as Context;
  await expect(continueReplays(dying, allMerchants)).rejects.toThrow();
  const part = await get(`/rulesets/replays/${replayId}`);
  expect(part).toMatchObject({ status: 'pending', payments: 2 * PAGE_ROWS, expected: null });
  await expect
    .poll(async () => {
      await continueReplays(admin, allMerchants);
      return (await get(`/rulesets/replays/${replayId}`)).status;
    })
    .toBe('succeeded');
  const done = await get(`/rulesets/replays/${replayId}`);
  const all = 3 * PAGE_ROWS;
  expect(done).toMatchObject({
    progress: 100,
    payments: all,
    moved: [{ from: first, to: second, count: all }],
  });
  const entries =
    'select count(*)::int as n, count(distinct payment_id)::int as ids from rule_replay_payments where merchant_id = $1';
  expect(await sql(entries, merchantId)).toEqual([{ n: all, ids: all }]);
  clock.now = new Date(clock.now.getTime() + 31 * 24 * 60 * 60_000);
  await sweep(service.contextFor({ kind: 'admin_key' }, 'req_sweep'));
  expect(await sql(entries, merchantId)).toEqual([{ n: 0, ids: 0 }]);
  expect((await get(`/rulesets/replays/${replayId}`)).error.code).toBe('resource_not_found');
});

test('Rates of accounts are compared, a share is drawn as it would be, and hours are those of the payment', async ({
  replays,
}) => {
  const { draft, fill, first, post, second, sql } = replays;
  await fill(3_000);
  // The second account took the first thousand, and approved all that it decided, for a fee of 1 %.
  await sql(
    `update attempts set merchant_connector_id = $1, status = 'charged', authorized_at = created_at
     where split_part(payment_id, '_', 2)::int between 11 and 1000 returning 1`,
    second,
  );
  await sql(
    "update payments set fee = 10 where split_part(payment_id, '_', 2)::int between 11 and 1000 returning 1",
  );
  const all = await post(`/rulesets/${await draft({ rules: [], default: to(second) })}/replay`, period);
  expect(all.moved).toMatchObject([{ from: first, to: second, count: 2_010 }]);
  const { approvals_now: now, approvals_then: then, interval } = all.expected;
  // Of those from 1 001 to 3 000 every third was declined, 667.
  expect(now).toBe(990 + 2_000 - 667);
  expect([all.expected.observations, then > now, then <= 2_990]).toEqual([990, true, true]);
  expect([interval.low < then, interval.high >= then, interval.high <= 2_990]).toEqual([true, true, true]);
  expect([all.expected.cost_now, all.expected.cost_then]).toEqual([990 * 10 + 2_000 * 20, 2_990 * 10]);

  const split = [
    { split: 70, connector: { merchant_connector_id: first } },
    { split: 30, connector: { merchant_connector_id: second } },
  ];
  const drawn = await post(
    `/rulesets/${await draft({ rules: [], default: { volume_split: split } })}/replay`,
    period,
  );
  const share = drawn.moved.find((one: { to: string }) => one.to === second).count / 2_010;
  expect([share > 0.25, share < 0.35]).toEqual([true, true]);
  const when = { field: 'hour', comparison: 'equal', value: 2, time_zone: 'Europe/Berlin' };
  const atTwo = await draft({ decision: 'risk', rules: [{ name: 'at two', when, then: { risk: 'block' } }] });
  expect(await post(`/rulesets/${atTwo}/replay`, period)).toMatchObject({ payments: 3_000, blocked: 3_000 });
});

test('A period that is empty, an unknown ruleset and too many pending replays are refused', async ({
  replays,
}) => {
  const { ctx, draft, fill, post } = replays;
  const id = await draft({ rules: [], default: { connectors: ['sandbox'] } });
  const wrong = await post(`/rulesets/${id}/replay`, { ...period, created_lt: period.created_gte });
  expect(wrong.error).toMatchObject({ code: 'invalid_parameter', param: 'created_lt' });
  expect((await post('/rulesets/rul_none/replay', period)).error.code).toBe('resource_not_found');
  const empty = await post(`/rulesets/${id}/replay`, period);
  expect(empty).toMatchObject({
    status: 'succeeded',
    payments: 0,
    expected: { approvals_then: null, interval: null },
  });
  await fill(2);
  for (let n = 0; n < 5; n += 1) await replayRuleset(ctx, id, period, 1);
  expect((await post(`/rulesets/${id}/replay`, period)).error.code).toBe('unexpected_state');
});
