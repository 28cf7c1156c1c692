import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EndpointScanner } from '../../../src/core/webhooks/endpoint-scanner.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { withSession } from '../../../src/database/sessions.ts';
import type { EmbeddedServer } from '../../../src/dev/embedded/server.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { startServiceOn, type TestService } from '../../kit/service.ts';
import { sweepRounds } from '../../kit/sweep-rounds.ts';
import { startTemporaryServer } from '../../kit/temporary-server.ts';

/** Logs the plan of every statement behind the role that ran it. Statistics stay those that the test gathers. */
const settings = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  log_line_prefix: '<%u> ',
  autovacuum: 'off',
};

let server: EmbeddedServer;
let service: TestService;

beforeAll(async () => {
  server = await startTemporaryServer('analyzed', settings);
  await migrateDatabase({ ownerUrl: server.ownerUrl, servingUrl: server.url });
  service = await startServiceOn({ url: server.url }, { doesJobs: false });
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

/** Tables without a threshold: they grow or hardly change, so that their statistics follow them in ever longer intervals. */
const lasting = new Set([
  ...['accounts', 'passkeys', 'persons', 'sessions', 'two_factors', 'verifications'].map(
    (name) => `auth.${name}`,
  ),
  ...['admin_keys', 'api_keys', 'attempts', 'audit_anchors', 'audit_log', 'audit_seals'],
  'authentications',
  ...[
    'blocklist_entries',
    'value_lists',
    'list_entries',
    'list_import_refusals',
    'list_imports',
    'business_profiles',
    'captures',
    'collect_links',
    'connector_accounts',
    'connector_calls',
  ],
  ...[
    'customers',
    'database_identity',
    'dispute_answers',
    'disputes',
    'domains',
    'encryption_keys',
    'ephemeral_keys',
  ],
  ...[
    'error_mappings',
    'events',
    'evidence_contents',
    'extended_card_infos',
    'idempotency_keys',
    'import_keys',
  ],
  ...[
    'incoming_events',
    'invitations',
    'mandates',
    'merchant_accounts',
    'migration_digests',
    'migrations',
    'notes',
  ],
  ...[
    'notifications',
    'operators',
    'payment_metadata',
    'payment_method_export_files',
    'payment_method_exports',
  ],
  ...[
    'payment_method_import_batches',
    'payment_method_import_results',
    'payment_method_imports',
    'payment_methods',
  ],
  ...[
    'payment_tokens',
    'payments',
    'payout_attempts',
    'payouts',
    'refunds',
    'report_parts',
    'report_schedules',
  ],
  ...[
    'reports',
    'request_log',
    'routing_configurations',
    'rule_replay_payments',
    'rule_replays',
    'rulesets',
    'sandbox_disputes',
    'sandbox_events',
    'sandbox_transactions',
  ],
  ...[
    'saved_views',
    'search_entries',
    'stats_totals',
    'status_changes',
    'team_members',
    'updates',
    'velocity_entries',
    'vendor_deletions',
  ],
  ...['webhook_deliveries', 'webhook_endpoints'],
]);

/** Leases and heartbeats: rows with one change or go within minutes. */
const passing = ['lease', 'claimed_at', 'seen_at'];

interface TableFacts {
  readonly name: string;
  readonly isPartitioned: boolean;
  readonly columns: readonly string[];
  readonly analyzedAfter: string | null;
}

const tables = () =>
  withSession(server.ownerUrl, async (owner) => {
    const { rows } = await owner.query<TableFacts>(`
      select case nspname when 'public' then '' else nspname || '.' end || relname as name, c.relkind = 'p' as "isPartitioned",
        array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0) as columns,
        (select option_value from pg_options_to_table(c.reloptions)
         where option_name = 'autovacuum_analyze_threshold') as "analyzedAfter"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and nspname in ('public', 'auth') order by 1`);
    return rows;
  });

test('Each table says whether its rows come and go, and those of which they do are analyzed after ten million changes', async () => {
  const found = await tables();
  const seldom = found.filter(({ analyzedAfter }) => analyzedAfter !== null);
  expect(seldom.length).toBeGreaterThan(0);
  for (const { analyzedAfter, name } of seldom) expect(analyzedAfter, name).toBe('10000000');
  // Statistics of a partitioned table are those of its partitions, which grow.
  const changing = found.filter(
    ({ columns, isPartitioned }) => !isPartitioned && columns.some((column) => passing.includes(column)),
  );
  expect(changing.length).toBeGreaterThanOrEqual(3);
  for (const { analyzedAfter, name } of changing) expect(analyzedAfter, name).not.toBe(null);
  const others = found.filter(({ analyzedAfter }) => analyzedAfter === null).map(({ name }) => name);
  expect(others.toSorted()).toEqual([...lasting].sort());
});

test('ANALYZE has each session plan anew every statement that names the table', () =>
  withSession(server.ownerUrl, async (owner) => {
    const plan = async () => {
      const { rows } = await owner.query<Record<string, string>>('explain (costs off) execute by_id(1)');
      return rows[0]!['QUERY PLAN'];
    };
    await owner.query('create table analyzed (id int primary key)');
    await owner.query('insert into analyzed select generate_series(1, 10000)');
    await owner.query(
      'set plan_cache_mode = force_generic_plan; set enable_indexscan = off; set enable_bitmapscan = off',
    );
    await owner.query('prepare by_id(int) as select from analyzed where id = $1');
    await owner.query('set enable_indexonlyscan = off');
    expect(await plan()).toContain('Seq Scan');
    await owner.query('reset enable_indexscan; reset enable_indexonlyscan; reset enable_bitmapscan');
    // The plan is kept although there is a better one.
    expect(await plan()).toContain('Seq Scan');
    await owner.query('analyze analyzed');
    expect(await plan()).toContain('Index');
    await owner.query('drop table analyzed');
  }));

/** The plans of the serving role. */
async function servingPlans(): Promise<string[]> {
  const { username } = new URL(server.url);
  const log = await readFile(path.join(server.dataDir, 'postgres.log'), 'utf8');
  return log.split(/^(?=<\w*> )/m).filter((entry) => entry.startsWith(`<${username}> `));
}

/** Has every session plan anew, with the statistics as they are. */
const forgetPlans = (name: string) => `alter table ${name} set (autovacuum_analyze_threshold = 10000000)`;

const fill = (merchant: string, endpoint: string, from: number, to: number) => [
  `insert into pending_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id,
     event_sequence, next_attempt_at, created_at)
   select '${merchant}', 'whd_' || n, 'evt_' || n, 'payment_succeeded', 'pay_' || n, '${endpoint}', '${endpoint}', n, now() + interval '1 day', now()
   from generate_series(${from}, ${to}) n`,
  `insert into stats_changes (merchant_id, object_type, currency, status, count, amount, starts_at)
   select '${merchant}', 'payment', 'USD', 'succeeded', 1, 100, now() from generate_series(${from}, ${to})`,
  `insert into webhook_endpoint_states (merchant_id, endpoint_id, profile_id, due_at)
   select '${merchant}', 'whe_' || n, '${endpoint}', now() + interval '1 day' from generate_series(${from}, ${to}) n`,
  `insert into attempt_counts (subject, attempts, expires_at)
   select 'subject ' || n, 1, now() + interval '1 day' from generate_series(${from}, ${to}) n`,
  `insert into card_testing_counters (merchant_id, profile_id, kind, subject, failures, expires_at)
   select '${merchant}', '${endpoint}', 'card', 'subject ' || n, 1, now() + interval '1 day' from generate_series(${from}, ${to}) n`,
];

const grown = [
  'pending_deliveries',
  'stats_changes',
  'webhook_endpoint_states',
  'attempt_counts',
  'card_testing_counters',
];

test('Plans for tables whose rows come and go read an index of 10, 10,000 and 200,000 rows, with statistics of 10', async () => {
  const shop = await seedMerchant(service);
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_plans');
  const asOwner = (...texts: readonly string[]) =>
    withSession(server.ownerUrl, async (owner) => {
      await owner.query(`select set_config('switchyard.merchant_id', '*', false)`);
      for (const text of texts) await owner.query(text);
    });
  let count = 0;
  for (const size of [10, 10_000, 200_000]) {
    // Triggers would run, and be logged, row by row.
    await asOwner(...grown.map((name) => `alter table ${name} disable trigger user`));
    await asOwner(...fill(shop.merchantId, shop.profileId, count + 1, size));
    await asOwner(...grown.map((name) => `alter table ${name} enable trigger user`));
    count = size;
    if (size === 10) await asOwner(...grown.map((name) => `analyze ${name}`));
    await asOwner(...grown.map(forgetPlans));
    await asOwner(`insert into webhook_endpoint_states (merchant_id, endpoint_id, profile_id, due_at)
      values ('${shop.merchantId}', '${shop.profileId}', '${shop.profileId}', now())
      on conflict (merchant_id, endpoint_id) do update set due_at = now()`);
    const { length } = await servingPlans();
    await new EndpointScanner(ctx, 30_000).next(8);
    const text = 'select fold_stats($1, 100) as folded';
    const touches = { writes: ['stats_totals', 'stats_changes', 'stats_progress'] };
    await ctx.rows.query({ text, values: [shop.merchantId], touches }, shop.merchantId);
    for (const name of ['find due webhooks', 'count queues', 'retention']) await sweepRounds[name]!(ctx);
    const plans = (await servingPlans()).slice(length);
    for (const name of grown)
      expect(
        plans.some((plan) => plan.includes(name)),
        `${name} ${size}`,
      ).toBe(true);
    const scanned = plans.flatMap((plan) =>
      [...plan.matchAll(/\bSeq Scan on (\w+)/g)]
        .map(([, name]) => name!)
        .filter((name) => grown.includes(name)),
    );
    expect([size, scanned]).toEqual([size, []]);
  }
});
