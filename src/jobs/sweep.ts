import type { Context } from '../core/foundation/context.ts';
import { type Retention, retentionDefaults } from '../core/maintenance/retention.ts';

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
  // Before their reports, whose keys they have.
  'report_parts',
  'reports',
  'auth.sessions',
  'auth.verifications',
] as const;

/** Rows deleted per statement, so that it holds locks briefly and ends well within its time limit. */
const BATCH_MAX = 1_000;

const DAY_MS = 24 * 60 * 60_000;
/** A day for downloads, which ends after the last file, and one for the files before it. */
const EXPORT_FILES_DAYS = 2;
/** Results of imports are for whoever moved in. */
const IMPORT_RESULTS_DAYS = 90;
/** As their description says. */
const NOTIFICATIONS_DAYS = 90;
/** A table's rows to delete; `$1` in the condition is `before`. */
interface StaleRows {
  readonly table: string;
  readonly where: string;
  readonly before: Date;
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
  // The condition on the identifier is that of the index.
  await deleteAll(ctx, {
    table: 'payment_method_import_results',
    where: "created_at < $1::timestamptz and result_id > ''",
    before: ago(IMPORT_RESULTS_DAYS * DAY_MS),
  });
  // Likewise.
  await deleteAll(ctx, {
    table: 'notifications',
    where: "created_at < $1::timestamptz and notification_id > ''",
    before: ago(NOTIFICATIONS_DAYS * DAY_MS),
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

async function deleteAll(ctx: Context, stale: StaleRows): Promise<void> {
  const { before, table, where } = stale;
  const text = `
    with deleted as (
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${BATCH_MAX}))
      returning 1)
    select count(*) as deleted from deleted`;
  let deleted: number;
  do {
    const [row] = await ctx.rows.query(
      { text, values: [before.toISOString()], touches: { writes: [table] } },
      null,
    );
    deleted = Number(row?.deleted);
  } while (deleted === BATCH_MAX);
}
