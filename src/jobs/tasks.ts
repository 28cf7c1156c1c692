import { notifyOfExpiringKeys } from '../core/access/expiring-keys.ts';
import { forgetCards } from '../core/connector-calls/forget-cards.ts';
import { derivedRows } from '../core/derived/index.ts';
import { announceProofs } from '../core/domains/announce-proofs.ts';
import { repeatDomainProofs } from '../core/domains/repeat-proofs.ts';
import type { Context } from '../core/foundation/context.ts';
import { runImports } from '../core/imports/run-imports.ts';
import { sealAuditLog } from '../core/maintenance/audit-chain.ts';
import { deleteAtVendors } from '../core/maintenance/delete-at-vendors.ts';
import { foldStats } from '../core/maintenance/fold-stats.ts';
import { keepPartitions } from '../core/maintenance/partitions.ts';
import { retentionDefaults } from '../core/maintenance/retention.ts';
import { sweepEvidenceObjects } from '../core/maintenance/sweep-evidence-objects.ts';
import { noteMissingSecondFactors } from '../core/merchant-accounts/note-second-factor.ts';
import { sendNotificationMail } from '../core/notifications/send-mail.ts';
import { watchConditions } from '../core/notifications/watch-conditions.ts';
import { deleteUnusedCards } from '../core/payment-methods/delete-unused-cards.ts';
import { captureDuePayments } from '../core/payments/capture/capture-due.ts';
import { expireAuthorizations } from '../core/payments/void/expire-authorizations.ts';
import { expirePayments } from '../core/payments/void/expire-payments.ts';
import { expirePayouts } from '../core/payouts/expire-payouts.ts';
import { makeReports } from '../core/reports/make-reports.ts';
import { runReportSchedules } from '../core/reports/run-schedules.ts';
import { writeExports } from '../core/vault-exports/write-exports.ts';
import { allMerchants, type MerchantShare } from '../core/writes/due-objects.ts';
import { sweep } from './sweep.ts';
import {
  dailyAt,
  everyFewSeconds,
  everyMinute,
  hourlyAt,
  type Period,
  type Task,
  type TaskOptions,
} from './ticker.ts';

/**
 * The number of shares, by the merchant's hash, into which processes split the work due every minute. A power of two.
 */
const SHARES = 4;

/** The background tasks of the service, and when they run. */
export const serviceTasks: readonly Task[] = Object.freeze([
  ...inShares('expire_payments', expirePayments),
  ...inShares('expire_payouts', expirePayouts),
  // Before authorizations expire: a capture may be due up to that time.
  ...inShares('capture_payments', captureDuePayments),
  ...inShares('expire_authorizations', expireAuthorizations),
  ...inShares('delete_at_vendors', deleteAtVendors),
  ...inShares('run_report_schedules', (ctx, share, { retention = retentionDefaults }) =>
    runReportSchedules(ctx, share, retention.reportsDays),
  ),
  ...inShares('repeat_domain_proofs', repeatDomainProofs),
  ...inShares('announce_domain_proofs', announceProofs),
  // In one share, so that many reports take the place of one task and no more.
  task('make_reports', everyFewSeconds, async (ctx, { logger }) => {
    const reports = await makeReports(ctx, allMerchants);
    if (reports > 0)
      logger.info({ request_id: ctx.requestId, task: 'make_reports', reports }, 'reports were made');
  }),
  // In one share, so that a long import takes the place of one task and no more.
  task('import_payment_methods', everyFewSeconds, async (ctx, { logger }) => {
    const rows = await runImports(ctx);
    if (rows > 0)
      logger.info({ request_id: ctx.requestId, task: 'import_payment_methods', rows }, 'rows were imported');
  }),
  task('export_payment_methods', everyFewSeconds, async (ctx, { logger }) => {
    const files = await writeExports(ctx);
    if (files > 0)
      logger.info(
        { request_id: ctx.requestId, task: 'export_payment_methods', files },
        'files were exported',
      );
  }),
  // A search judges objects whose change is queued one by one, so the queue is kept short.
  ...derivedRows.map(({ follow, what }) =>
    task(`derive_${what}`, everyFewSeconds, async (ctx) => {
      await follow(ctx);
    }),
  ),
  task('fold_stats', everyMinute, (ctx) => foldStats(ctx.rows)),
  task('notify_merchants', everyMinute, async (ctx, { logger }) => {
    const opened = (await watchConditions(ctx)) + (await notifyOfExpiringKeys(ctx));
    const mailed = await sendNotificationMail(ctx);
    if (opened + mailed > 0)
      logger.info(
        { request_id: ctx.requestId, task: 'notify_merchants', opened, mailed },
        'notifications were opened',
      );
  }),
  task('seal_audit_log', everyMinute, async (ctx) => {
    await sealAuditLog(ctx.rows, (work) => ctx.transact(null, ({ rows }) => work(rows)));
  }),
  task('keep_partitions', hourlyAt(7), async (ctx, { logger, retention }) => {
    const { adopted, dropped, late, made } = await keepPartitions(ctx, retention);
    if (made.length + dropped.length > 0) logger.info({ made, dropped }, 'partitions made and dropped');
    if (late + adopted.length > 0)
      logger.warn(
        { rows: late, adopted },
        'partitions were made after their first rows: the job has not run',
      );
  }),
  task('sweep', hourlyAt(17), (ctx, { retention }) => sweep(ctx, retention)),
  task('sweep_evidence_objects', hourlyAt(27), (ctx, { retention }) => sweepEvidenceObjects(ctx, retention)),
  task('note_second_factors', hourlyAt(37), async (ctx, { logger }) => {
    const merchants = await noteMissingSecondFactors(ctx);
    if (merchants.length > 0)
      logger.warn(
        { merchants },
        'these merchant accounts require no second factor: their owners are notified',
      );
  }),
  task('forget_cards', hourlyAt(47), (ctx) => forgetCards(ctx)),
  task('delete_unused_cards', dailyAt(3, 37), async (ctx, { logger, retention = retentionDefaults }) => {
    const cards = await deleteUnusedCards(ctx, retention.savedCardsMonths);
    if (cards > 0)
      logger.info({ request_id: ctx.requestId, task: 'delete_unused_cards', cards }, 'cards were deleted');
  }),
]);

function task(name: string, period: Period, run: Task['run']): Task {
  return { name, label: name, period, run };
}

/** One task per share of the merchants, which handles its due objects every minute. */
function inShares(
  label: string,
  handle: (ctx: Context, share: MerchantShare, options: TaskOptions) => Promise<number>,
): Task[] {
  return Array.from({ length: SHARES }, (_, index) => ({
    name: `${label}_${index}`,
    label,
    period: everyMinute,
    run: async (ctx, options) => {
      const handled = await handle(ctx, { index, of: SHARES }, options);
      if (handled > 0)
        options.logger.info({ request_id: ctx.requestId, task: label, handled }, 'due objects were handled');
    },
  }));
}
