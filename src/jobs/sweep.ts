import type { Context } from '../core/foundation/context.ts';
import { type Retention, retentionDefaults } from '../core/maintenance/retention.ts';
import { VELOCITY_DAYS } from '../core/rules/velocity.ts';
import { findDue } from '../core/writes/find-due.ts';

/** Tables whose rows expire. */
const expiring = [
  'idempotency_keys',
  'payment_tokens',
  'ephemeral_keys',
  'collect_links',
  'extended_card_infos',
  'card_testing_counters',
  'attempt_counts',
  'incoming_events',
  'list_entries',
  // Before their reports, whose keys they have.
  'report_parts',
  'reports',
  'rule_replay_payments',
  'rule_replays',
  'auth.sessions',
  'auth.verifications',
] as const;

/** The primary keys of the tables: rows of merchants are deleted merchant by merchant. */
const keys = {
  idempotency_keys: 'merchant_id, scope, key',
  payment_tokens: 'merchant_id, token',
  ephemeral_keys: 'merchant_id, hash',
  collect_links: 'merchant_id, pm_collect_link_id',
  extended_card_infos: 'merchant_id, payment_id',
  card_testing_counters: 'merchant_id, profile_id, kind, subject',
  velocity_entries: 'merchant_id, subject, attempted_at, attempt_id',
  attempt_counts: 'subject',
  list_entries: 'merchant_id, entry_id',
  incoming_events: 'merchant_id, merchant_connector_id, event_id',
  report_parts: 'merchant_id, part_id',
  reports: 'merchant_id, report_id',
  rule_replay_payments: 'merchant_id, replayed_id',
  rule_replays: 'merchant_id, replay_id',
  'auth.sessions': 'id',
  'auth.verifications': 'id',
  'auth.rate_limits': 'id',
  processes: 'process_id',
  evidence_contents: 'merchant_id, file_id',
  payment_method_export_files: 'merchant_id, file_id',
  payment_method_import_results: 'merchant_id, result_id',
  list_import_refusals: 'merchant_id, refusal_id',
  list_import_batches: 'merchant_id, batch_id',
  notifications: 'merchant_id, notification_id',
  sandbox_transactions: 'merchant_id, merchant_connector_id, idempotency_key',
  sandbox_disputes: 'merchant_id, merchant_connector_id, dispute_id',
  sandbox_events: 'merchant_id, merchant_connector_id, event_id',
} as const;

type SweptTable = keyof typeof keys;

/** Rows deleted per statement, so that it holds locks briefly and ends well within its time limit. */
const BATCH_MAX = 1_000;

const DAY_MS = 24 * 60 * 60_000;
/** A day for downloads, which ends after the last file, and one for the files before it. */
const EXPORT_FILES_DAYS = 2;
/** Results of imports, and refused lines, are kept for the merchant who moved in. */
const IMPORT_RESULTS_DAYS = 90;
/** As their description says. */
const NOTIFICATIONS_DAYS = 90;
/** A table's rows to delete; `$1` in the condition is `before`. */
interface StaleRows {
  readonly table: SweptTable;
  readonly where: string;
  readonly before: Date;
  /** Other tables that the condition reads. */
  readonly reads?: readonly string[];
}

/** Deletes expired rows, and rows past their retention, of tables that are not partitioned. */
export async function sweep(ctx: Context, retention: Retention = retentionDefaults): Promise<void> {
  const now = ctx.ports.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  for (const table of expiring) {
    await deleteAll(ctx, { table, where: 'expires_at <= $1::timestamptz', before: now });
  }
  await deleteAll(ctx, {
    table: 'auth.rate_limits',
    where: 'last_request < extract(epoch from $1::timestamptz) * 1000',
    before: ago(DAY_MS),
  });
  await deleteAll(ctx, { table: 'processes', where: 'seen_at < $1::timestamptz', before: ago(DAY_MS) });
  await deleteAll(ctx, {
    table: 'evidence_contents',
    where: 'created_at < $1::timestamptz and object_name is null',
    before: ago(retention.evidenceFilesDays * DAY_MS),
  });
  await deleteAll(ctx, {
    table: 'payment_method_export_files',
    where: 'written_at < $1::timestamptz',
    before: ago(EXPORT_FILES_DAYS * DAY_MS),
  });
  await deleteAll(ctx, {
    table: 'velocity_entries',
    where: 'attempted_at < $1::timestamptz',
    before: ago(VELOCITY_DAYS * DAY_MS),
  });
  // The index has the same condition on the identifier.
  await deleteAll(ctx, {
    table: 'payment_method_import_results',
    where: "created_at < $1::timestamptz and result_id > ''",
    before: ago(IMPORT_RESULTS_DAYS * DAY_MS),
  });
  // Likewise.
  await deleteAll(ctx, {
    table: 'list_import_refusals',
    where: "created_at < $1::timestamptz and refusal_id > ''",
    before: ago(IMPORT_RESULTS_DAYS * DAY_MS),
  });
  // Likewise.
  await deleteAll(ctx, {
    table: 'notifications',
    where: "created_at < $1::timestamptz and notification_id > ''",
    before: ago(NOTIFICATIONS_DAYS * DAY_MS),
  });
  // The lines of uploads that did not end.
  await deleteAll(ctx, {
    table: 'list_import_batches',
    where: `created_at < $1::timestamptz and not exists (select from list_imports i
      where i.merchant_id = list_import_batches.merchant_id and i.import_id = list_import_batches.import_id)`,
    before: ago(DAY_MS),
    reads: ['list_imports'],
  });
  const sandboxBefore = ago(retention.sandboxDays * DAY_MS);
  for (const [table, since] of sandboxTimes) {
    await deleteAll(ctx, { table, where: `${since} < $1::timestamptz`, before: sandboxBefore });
  }
}

/** The sandbox's tables, with the column of a row's last use. */
const sandboxTimes = [
  ['sandbox_transactions', 'coalesce(settles_at, created_at)'],
  ['sandbox_disputes', 'respond_by'],
  ['sandbox_events', 'coalesce(told_at, next_at)'],
] as const;

async function deleteAll(ctx: Context, { before, reads = [], table, where }: StaleRows): Promise<void> {
  const key: string = keys[table];
  const stale = (condition: string) =>
    `select ${key} from ${table} where ${condition}${where} limit ${BATCH_MAX}`;
  const deleteRows = async (condition: string, merchantId: string | null): Promise<number> => {
    const text = `
      with deleted as (
        delete from ${table} where ${condition}(${key}) in (${stale(condition)}) returning 1)
      select count(*)::int as deleted from deleted`;
    const values = [before.toISOString(), ...(merchantId === null ? [] : [merchantId])];
    const statement = { text, values, touches: { reads, writes: [table] } };
    const [row] = await ctx.rows.query<{ deleted: number }>(statement, merchantId);
    return row!.deleted;
  };
  if (!key.startsWith('merchant_id')) {
    while ((await deleteRows('', null)) === BATCH_MAX);
    return;
  }
  const due = {
    text: (isOfSome: () => string) => `select distinct merchant_id from (${stale(`${isOfSome()} and `)}) s`,
    values: [before.toISOString()],
    reads: [table, ...reads],
  };
  for (;;) {
    const merchants = await findDue<{ merchant_id: string }>(ctx.rows, due);
    let deleted = 0;
    for (const { merchant_id } of merchants)
      deleted += await deleteRows('merchant_id = $2 and ', merchant_id);
    // Another process deletes the rest.
    if (deleted === 0) return;
  }
}
