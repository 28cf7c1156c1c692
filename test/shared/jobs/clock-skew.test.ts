import { pino } from 'pino';
import { afterEach, expect, vi } from 'vitest';
import type { Context } from '../../../src/core/foundation/context.ts';
import type { RowSource, Statement } from '../../../src/core/foundation/transaction.ts';
import { retentionDefaults } from '../../../src/core/maintenance/retention.ts';
import { EndpointScanner } from '../../../src/core/webhooks/endpoint-scanner.ts';
import { serviceTasks } from '../../../src/jobs/tasks.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { sweepRounds } from '../../kit/sweep-rounds.ts';
import { test as base } from '../../kit/test.ts';

const HOUR_MS = 60 * 60_000;
/** The tolerance: much more than the time between two runs of a job on a busy machine, and much less than the skew. */
const SLACK_MS = 20 * 60_000;

/** How the host's clock is off: all day, or between two heartbeats. */
const clocks = { 'two hours ahead': 2 * HOUR_MS, 'two hours behind': -2 * HOUR_MS } as const;

type Query = (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({}))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('ctx', ({ service }) => service.contextFor({ kind: 'admin_key' }, 'req_test'))
  .extend(
    'query',
    ({ service }): Query =>
      (text, ...values) =>
        service.database.rows.query({ text, values }, null),
  )
  .extend('pay', ({ api }) => async (values: object) => {
    const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
    const { body, status } = await api.post('/payments', {
      amount: 1000,
      currency: 'USD',
      ...card,
      ...values,
    });
    expect([status, body.error]).toEqual([200, undefined]);
    return body.payment_id as string;
  });

afterEach(() => void vi.useRealTimers());

/** Sets the host's clock for the whole process. The monotonic clock continues. */
function hostIsOff(byMs: number): void {
  vi.useRealTimers();
  if (byMs !== 0) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
}

/** With every job enabled. */
const options = {
  logger: pino({ level: 'silent' }),
  retention: { ...retentionDefaults, savedCardsMonths: 12 },
};

/** Every loop of background work: the jobs, and one run of each of the others. */
const work: Readonly<Record<string, (ctx: Context) => Promise<unknown>>> = {
  ...sweepRounds,
  ...Object.fromEntries(
    serviceTasks.map(({ name, run }) => [name, (ctx: Context) => run({ ...ctx, job: name }, options)]),
  ),
  'lease webhooks': (ctx) => new EndpointScanner(ctx, 30_000, false).next(8),
};

/** The times among a statement's values. */
const timesIn = (value: unknown): number[] =>
  Array.isArray(value)
    ? value.flatMap(timesIn)
    : value instanceof Date
      ? [value.getTime()]
      : typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
        ? [Date.parse(value)]
        : [];

/** Runs work, and records the times that its statements compare or write. */
async function timesOf(
  ctx: Context,
  run: (ctx: Context) => Promise<unknown>,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  const noting = (rows: RowSource): RowSource => ({
    query: (statement: Statement, merchantId) => {
      const found = timesIn(statement.values);
      if (found.length > 0 && !times.has(statement.text)) times.set(statement.text, found);
      return rows.query(statement, merchantId);
    },
  });
  await run({
    ...ctx,
    rows: noting(ctx.rows),
    transact: (merchantId, command) =>
      ctx.transact(merchantId, (transaction) => command({ ...transaction, rows: noting(transaction.rows) })),
  });
  return times;
}

test("No job uses the host's time: each sends the same statements, however far its clock is off", async ({
  ctx,
}) => {
  // Due work is done, so that each run has the same work.
  for (const run of Object.values(work)) await run(ctx);
  const asking: string[] = [];
  let compared = 0;
  for (const [name, run] of Object.entries(work)) {
    hostIsOff(0);
    const right = await timesOf(ctx, run);
    if (right.size > 0) asking.push(name);
    for (const [clock, offMs] of Object.entries(clocks)) {
      hostIsOff(offMs);
      const wrong = await timesOf(ctx, run);
      for (const [text, times] of right) {
        const others = wrong.get(text) ?? [];
        expect([name, clock, text, others.length]).toEqual([name, clock, text, times.length]);
        const farthestMs = Math.max(...times.map((time, at) => Math.abs(time - others[at]!)));
        expect([name, clock, text, farthestMs < SLACK_MS]).toEqual([name, clock, text, true]);
        compared += times.length;
      }
    }
  }
  // Statements without a time have no due times, or leave them to PostgreSQL.
  const without = Object.keys(work).filter((name) => !asking.includes(name));
  expect(without.map((name) => name.replace(/_\d$/, '')).sort()).toEqual(withoutTimes);
  expect(compared).toBeGreaterThan(100);
});

/** Work whose statements use no time while they find nothing: it is always due, or PostgreSQL's `now()` decides. */
const withoutTimes = [
  'count derived changes',
  'delete_unused_cards',
  'derive_search',
  'fold_stats',
  'list_blocked',
  'note_second_factors',
  'purge_deleted_lists',
  'seal_audit_log',
];

/** A row that becomes due at a time. */
interface DueRow {
  readonly table: string;
  readonly column: string;
  readonly key: Readonly<Record<string, string>>;
}

interface Makers {
  readonly query: Query;
  readonly pay: (values: object) => Promise<string>;
  readonly shop: Awaited<ReturnType<typeof sandboxShop>>;
}

/** Creates a row of each kind that becomes due for a job. */
async function makeRows({ pay, query, shop }: Makers): Promise<DueRow[]> {
  const { merchantId } = shop;
  const manual = { confirm: true, capture_method: 'manual' };
  const row = (table: string, column: string, id: string, value: string): DueRow => ({
    table,
    column,
    key: { merchant_id: merchantId, [id]: value },
  });
  const inserted = async (table: string, column: string, id: string, values: Record<string, unknown>) => {
    const all = Object.entries({ merchant_id: merchantId, ...values });
    const names = [...all.map(([name]) => name), column].join(', ');
    await query(
      `insert into ${table} (${names}) values (${all.map((_, at) => `$${at + 1}`).join(', ')}, now() + interval '1 day')`,
      ...all.map(([, value]) => value),
    );
    return row(table, column, id, String(values[id]));
  };
  const customer = await shop.customer();
  const scheduled = await pay({ ...manual, capture_on: new Date(Date.now() + HOUR_MS).toISOString() });
  return [
    row('payments', 'expires_on', 'payment_id', await pay({ confirm: false })),
    row('payments', 'capture_due', 'payment_id', scheduled),
    row('payments', 'capture_before', 'payment_id', await pay(manual)),
    row('payouts', 'expires_on', 'payout_id', await shop.payout({ status: 'requires_confirmation' })),
    row('report_schedules', 'next_run_at', 'schedule_id', await shop.reportSchedule({ enabled: true })),
    row('domains', 'next_check_at', 'domain_id', await shop.domain({ status: 'verified' })),
    row('collect_links', 'expires_at', 'pm_collect_link_id', await shop.collectLink(customer)),
    row('ephemeral_keys', 'expires_at', 'key_id', await shop.customersKey(customer)),
    await inserted('idempotency_keys', 'expires_at', 'key', {
      scope: 'api_key',
      key: `key_${merchantId}`,
      fingerprint: '',
      created_at: new Date(),
    }),
    await inserted('vendor_deletions', 'due_at', 'deletion_id', {
      deletion_id: `vdl_${merchantId}`,
      merchant_connector_id: shop.account,
      kind: 'method',
      connector_reference: 'none',
      customer_id: customer,
      tries: 0,
      created_at: new Date(),
    }),
  ];
}

const whereOf = (key: DueRow['key'], from = 1) =>
  Object.keys(key)
    .map((name, at) => `${name} = $${at + from}`)
    .join(' and ');

/** The due times of the rows, and their current state; null for a deleted one. */
const rowsHandler = (query: Query, rows: readonly DueRow[]) => ({
  dueIn: async (interval: string) => {
    for (const { column, key, table } of rows)
      await query(
        `update ${table} set ${column} = now() + $1::interval where ${whereOf(key, 2)}`,
        interval,
        ...Object.values(key),
      );
  },
  now: () =>
    Promise.all(
      rows.map(async ({ key, table }) => {
        const [found] = await query(
          `select to_jsonb(t)::text as row from ${table} t where ${whereOf(key)}`,
          ...Object.values(key),
        );
        return found?.row ?? null;
      }),
    ),
});

test('A host two hours ahead makes nothing due early, and a host two hours behind makes nothing late', async ({
  ctx,
  pay,
  query,
  shop,
}) => {
  const rows = await makeRows({ pay, query, shop });
  const { dueIn, now } = rowsHandler(query, rows);
  const runAll = async () => {
    for (const { name, run } of serviceTasks) await run({ ...ctx, job: name }, options);
  };
  await dueIn('1 hour');
  const before = await now();
  for (const offMs of [0, 2 * HOUR_MS]) {
    hostIsOff(offMs);
    await runAll();
    expect(await now()).toEqual(before);
  }
  hostIsOff(-2 * HOUR_MS);
  await dueIn('-1 hour');
  const due = await now();
  await runAll();
  const after = await now();
  const left = rows.filter((_, at) => after[at] === due[at]).map(({ column, table }) => `${table}.${column}`);
  expect(left).toEqual([]);
  // The authorization has lapsed at the network, too.
  const lapsed = (column: string) =>
    `jsonb_set(${column}, '{captureBefore}', to_jsonb(now() - interval '1 hour'))`;
  await query(
    `update sandbox_transactions set outcome = ${lapsed('outcome')}, first_outcome = ${lapsed('first_outcome')}
     where merchant_id = $1`,
    shop.merchantId,
  );
});
