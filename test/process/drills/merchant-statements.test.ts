import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fill, sql, withCluster } from '../../bench/cluster.ts';
import { actions } from '../../bench/load/actions.ts';
import { act, type Tally } from '../../bench/load/day.ts';
import { prepareMerchant } from '../../bench/load/prepare.ts';
import { startReceiver } from '../../bench/load/receiver.ts';
import { startProcess } from '../../shared/reliability/process.ts';

/**
 * Statements that need not name a merchant, with the reason. All others must, so that a database sharded by merchant
 * sends each statement to one machine.
 */
const exempt: readonly (readonly [statement: RegExp, reason: string])[] = [
  [
    /^(begin|commit|rollback|savepoint|listen|unlisten|set|show|select set_config)\b/i,
    'Of a session or transaction, not of rows.',
  ],
  [
    /^select (pg_|current_user|current_setting|now\(\)|\(extract\(\$1 from now\(\)\)|\$1 from pg_)/,
    'Of the server, not of rows.',
  ],
  [/\bdatabase_identity\b/, 'The identity of the database: one row for the service.'],
  [
    /^select pg_notify|^select .* from pg_catalog|\bpg_(namespace|class|settings|database)\b/,
    'Of the server.',
  ],
  [/\bscheduled_tasks\b/, 'When background tasks run: one list for the service.'],
  [/\bprocesses\b/, 'The heartbeats of processes.'],
  [/\bencryption_keys\b/, 'The registry of encryption keys.'],
  [/\berror_mappings\b/, "The operator's error mappings are the same for all merchants: a reference table."],
  [/\bauth\./, 'Accounts of people, who may belong to several merchants.'],
  [/\bfind_api_key_v2\(/, 'The merchant is what the key tells.'],
  [/^with deleted as/, 'Retention deletes what is past keeping of all merchants, in batches.'],
  [/\b(missing_partitions|make_partition|drop_partition)\(/, 'Partitions are of all merchants.'],
  [/\bfrom migrations\b|to_regclass\(/, 'The list of applied migrations.'],
  [
    /\bhashtext\(merchant_id\) & .* limit |\border by (c\.look_up_at|next_at|due_at)\b.* limit /,
    'Sweeps find what is due next, whoever it belongs to.',
  ],
  [
    /\bfrom domains where status <> .*\bacts_until\b|\bfrom api_keys( k)? where .*\b(expires_at <=|unnamed_permissions_until >) /,
    'Sweeps find domains that act without proof, and keys that expire or lack permissions.',
  ],
  [
    /^select (distinct )?merchant_id(, object_table)? from (\(|(stats_progress|search_changes) )|^select u\.merchant_id, sum\(u\.number\)|\bfrom (notifications where mail_due|payment_method_(imports|exports) where status)\b/,
    'Sweeps find whose rows are due or past keeping, and which imports and exports go on.',
  ],
  [
    /^with found as materialized .*\bnotification_rules\b/,
    'Which merchants meet a condition of their rules.',
  ],
  [
    /\bfold_(stats|objects)\(|\bappend_audit_seals\(|\bsettle_webhook_endpoints\(|from unsealed_audit_entries\b|\bmin\(changed_at\)/,
    'Sweeps fold totals, seal the audit log and settle webhook endpoints.',
  ],
];

/** Conditions that name one merchant, or a batch's merchants row by row. */
const namesMerchant = [
  /merchant_id"?\s*(=|in|is not distinct from|>|>=)\s*\(?(any\s*\(\s*)?\$/,
  /insert into \S+ \([^)]*\bmerchant_id\b/,
  // Rows passed as parameters contain their merchants.
  /(unnest|jsonb_(to|populate)_record(set)?)\([^)]*\)[^;]*\bmerchant_id\b/,
];

const MERCHANTS = 2;

test('Every statement of requests and jobs names a merchant, or belongs to an exempt kind', async () => {
  const tallies = new Map<string, Tally>();
  let statements: string[] = [];
  await withCluster(async (cluster) => {
    const keys = await fill(cluster, { payments: 200, merchants: MERCHANTS });
    // Bulk loading of demo data is neither a request nor a job.
    await sql(cluster.superuserUrl, 'select pg_stat_statements_reset()');
    const receiver = await startReceiver();
    const service = await startProcess({
      DATABASE_URL: cluster.url,
      ADMIN_API_KEY: `admin_${randomBytes(24).toString('base64url')}`,
      ENCRYPTION_KEY: cluster.encryptionKey.toString('base64'),
      NODE_ENV: 'production',
      RATE_LIMITS: 'false',
      SWITCHYARD_ENV: 'test',
      WEBHOOKS_TO_LOOPBACK: 'true',
    });
    try {
      const merchants = await Promise.all(keys.map((key) => prepareMerchant(service.url, key, receiver.url)));
      const acted = () => [...tallies.values()].filter(({ tookMs }) => tookMs.length > 1).length;
      await act(
        service.url,
        merchants,
        10,
        () => acted() >= actions.length && receiver.counts.taken > 10,
        tallies,
      );
    } finally {
      service.child.kill('SIGTERM');
      await service.ended;
      receiver.close();
    }
    const rows = await sql(
      cluster.superuserUrl,
      `select query from pg_stat_statements where userid = 'switchyard_service'::regrole`,
    );
    statements = rows.map(({ query }) => String(query).replace(/\s+/g, ' ').trim());
  });
  expect(statements.length).toBeGreaterThan(80);
  const unnamed = statements.filter(
    (text) =>
      !namesMerchant.some((pattern) => pattern.test(text)) && !exempt.some(([pattern]) => pattern.test(text)),
  );
  expect(unnamed).toEqual([]);
});
