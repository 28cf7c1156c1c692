import fc from 'fast-check';
import pg from 'pg';
import { expect } from 'vitest';
import { followStatistics } from '../../../../src/core/derived/fold-stats.ts';
import { ownerUrl } from '../../../kit/database.ts';
import { budget } from '../../../kit/figure.ts';
import { seed } from '../../../kit/property.ts';
import { objectsRead } from '../../../kit/recent.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import type { TestService } from '../../../kit/service.ts';
import { testApart as base } from '../../../kit/test.ts';

const QUARTER_MS = 15 * 60_000;
const START = Date.UTC(2026, 2, 28);
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York'];

/**
 * Around a clock change in Berlin, and few, so that bounds often coincide with payments, quarter-hours, days and
 * months.
 */
const moment = fc
  .tuple(
    fc.constantFrom(-2_592, 0, 1, 88, 92, 95, 96, 97, 188, 192, 280, 384, 3_264),
    fc.constantFrom(0, 1, 5 * 60_000, QUARTER_MS - 1),
  )
  .map(([quarters, offset]) => new Date(START + quarters * QUARTER_MS + offset));
const status = fc.constantFrom('succeeded', 'failed', 'processing');
/** The received, capturable and refunded amounts, within a payment's bounds. */
const money = fc.record({
  amount_received: fc.integer({ min: 100, max: 1_000 }),
  amount_capturable: fc.nat(1_000),
  amount_refunded: fc.nat(100),
});
const values = fc.record({
  created: moment,
  amount: fc.integer({ min: 0, max: 1_000 }),
  currency: fc.constantFrom('EUR', 'USD'),
  status,
  connector: fc.constantFrom(null, 'one', ''),
  payment_method: fc.constantFrom(null, 'card'),
  error_code: fc.constantFrom(null, 'card_declined'),
  attempt_count: fc.nat(2),
  money,
});

const changed = fc.record({ status, amount: fc.nat(1_000), attempt_count: fc.nat(2) });

/** A possible action between two reads; `of` selects a payment. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ insert: fc.array(values, { minLength: 1, maxLength: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ of: fc.nat(), update: changed }) },
  { weight: 2, arbitrary: fc.record({ of: fc.nat(), update: money }) },
  { weight: 1, arbitrary: fc.record({ of: fc.nat(), update: fc.record({ created: moment }) }) },
  { weight: 1, arbitrary: fc.record({ of: fc.nat(), delete: fc.constant(true as const) }) },
  { weight: 2, arbitrary: fc.record({ fold: fc.integer({ min: 1, max: 40 }) }) },
);

const columns = {
  STATUS: 'status',
  CONNECTOR: 'connector',
  PAYMENT_METHOD: 'payment_method',
  ERROR_CODE: 'error_code',
  PROFILE: 'profile_id',
  FIRST_ATTEMPT_FAILED: 'first_attempt_failed',
} as const;

const question = fc.record({
  groupBy: fc.uniqueArray(fc.constantFrom(...(Object.keys(columns) as (keyof typeof columns)[]))),
  isFirstFailed: fc.option(fc.boolean()),
  interval: fc.constantFrom(null, 'HOUR', 'DAY', 'WEEK', 'MONTH'),
  timeZone: fc.constantFrom(...zones),
  from: fc.option(fc.tuple(fc.constantFrom('gte', 'gt'), moment)),
  to: fc.option(fc.tuple(fc.constantFrom('lt', 'lte'), moment)),
  statuses: fc.option(fc.uniqueArray(status, { minLength: 1 })),
  connector: fc.option(fc.constant('one')),
  /** Excludes payments with this method or error. */
  not: fc.option(fc.constantFrom('card', 'card_declined')),
});
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const everything: Question = {
  ...{ groupBy: [], interval: null, timeZone: 'UTC', from: null, to: null, statuses: null },
  ...{ isFirstFailed: null, connector: null, not: null },
};
const operators = { gte: '>=', gt: '>', lt: '<', lte: '<=' } as const;

const statsQuery = `query ($filter: PaymentFilter, $groupBy: [StatsGrouping!]!, $interval: StatsInterval, $timeZone: String!) {
  rows: paymentStats(filter: $filter, groupBy: $groupBy, interval: $interval, timeZone: $timeZone) {
    currency status connector payment_method: paymentMethod error_code: errorCode profile_id: profileId
    first_attempt_failed: firstAttemptFailed
    bucket count amount authorized: amountAuthorized captured: amountCaptured refunded: amountRefunded
  }
  payments(filter: $filter) { totalCount }
}`;

/** The same statistics, computed from the payments themselves. */
async function recount({ database }: TestService, merchantId: string | null, asked: Question) {
  const parameters: unknown[] = [];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const bounds = [asked.from, asked.to].filter((bound) => bound !== null);
  const where = [
    ...(merchantId === null ? ['true'] : [`merchant_id = ${parameter(merchantId)}`]),
    ...bounds.map(([op, time]) => `created ${operators[op as keyof typeof operators]} ${parameter(time)}`),
    ...(asked.statuses ? [`status = any(${parameter(asked.statuses)})`] : []),
    ...(asked.isFirstFailed === null ? [] : [`first_attempt_failed = ${asked.isFirstFailed}`]),
    ...(asked.connector ? [`connector = ${parameter(asked.connector)}`] : []),
    ...(asked.not
      ? [`(payment_method = ${parameter(asked.not)} or error_code = $${parameters.length}) is not true`]
      : []),
  ].join(' and ');
  const bucket =
    asked.interval === null
      ? 'null'
      : `to_char(date_trunc('${asked.interval}', created, '${asked.timeZone}') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const all = Object.entries(columns).map(([grouping, column]) =>
    asked.groupBy.includes(grouping as keyof typeof columns) ? column : `null as ${column}`,
  );
  const text = `select currency, ${all.join(', ')}, ${bucket} as bucket, count(*)::int as count, sum(amount)::int8 as amount,
      sum(amount_received + amount_capturable)::int8 as authorized, sum(amount_received)::int8 as captured,
      sum(amount_refunded)::int8 as refunded
    from payments where ${where} group by 1, 2, 3, 4, 5, 6, 7, 8`;
  return database.rows.query({ text, values: parameters }, null);
}

const filterOf = ({ connector, from, isFirstFailed, not, statuses, to }: Question) => ({
  ...(from || to
    ? {
        created: Object.fromEntries(
          [from, to].flatMap((bound) => (bound ? [[bound[0], bound[1].toISOString()]] : [])),
        ),
      }
    : {}),
  ...(statuses ? { status: { in: statuses } } : {}),
  ...(isFirstFailed === null ? {} : { firstAttemptFailed: { eq: isFirstFailed } }),
  ...(connector ? { connector: { eq: connector } } : {}),
  ...(not === 'card' ? { not: { or: [{ paymentMethod: { eq: not } }] } } : {}),
  ...(not === 'card_declined' ? { not: { errorCode: { eq: not } } } : {}),
});

const inOrder = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();

async function take(
  service: TestService,
  merchant: SeededMerchant,
  ids: string[],
  taken: Step,
): Promise<void> {
  const { rows } = service.database;
  if ('insert' in taken) {
    for (const { money: sums, ...payment } of taken.insert) {
      ids.push(await merchant.payment({ net_amount: 2_000, ...payment, ...sums }));
    }
  } else if ('fold' in taken) {
    await rows.query(
      { text: 'select fold_stats($1, $2::int)', values: [merchant.merchantId, taken.fold] },
      merchant.merchantId,
    );
  } else if (ids.length > 0) {
    const at = taken.of % ids.length;
    const key = [merchant.merchantId, ids[at]];
    if ('delete' in taken) {
      ids.splice(at, 1);
      await rows.query(
        { text: 'delete from payments where merchant_id = $1 and payment_id = $2', values: key },
        null,
      );
    } else {
      const set = Object.keys(taken.update).map((name, i) => `${name} = $${i + 3}`);
      const text = `update payments set ${set.join(', ')} where merchant_id = $1 and payment_id = $2`;
      await rows.query({ text, values: [...key, ...Object.values(taken.update)] }, null);
    }
  }
}

const test = base
  /** The service's statistics, without rows that only fill empty buckets, and the exact count. */
  .extend('answered', ({ graphqlAs }) => async (key: string, asked: Question) => {
    const { groupBy, interval, timeZone } = asked;
    const answer = await graphqlAs(key).data(statsQuery, {
      filter: filterOf(asked),
      groupBy,
      interval,
      timeZone,
    });
    const rows = (answer.rows as { count: number }[]).filter(({ count }) => count > 0);
    return { rows: inOrder(rows), totalCount: answer.payments.totalCount as number };
  });

test('Statistics and counts equal a recount of the payments after every change, folded or not', async ({
  answered,
  service,
}) => {
  const history = fc.array(fc.tuple(step, question), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const merchant = await seedMerchant(service);
      const ids: string[] = [];
      for (const [taken, asked] of steps) {
        await take(service, merchant, ids, taken);
        const { rows, totalCount } = await answered(merchant.key, asked);
        const expected = await recount(service, merchant.merchantId, asked);
        expect(rows).toEqual(inOrder(expected));
        expect(totalCount).toBe(expected.reduce((sum, row) => sum + (row.count as number), 0));
      }
    }),
    { seed, numRuns: budget(40, 15) },
  );
});

test('Statistics across merchants equal a recount of all payments', async ({ answered, service }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(values, { maxLength: 3 }),
      question,
      fc.boolean(),
      async (payments, asked, folds) => {
        const merchant = await seedMerchant(service);
        await take(service, merchant, [], { insert: payments });
        if (folds) await followStatistics(service.database.rows);
        const { rows } = await answered(service.adminApiKey, asked);
        expect(rows).toEqual(inOrder(await recount(service, null, asked)));
      },
    ),
    { seed, numRuns: budget(40, 15) },
  );
});

test("A total keeps its amount while its count is zero until another transaction's changes are folded", async ({
  answered,
  service,
  shop,
}) => {
  const { rows } = service.database;
  const paymentId = await shop.payment({ amount: 100, created: new Date(START) });
  await followStatistics(rows);
  const setAmount = (amount: number) =>
    rows.query(
      {
        text: 'update payments set amount = $1 where merchant_id = $2 and payment_id = $3',
        values: [amount, shop.merchantId, paymentId],
      },
      null,
    );
  await setAmount(150);
  const other = await service.database.openSession();
  await other.query(`begin; select set_config('switchyard.merchant_id', '*', true)`);
  // Another process is folding the first change: this one takes the second.
  await other.query('select from stats_changes where merchant_id = $1 for update', [shop.merchantId]);
  await setAmount(170);
  await rows.query({ text: 'select fold_stats($1, 1)', values: [shop.merchantId] }, null);
  await other.query('rollback');
  await other.end();
  await followStatistics(rows);
  expect((await answered(shop.key, everything)).rows).toEqual(
    inOrder(await recount(service, shop.merchantId, everything)),
  );
});

test('A backlog is folded even if the planner expects no changes', async ({ service, shared, shop }) => {
  const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
  await owner.connect();
  const query = async (text: string) => {
    await owner.query('begin');
    await owner.query(`set local "switchyard.merchant_id" = '*'`);
    const { rows } = await owner.query(text);
    await owner.query('commit');
    return rows;
  };
  const payments = (from: number) => `
    insert into payments (merchant_id, payment_id, status, amount, net_amount, client_secret, created, updated, currency,
      expires_on, allowed_payment_method_types, incremental_authorizations)
    select '${shop.merchantId}', 'pay_' || n, 'processing', 1, 1, '', '2026-01-01Z', '2026-01-01Z', 'EUR', '2027-01-01Z',
      '[]', '[]' from generate_series(${from}, ${from + 19}) n returning 1`;
  // Twenty payments that change repeatedly; half of the changes leave pages without rows.
  const change = `update payments set amount = amount + 1 where merchant_id = '${shop.merchantId}'`;
  const backlog = async () => {
    for (let i = 0; i < 200; i += 1) await query(change);
  };
  await query(payments(1));
  await backlog();
  await followStatistics(service.database.rows);
  await query('analyze stats_changes');
  await backlog();
  await followStatistics(service.database.rows);
  const rows = await query('select count(*)::int as count from stats_changes');
  await owner.end();
  expect(rows).toEqual([{ count: 0 }]);
});

test('Readers see the same statistics while several processes fold changes', async ({
  answered,
  service,
  shop,
}) => {
  for (let i = 0; i < 120; i += 1)
    await shop.payment({ amount: i, created: new Date(START + i * QUARTER_MS) });
  const expected = inOrder(await recount(service, shop.merchantId, everything));
  let folding = true;
  const fold = async () => {
    const statement = { text: 'select fold_stats($1, 3) as folded', values: [shop.merchantId] };
    for (let folded = 1; folded > 0; ) {
      folded = ((await service.database.rows.query(statement, null))[0]?.folded as number) ?? 0;
    }
  };
  const read = async () => {
    while (folding) expect((await answered(shop.key, everything)).rows).toEqual(expected);
  };
  const folders = Promise.all([fold(), fold()]).finally(() => {
    folding = false;
  });
  await Promise.all([folders, read(), read()]);
  const [left] = await service.database.rows.query(
    { text: 'select count(*) as count from stats_changes', values: [] },
    shop.merchantId,
  );
  expect(left).toEqual({ count: 0 });
});

test('All-time statistics and counts read totals, and of the payments the recent ones only', async ({
  graphqlAs,
  service,
  shop,
}) => {
  await shop.payment();
  const client = graphqlAs(shop.key);
  const { statements } = await client.run(
    '{ paymentStats(groupBy: [STATUS], interval: DAY) { count } payments { totalCount } }',
  );
  const { statements: counts } = await graphqlAs(service.adminApiKey).run('{ payments { totalCount } }');
  expect([statements.length, counts.length]).toEqual([2, 1]);
  for (const statement of [...statements, ...counts]) {
    expect(statement).toContain('stats_totals');
    expect(objectsRead(statement, 'payments')).toEqual([]);
  }
});

test('A change of uncounted fields writes nothing for statistics', async ({ service, shop }) => {
  const paymentId = await shop.payment();
  const changes = async () => {
    const statement = { text: 'select count(*) as count from stats_changes', values: [] };
    return (await service.database.rows.query(statement, shop.merchantId))[0]!.count as number;
  };
  const before = await changes();
  const text = `update payments set description = 'New', status = status where merchant_id = $1 and payment_id = $2`;
  await service.database.rows.query({ text, values: [shop.merchantId, paymentId] }, null);
  expect(await changes()).toBe(before);
});

test('In every time zone, hours and days start on a quarter of an hour', async ({ service }) => {
  const text = `
    select z.name, t from unnest($1::text[]) z(name),
      generate_series(timestamptz '2000-01-01Z', timestamptz '2037-12-31Z', interval '30 days') t
    where mod(extract(epoch from t at time zone z.name)::int8, 900) <> 0 limit 5`;
  const statement = { text, values: [Intl.supportedValuesOf('timeZone')] };
  expect(await service.database.rows.query(statement, null)).toEqual([]);
});
