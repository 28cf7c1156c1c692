import fc from 'fast-check';
import { expect } from 'vitest';
import { ConnectorCall } from '../../../../src/core/entities/connector-call.ts';
import { budget } from '../../../kit/figure.ts';
import { insertRow } from '../../../kit/insert.ts';
import { seed } from '../../../kit/property.ts';
import { objectsRead } from '../../../kit/recent.ts';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { seedMerchant } from '../../../kit/seed.ts';
import type { TestService } from '../../../kit/service.ts';
import { testApart as test } from '../../../kit/test.ts';

const QUARTER_MS = 15 * 60_000;
const START = Date.UTC(2026, 9, 24);
/** The end of a histogram bucket exceeds its values by at most this factor. */
const BAND_MAX = 2 ** 0.25;

const moment = fc
  .tuple(fc.constantFrom(0, 1, 92, 96, 188), fc.constantFrom(0, 1, QUARTER_MS - 1))
  .map(([quarters, offset]) => new Date(START + quarters * QUARTER_MS + offset));
const call = fc.record({
  connector: fc.constantFrom('one', 'two'),
  operation: fc.constantFrom('authorize', 'refund'),
  duration_ms: fc.option(fc.integer({ min: 0, max: 40_000 })),
  created_at: moment,
});
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ insert: call }) },
  { weight: 2, arbitrary: fc.record({ of: fc.nat(), duration_ms: fc.integer({ min: 0, max: 40_000 }) }) },
  { weight: 1, arbitrary: fc.record({ delete: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ fold: fc.integer({ min: 1, max: 20 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const question = fc.record({
  groupBy: fc.uniqueArray(fc.constantFrom('CONNECTOR', 'OPERATION')),
  interval: fc.constantFrom(null, 'HOUR', 'DAY'),
  from: fc.option(moment),
  to: fc.option(moment),
  connector: fc.option(fc.constant('one')),
});
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

const query = `query ($filter: ConnectorCallFilter, $groupBy: [LatencyGrouping!]!, $interval: StatsInterval) {
  rows: connectorLatency(filter: $filter, groupBy: $groupBy, interval: $interval, timeZone: "Europe/Berlin") {
    connector operation bucket count meanMs p50Ms p95Ms
  }
}`;

interface Row {
  readonly connector: string | null;
  readonly operation: string | null;
  readonly bucket: string | null;
  readonly count: number;
  readonly meanMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const keyOf = ({ bucket, connector, operation }: Row) => `${connector} ${operation} ${bucket}`;
const inOrder = (rows: readonly Row[]) => [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** The same, computed from the calls themselves, with exact percentiles. */
async function recount({ database }: TestService, merchantId: string, asked: Question): Promise<Row[]> {
  const aligned = (time: Date | null, round: (quarters: number) => number) =>
    time && new Date(round(time.getTime() / QUARTER_MS) * QUARTER_MS);
  const column = (name: string) => (asked.groupBy.includes(name.toUpperCase() as never) ? name : 'null');
  const bucket = asked.interval
    ? `to_char(date_trunc('${asked.interval}', created_at, 'Europe/Berlin') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : 'null';
  const text = `
    select ${column('connector')} as connector, ${column('operation')} as operation, ${bucket} as bucket,
           count(*)::int as count, round(avg(duration_ms))::int as "meanMs",
           percentile_disc(0.5) within group (order by duration_ms) as "p50Ms",
           percentile_disc(0.95) within group (order by duration_ms) as "p95Ms"
    from connector_calls
    where merchant_id = $1 and duration_ms is not null and created_at >= coalesce($2::timestamptz, '-infinity')
      and created_at < coalesce($3::timestamptz, 'infinity') and connector = coalesce($4, connector)
    group by 1, 2, 3`;
  const values = [merchantId, aligned(asked.from, Math.floor), aligned(asked.to, Math.ceil), asked.connector];
  return database.rows.query<Row>({ text, values }, null);
}

async function take(service: TestService, merchantId: string, ids: string[], taken: Step): Promise<void> {
  const { rows } = service.database;
  const one = (at: number) => [merchantId, ids[at % ids.length]];
  if ('insert' in taken) ids.push(await insertCall(service, merchantId, ids.length, taken.insert));
  else if ('fold' in taken)
    await rows.query(
      { text: 'select fold_stats($1, $2::int)', values: [merchantId, taken.fold] },
      merchantId,
    );
  else if (ids.length === 0) return;
  else if ('delete' in taken) {
    const text = 'delete from connector_calls where merchant_id = $1 and call_id = $2';
    await rows.query({ text, values: one(taken.delete) }, null);
  } else {
    const text = 'update connector_calls set duration_ms = $3 where merchant_id = $1 and call_id = $2';
    await rows.query({ text, values: [...one(taken.of), taken.duration_ms] }, null);
  }
}

async function insertCall(
  service: TestService,
  merchantId: string,
  n: number,
  values: Call,
): Promise<string> {
  const callId = `call_${n}`;
  await insertRow(service, ConnectorCall, {
    merchant_id: merchantId,
    call_id: callId,
    flow: 'refund',
    object_id: 'ref_1',
    merchant_connector_id: 'mca_1',
    status: 'completed',
    completed_at: values.created_at,
    request: Buffer.from('sealed'),
    look_ups: 0,
    ...values,
  });
  return callId;
}

test('Latency equals a recount of the calls after every change, folded or not', async ({
  graphqlAs,
  service,
}) => {
  const history = fc.array(fc.tuple(step, question), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const merchant = await seedMerchant(service);
      const ids: string[] = [];
      for (const [taken, asked] of steps) {
        await take(service, merchant.merchantId, ids, taken);
        const { connector, from, groupBy, interval, to } = asked;
        const filter = {
          createdAt: {
            ...(from ? { gte: from.toISOString() } : {}),
            ...(to ? { lt: to.toISOString() } : {}),
          },
          ...(connector ? { connector: { eq: connector } } : {}),
        };
        const { rows } = await graphqlAs(merchant.key).data(query, { filter, groupBy, interval });
        const expected = inOrder(await recount(service, merchant.merchantId, asked));
        expect(inOrder(rows)).toEqual(
          expected.map((row) => ({ ...row, p50Ms: expect.any(Number), p95Ms: expect.any(Number) })),
        );
        for (const [i, row] of inOrder(rows).entries()) {
          for (const name of ['p50Ms', 'p95Ms'] as const) {
            const exact = Math.max(1, expected[i]![name]);
            expect(row[name]).toBeGreaterThanOrEqual(Math.floor(exact));
            expect(row[name]).toBeLessThanOrEqual(Math.ceil(exact * BAND_MAX));
          }
        }
      }
      // These calls have no payment, which would violate an invariant.
      const text = 'delete from connector_calls where merchant_id = $1';
      await service.database.rows.query({ text, values: [merchant.merchantId] }, null);
    }),
    { seed, numRuns: budget(30, 12) },
  );
});

test('Every call to a connector is timed, in one statement read from totals', async ({
  client,
  graphqlAs,
  service,
}) => {
  const shop = await sandboxShop(service);
  const paymentId = await shop.open({ capture_method: 'manual' });
  const body = { confirm: true, payment_method_data: { card: cardOf(cards.good) } };
  await client.post(`/payments/${paymentId}`, { key: shop.key, body });
  await graphqlAs(shop.key).mutate('capturePayment', { paymentId }, 'payment { status }');
  const { data, statements } = await graphqlAs(shop.key).run(
    '{ connectorLatency(groupBy: [CONNECTOR, OPERATION]) { connector operation count meanMs p95Ms } }',
  );
  const timed = { connector: 'sandbox', count: 1, meanMs: expect.any(Number), p95Ms: expect.any(Number) };
  expect(data.connectorLatency).toEqual([
    { ...timed, operation: 'authorize' },
    { ...timed, operation: 'capture' },
  ]);
  expect(statements).toHaveLength(1);
  expect(objectsRead(statements[0]!, 'connector_calls')).toEqual([]);
});

test('A latency query with an invalid time range is refused', async ({ graphqlAs, shop }) => {
  const filter = { or: [{ createdAt: { gte: new Date(START).toISOString() } }] };
  const document = 'query ($filter: ConnectorCallFilter) { connectorLatency(filter: $filter) { count } }';
  expect(await graphqlAs(shop.key).refusal(document, { filter })).toMatchObject({
    code: 'invalid_parameter',
    param: 'filter',
  });
});

test('A profile-restricted key may not read latency, since calls have no profile', async ({
  graphqlAs,
  shop,
}) => {
  const given = { name: 'Shop', profileId: shop.profileId, permissions: ['PAYMENTS_READ'] };
  const { payload } = await graphqlAs(shop.key).mutate('createApiKey', given, 'secret');
  const refused = await graphqlAs(payload.secret).refusal('{ connectorLatency { count } }');
  expect(refused).toMatchObject({ code: 'not_permitted' });
});
