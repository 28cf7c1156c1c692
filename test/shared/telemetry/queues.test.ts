import pg from 'pg';
import { expect, vi } from 'vitest';
import { derivedRows } from '../../../src/core/derived/index.ts';
import type { RowSource } from '../../../src/core/foundation/transaction.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { queueNames, queueStatements, readQueues } from '../../../src/telemetry/queues.ts';
import { ownerUrl } from '../../kit/database.ts';
import { testApart as base } from '../../kit/test.ts';
import { parseExposition, sumOf } from './exposition.ts';

/** Many more than the statements count. */
const CALLS = 15_000;
const UNKNOWN = 500;
const DELIVERIES_EACH = 3_000;

const test = base
  .extend('ask', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    await owner.connect();
    onCleanup(() => owner.end());
    await owner.query(`select set_config('switchyard.merchant_id', '*', false)`);
    return (text: string, values: unknown[] = []) => owner.query(text, values);
  })
  .extend('clear', { scope: 'file' }, ({ ask }) => async () => {
    await ask('delete from connector_calls');
    await ask('delete from webhook_endpoint_states');
    await ask('delete from webhook_deliveries');
    await ask('delete from pending_deliveries');
    await ask('delete from events');
    await ask('delete from scheduled_tasks');
  })
  /** Adds calls without an outcome, each due a second before the next. */
  .extend(
    'addCalls',
    ({ ask, shop }) =>
      (count: number, due: string, outcome: object) =>
        ask(
          `insert into connector_calls (merchant_id, call_id, flow, operation, object_id, merchant_connector_id,
             connector, status, request, outcome, look_up_at, created_at)
           select $1, 'call_' || $3 || i, 'payment', 'authorize', 'pay_' || $3 || i, 'mca_1', 'sandbox', 'intended', '',
             $4::jsonb, now() + $3::interval - i * interval '1 second', now() - i * interval '1 second'
           from generate_series(1, $2::int) i`,
          [shop.merchantId, count, due, JSON.stringify(outcome)],
        ),
  )
  .extend('addDeliveries', ({ ask, shop }) => async (count: number, profileId: string, due: string) => {
    await shop.profile({ profile_id: profileId });
    await ask(
      `with made as (
         insert into events (merchant_id, event_id, event_type, object_type, object_id, profile_id, body, created_at)
         select $1, 'evt_' || $3 || i, 'payment_succeeded', 'payment', 'pay_' || $3 || i, $3, '{}', now()
         from generate_series(1, $2::int) i returning event_id, object_id, sequence)
       insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status,
         next_attempt_at, created_at, event_sequence)
       select $1, 'whd_' || event_id, event_id, 'payment_succeeded', object_id, $3, $3, 'pending',
         now() + $4::interval, now(), sequence from made`,
      [shop.merchantId, count, profileId, due],
    );
  });

test('Queues are counted with the age of their oldest entry, excluding entries not due or waiting for a merchant', async ({
  addCalls,
  addDeliveries,
  ask,
  clear,
  service,
  shop,
}) => {
  await clear();
  const { rows } = service.database;
  expect(await readQueues(rows, new Date())).toEqual(
    Object.fromEntries(queueNames.map((name) => [name, { depth: 0, oldestS: 0 }])),
  );
  await addCalls(3, '-60 seconds', { kind: 'pending' });
  await addCalls(2, '600 seconds', { kind: 'unknown', reason: 'timed_out' });
  await addDeliveries(4, 'pro_due', '-30 seconds');
  await addDeliveries(1, 'pro_later', '600 seconds');
  await addDeliveries(5, 'pro_stopped', '-900 seconds');
  await addDeliveries(5, 'pro_resting', '-900 seconds');
  await ask(
    `insert into webhook_endpoint_states (merchant_id, endpoint_id, profile_id, failures, resting_until,
       resting_since, stopped_at)
     values ($1, 'pro_stopped', 'pro_stopped', 0, null, null, now()),
       ($1, 'pro_resting', 'pro_resting', 9, now() + interval '1 hour', now() - interval '20 minutes', null),
       ($1, 'pro_later', 'pro_later', 0, now() - interval '1 minute', now() - interval '1 hour', null)
     on conflict (merchant_id, endpoint_id) do update set failures = excluded.failures,
       resting_until = excluded.resting_until, resting_since = excluded.resting_since, stopped_at = excluded.stopped_at`,
    [shop.merchantId],
  );
  await ask(
    `insert into scheduled_tasks (task, due_at, process_id)
     values ('sweep', now() - interval '90 seconds', null), ('fold_stats', now() + interval '30 seconds', null),
       ('forget_cards', now() - interval '600 seconds', 'proc_1'), ('of_another_release', now() - interval '1 day', null)`,
  );
  const queues = await readQueues(rows, new Date());
  await clear();
  const depths = Object.fromEntries(Object.entries(queues).map(([name, { depth }]) => [name, depth]));
  expect(depths).toEqual({
    ...{ connector_look_ups: 3, unknown_outcomes: 2, webhook_deliveries: 4, jobs: 1 },
    // A pause requested by the endpoint does not count once it is over.
    resting_endpoints: 1,
  });
  // Inserted rows became due this long ago, and the test has run a while since.
  const planted = {
    ...{ connector_look_ups: 63, unknown_outcomes: 2, webhook_deliveries: 30, jobs: 90 },
    resting_endpoints: 1_200,
  };
  for (const [name, age] of Object.entries(planted)) {
    const { oldestS } = queues[name as keyof typeof planted];
    expect([name, oldestS >= age - 1, oldestS < age + 300]).toEqual([name, true, true]);
  }
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}
const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
const readBy = (step: Plan) =>
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'];

test('Counting long queues reads indexes, and only the counted entries', async ({
  addCalls,
  addDeliveries,
  ask,
  clear,
  service,
}) => {
  await clear();
  await addCalls(CALLS, '-60 seconds', { kind: 'pending' });
  // A person looks into each of these.
  await addCalls(UNKNOWN, '600 seconds', { kind: 'unknown', reason: 'timed_out' });
  for (const profileId of ['pro_1', 'pro_2', 'pro_3']) {
    await addDeliveries(DELIVERIES_EACH, profileId, '-60 seconds');
  }
  await ask('vacuum analyze connector_calls, webhook_deliveries');
  const { rows } = service.database;
  // A few tasks, and one row of each paused endpoint.
  const short: readonly string[] = ['jobs', 'resting_endpoints'];
  for (const name of queueNames.filter((queue) => !short.includes(queue))) {
    const text = `explain (analyze, timing off, format json) ${queueStatements[name](() => 'true')}`;
    const [row] = await rows.query({ text, values: [new Date().toISOString()] }, null);
    const steps = (row!['QUERY PLAN'] as { Plan: Plan }[]).flatMap(({ Plan: plan }) => stepsOf(plan));
    const indexed = steps.filter((step) => /^(Index|Bitmap Index)/.test(step['Node Type']));
    const whole = steps.filter((step) => step['Node Type'] === 'Seq Scan' && readBy(step) > 10);
    const sorted = steps.filter((step) => step['Node Type'] === 'Sort' && readBy(step) > UNKNOWN);
    const read = indexed.map(readBy).reduce((sum, of) => sum + of, 0);
    expect([name, whole, sorted]).toEqual([name, [], []]);
    expect([name, read, read > 100 && read <= 10_100]).toEqual([name, read, true]);
  }
  const queues = await readQueues(rows, new Date());
  await clear();
  expect(queues.connector_look_ups.depth).toBe(10_000);
  expect(queues.webhook_deliveries.depth).toBe(300);
  // The oldest of all, though not all are counted.
  expect(queues.connector_look_ups.oldestS).toBeGreaterThan(CALLS);
});

test('Queues are counted at intervals, however often metrics are read', async ({ service }) => {
  const metrics = createMetrics();
  const { rows } = service.database;
  const query = vi.fn<RowSource['query']>((...statement) => rows.query(...statement) as never);
  metrics.measure({ vitals: service.vitals, rows: { query } as RowSource, now: () => new Date() });
  const texts = await Promise.all(Array.from({ length: 10 }, () => metrics.registry.metrics()));
  expect(query).toHaveBeenCalledTimes(queueNames.length + derivedRows.length);
  for (const text of texts) {
    const families = parseExposition(text);
    const { samples } = families.find(({ name }) => name === 'switchyard_queue_depth')!;
    expect(samples.map(({ labels }) => labels.queue).sort()).toEqual([...queueNames].sort());
    for (const derived of ['switchyard_derived_lag_seconds', 'switchyard_derived_changes']) {
      const { samples } = families.find(({ name }) => name === derived)!;
      expect(samples.map(({ labels }) => labels.what)).toEqual(derivedRows.map(({ what }) => what));
    }
  }
});

test('Only the queue metrics lose their values while the database does not respond', async ({ service }) => {
  const metrics = createMetrics();
  const rows = { query: () => Promise.reject(new Error('The database is away.')) };
  metrics.measure({ vitals: service.vitals, rows, now: () => new Date() });
  await metrics.registry.metrics();
  const text = await metrics.registry.metrics();
  const samplesOf = (name: string) => parseExposition(text).find((family) => family.name === name)?.samples;
  for (const name of ['switchyard_queue_depth', 'switchyard_derived_lag_seconds'])
    expect(samplesOf(name)).toEqual([]);
  expect(samplesOf('switchyard_database_pool_size')).toHaveLength(3);
  expect(sumOf(text, 'switchyard_queue_count_failures_total')).toBe(1);
});
