import fc from 'fast-check';
import { expect } from 'vitest';
import { budget } from '../../../kit/figure.ts';
import { seed } from '../../../kit/property.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import type { TestService } from '../../../kit/service.ts';
import { testApart as base } from '../../../kit/test.ts';

const QUARTER_MS = 15 * 60_000;
const START = Date.UTC(2026, 9, 24);

/** Around a clock change in Berlin; some within a quarter of an hour. */
const moment = fc
  .tuple(fc.constantFrom(0, 1, 92, 96, 97, 188, 280), fc.constantFrom(0, 1, QUARTER_MS - 1))
  .map(([quarters, offset]) => new Date(START + quarters * QUARTER_MS + offset));

/** The column of each dimension, and its values here. */
const dimensions = {
  STATUS: ['status', 'authorizing', 'charged', 'failure', 'voided'],
  CONNECTOR: ['connector', 'one', 'two', null],
  PAYMENT_METHOD: ['payment_method', 'card', null],
  PAYMENT_METHOD_TYPE: ['payment_method_type', 'credit', null],
  PROFILE: ['profile_id', 'pro_one', null],
  ERROR_CODE: ['error_code', 'card_declined', null],
  UNIFIED_CODE: ['unified_code', 'UE_1000', null],
  CARD_NETWORK: ['card_network', 'Visa', 'Mastercard', null],
  BILLING_COUNTRY: ['billing_country', 'DE', 'FR', null],
  ISSUER_ERROR_CODE: ['issuer_error_code', '51', '05', null],
  AUTHENTICATION_TYPE: ['authentication_type', 'three_ds', null],
} as const;
type Grouping = keyof typeof dimensions;
const groupings = Object.keys(dimensions) as Grouping[];
const columnOf = (grouping: Grouping) => dimensions[grouping][0];

const changed = fc.record(
  Object.fromEntries(
    groupings.map((grouping) => [columnOf(grouping), fc.constantFrom(...dimensions[grouping].slice(1))]),
  ),
);
const attempt = fc
  .tuple(changed, moment, fc.nat(1_000), fc.constantFrom('EUR', 'USD'), fc.boolean())
  .map(([values, created_at, amount, currency, isApproved]) => ({
    ...{ ...values, created_at, amount, currency },
    authorized_at: isApproved ? created_at : null,
  }));

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ insert: fc.array(attempt, { minLength: 1, maxLength: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ of: fc.nat(), update: attempt }) },
  { weight: 2, arbitrary: fc.record({ fold: fc.integer({ min: 1, max: 20 }) }) },
);
const question = fc.record({
  groupBy: fc.uniqueArray(fc.constantFrom(...groupings)),
  interval: fc.constantFrom(null, 'HOUR', 'DAY', 'MONTH'),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu'),
  from: fc.option(moment),
  to: fc.option(moment),
  network: fc.option(fc.constantFrom('Visa', 'Mastercard')),
});
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const fields = groupings.map((grouping) => {
  const column = columnOf(grouping);
  return `${column}: ${column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`;
});
const statsQuery = `query ($filter: AttemptFilter, $groupBy: [StatsGrouping!]!, $interval: StatsInterval, $timeZone: String!) {
  rows: attemptStats(filter: $filter, groupBy: $groupBy, interval: $interval, timeZone: $timeZone) {
    currency ${fields.join(' ')} bucket count amount succeeded: succeededCount failed: failedCount
  }
}`;

const filterOf = ({ from, network, to }: Question) => ({
  createdAt: { ...(from ? { gte: from.toISOString() } : {}), ...(to ? { lt: to.toISOString() } : {}) },
  ...(network ? { cardNetwork: { eq: network } } : {}),
});

/** The same statistics, counted from the attempts themselves. */
async function recount({ database }: TestService, merchantId: string, asked: Question) {
  const { from, groupBy, interval, network, timeZone, to } = asked;
  const parameters: unknown[] = [merchantId];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const where = [
    'merchant_id = $1',
    ...(from ? [`created_at >= ${parameter(from)}`] : []),
    ...(to ? [`created_at < ${parameter(to)}`] : []),
    ...(network ? [`card_network = ${parameter(network)}`] : []),
  ].join(' and ');
  const bucket =
    interval === null
      ? 'null'
      : `to_char(date_trunc('${interval}', created_at, '${timeZone}') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const keys = groupings.map((grouping) =>
    groupBy.includes(grouping) ? columnOf(grouping) : `null as ${columnOf(grouping)}`,
  );
  const text = `select currency, ${keys.join(', ')}, ${bucket} as bucket, count(*)::int as count, sum(amount)::int8 as amount,
      (count(*) filter (where status <> 'failure' and authorized_at is not null))::int as succeeded,
      (count(*) filter (where status = 'failure'))::int as failed
    from attempts where ${where} group by ${[...groupings, '', ''].map((_, i) => i + 1).join(', ')}`;
  return database.rows.query({ text, values: parameters }, null);
}

const inOrder = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();

async function take(
  { database }: TestService,
  merchant: SeededMerchant,
  made: Made,
  taken: Step,
): Promise<void> {
  if ('insert' in taken) {
    for (const values of taken.insert) made.ids.push(await merchant.attempt(made.paymentId, values));
  } else if ('fold' in taken) {
    await database.rows.query(
      { text: 'select fold_stats($1, $2::int)', values: [merchant.merchantId, taken.fold] },
      merchant.merchantId,
    );
  } else if (made.ids.length > 0) {
    const set = Object.keys(taken.update).map((name, i) => `${name} = $${i + 3}`);
    const text = `update attempts set ${set.join(', ')} where merchant_id = $1 and attempt_id = $2`;
    const key = [merchant.merchantId, made.ids[taken.of % made.ids.length]];
    await database.rows.query({ text, values: [...key, ...Object.values(taken.update)] }, null);
  }
}

/** The attempts so far, all of one payment. */
interface Made {
  readonly paymentId: string;
  readonly ids: string[];
}

const test = base.extend('answered', ({ graphqlAs }) => async (key: string, asked: Question) => {
  const { groupBy, interval, timeZone } = asked;
  const variables = { filter: filterOf(asked), groupBy, interval, timeZone };
  const { rows } = await graphqlAs(key).data(statsQuery, variables);
  return inOrder((rows as { count: number }[]).filter(({ count }) => count > 0));
});

test('Attempt statistics equal a recount by any dimensions after every change, folded or not', async ({
  answered,
  service,
}) => {
  const history = fc.array(fc.tuple(step, question), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const merchant = await seedMerchant(service);
      const made = { paymentId: await merchant.payment(), ids: [] };
      for (const [taken, asked] of steps) {
        await take(service, merchant, made, taken);
        const expected = await recount(service, merchant.merchantId, asked);
        expect(await answered(merchant.key, asked)).toEqual(inOrder(expected));
      }
    }),
    { seed, numRuns: budget(30, 12) },
  );
});

test('A change of an attempt writes two statistics rows, or none if nothing counted changes', async ({
  service,
  shop,
}) => {
  const { rows } = service.database;
  const attemptId = await shop.attempt(await shop.payment(), { status: 'authorizing' });
  const changes = async () => {
    const text = `select count(*)::int as count from stats_changes where object_type = 'attempt'`;
    return (await rows.query({ text, values: [] }, shop.merchantId))[0]!.count as number;
  };
  const update = (set: string) => {
    const text = `update attempts set ${set} where merchant_id = $1 and attempt_id = $2`;
    return rows.query({ text, values: [shop.merchantId, attemptId] }, null);
  };
  expect(await changes()).toBe(1);
  await update(`modified_at = now(), status = status, connector_transaction_id = 'txn'`);
  expect(await changes()).toBe(1);
  await update(`authorized_at = now(), status = 'charged'`);
  expect(await changes()).toBe(3);
});
