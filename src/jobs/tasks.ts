import { notifyOfExpiringKeys } from '../core/access/expiring-keys.ts';
import { continueBalanceBackfills } from '../core/balance/backfill.ts';
import { adoptAlgorithms } from '../core/business-profiles/adopt-algorithms.ts';
import { forgetCards } from '../core/connector-calls/forget-cards.ts';
import { derivedRows } from '../core/derived/index.ts';
import { announceProofs } from '../core/domains/announce-proofs.ts';
import { repeatDomainProofs } from '../core/domains/repeat-proofs.ts';
import type { Context } from '../core/foundation/context.ts';
import { runImports } from '../core/imports/run-imports.ts';
import { deleteAtVendors } from '../core/maintenance/delete-at-vendors.ts';
import { keepPartitions } from '../core/maintenance/partitions.ts';
import { retentionDefaults } from '../core/maintenance/retention.ts';
import { sweepEvidenceObjects } from '../core/maintenance/sweep-evidence-objects.ts';
import { noteMissingSecondFactors } from '../core/merchant-accounts/note-second-factor.ts';
import { sendNotificationMail } from '../core/notifications/send-mail.ts';
import { watchConditions } from '../core/notifications/watch-conditions.ts';
import { deleteUnusedCards } from '../core/payment-methods/delete-unused-cards.ts';
import { retryDuePayments } from '../core/payments/authorize/retry-due.ts';
import { captureDuePayments } from '../core/payments/capture/capture-due.ts';
import { expireAuthorizations } from '../core/payments/void/expire-authorizations.ts';
import { expirePayments } from '../core/payments/void/expire-payments.ts';
import { expirePayouts } from '../core/payouts/expire-payouts.ts';
import { continueReplays } from '../core/replays/continue-replays.ts';
import { makeReports } from '../core/reports/make-reports.ts';
import { runReportSchedules } from '../core/reports/run-schedules.ts';
import { runFinanceImports } from '../core/settlements/files/run-finance-imports.ts';
import { readReports } from '../core/settlements/read-reports.ts';
import { purgeDeletedLists } from '../core/value-lists/delete-list.ts';
import { listBlocked } from '../core/value-lists/list-blocked.ts';
import { runListImports } from '../core/value-lists/run-list-imports.ts';
import { writeExports } from '../core/vault-exports/write-exports.ts';
import { allMerchants, type MerchantShare } from '../core/writes/due-objects.ts';
import { sweep } from './sweep.ts';
import {
  dailyAt,
  everyFewSecondsAt,
  everyMinuteAt,
  hourlyAt,
  type Period,
  type Task,
  type TaskOptions,
} from './ticker.ts';

/**
 * The number of shares, by the merchant's hash, into which processes split the work due every minute. A power of two.
 */
const SHARES = 4;

/**
 * The background tasks of the service, and when they run. Those of a minute are spread over its seconds: 35 at once took
 * the processor and the connections from the payments of that second.
 */
export const serviceTasks: readonly Task[] = Object.freeze([
  ...inShares('expire_payments', 1, expirePayments),
  ...inShares('expire_payouts', 3, expirePayouts),
  // In the second in which authorizations expire, and claimed before: a capture may be due up to that time.
  ...inShares('capture_payments', 5, captureDuePayments),
  ...inShares('expire_authorizations', 5, expireAuthorizations),
  ...inShares('delete_at_vendors', 7, deleteAtVendors),
  ...inShares('retry_payments', 8, retryDuePayments),
  ...inShares('run_report_schedules', 9, (ctx, share, { retention = retentionDefaults }) =>
    runReportSchedules(ctx, share, retention.reportsDays),
  ),
  ...inShares('read_settlement_reports', 10, readReports),
  ...inShares('repeat_domain_proofs', 11, repeatDomainProofs),
  ...inShares('announce_domain_proofs', 13, announceProofs),
  // In one share, so that many reports take the place of one task and no more.
  task('make_reports', everyFewSecondsAt(1), async (ctx, { logger }) => {
    const reports = await makeReports(ctx, allMerchants);
    if (reports > 0)
      logger.info({ request_id: ctx.requestId, task: 'make_reports', reports }, 'reports were made');
  }),
  // In one share, so that many replays take the place of one task and no more.
  task('continue_replays', everyFewSecondsAt(0), async (ctx, { logger }) => {
    const replays = await continueReplays(ctx, allMerchants);
    if (replays > 0)
      logger.info({ request_id: ctx.requestId, task: 'continue_replays', replays }, 'replays ended');
  }),
  // In one share, so that a long backfill takes the place of one task and no more.
  task('backfill_balance_entries', everyMinuteAt(36), async (ctx, { logger }) => {
    const backfills = await continueBalanceBackfills(ctx, allMerchants);
    if (backfills > 0)
      logger.info(
        { request_id: ctx.requestId, task: 'backfill_balance_entries', backfills },
        'backfills of balance entries ended',
      );
  }),
  // In one task, so that long imports take the place of one task and no more.
  task('import_files', everyFewSecondsAt(2), async (ctx, { logger }) => {
    const rows = await runImports(ctx);
    const lines = await runListImports(ctx);
    const files = await runFinanceImports(ctx, allMerchants);
    if (rows + lines + files > 0)
      logger.info(
        { request_id: ctx.requestId, task: 'import_files', rows, lines, files },
        'files were imported',
      );
  }),
  task('list_blocked', everyMinuteAt(34), async (ctx, { logger }) => {
    const entries = await listBlocked(ctx);
    if (entries > 0)
      logger.info({ request_id: ctx.requestId, task: 'list_blocked', entries }, 'blocked cards were listed');
  }),
  task('purge_deleted_lists', everyMinuteAt(44), async (ctx) => {
    await purgeDeletedLists(ctx);
  }),
  task('export_payment_methods', everyFewSecondsAt(4), async (ctx, { logger }) => {
    const files = await writeExports(ctx);
    if (files > 0)
      logger.info(
        { request_id: ctx.requestId, task: 'export_payment_methods', files },
        'files were exported',
      );
  }),
  // Readers judge what is not followed yet one by one, so the queues are kept short.
  ...derivedRows.map(({ follow, runs, task: name }) =>
    task(name, runs.everyS === 60 ? everyMinuteAt(runs.atS) : everyFewSecondsAt(runs.atS), async (ctx) => {
      await follow(ctx, runs.leavesS);
    }),
  ),
  task('adopt_algorithms', everyMinuteAt(14), async (ctx, { logger }) => {
    const profiles = await adoptAlgorithms(ctx, allMerchants);
    if (profiles > 0)
      logger.info(
        { request_id: ctx.requestId, task: 'adopt_algorithms', profiles },
        'algorithms were adopted',
      );
  }),
  task('notify_merchants', everyMinuteAt(42), async (ctx, { logger }) => {
    const opened = (await watchConditions(ctx)) + (await notifyOfExpiringKeys(ctx));
    const mailed = await sendNotificationMail(ctx);
    if (opened + mailed > 0)
      logger.info(
        { request_id: ctx.requestId, task: 'notify_merchants', opened, mailed },
        'notifications were opened',
      );
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

/**
 * One task per share of the merchants, which handles its due objects every minute, a quarter of a minute after the share
 * before.
 *
 * @param second When the first share is due: below 15.
 */
function inShares(
  label: string,
  second: number,
  handle: (ctx: Context, share: MerchantShare, options: TaskOptions) => Promise<number>,
): Task[] {
  return Array.from({ length: SHARES }, (_, index) => ({
    name: `${label}_${index}`,
    label,
    period: everyMinuteAt(second + (index * 60) / SHARES),
    run: async (ctx, options) => {
      const handled = await handle(ctx, { index, of: SHARES }, options);
      if (handled > 0)
        options.logger.info({ request_id: ctx.requestId, task: label, handled }, 'due objects were handled');
    },
  }));
}
