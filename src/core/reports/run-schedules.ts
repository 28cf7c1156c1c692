import { Report } from '../entities/report.ts';
import { ReportSchedule } from '../entities/report-schedule.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { beginHistory } from '../writes/apply-changes.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../writes/due-objects.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { periodBefore, type ReportedPeriod } from './report-period.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Starts the report of each due schedule of a share of the merchants, and sets the schedule's next run in the same
 * transaction. A run makes up for one missed period of a schedule.
 *
 * @param keptDays The retention of the reports, in days.
 * @returns The number of started reports.
 */
export function runReportSchedules(ctx: Context, share: MerchantShare, keptDays: number): Promise<number> {
  const due: DueObjects = {
    table: 'report_schedules',
    id: 'schedule_id',
    dueAt: 'next_run_at',
    where: 'enabled',
    end: (merchantId, id) =>
      inTransaction(withinMerchant(ctx, merchantId), (tx) => beginReport(tx, id, keptDays)),
  };
  return endDueObjects(ctx, due, share);
}

async function beginReport(tx: WritingContext, scheduleId: string, keptDays: number): Promise<boolean> {
  const { em } = tx.transaction;
  const schedule = await lock(tx, ReportSchedule, scheduleId);
  const now = tx.ports.now();
  if (!schedule.enabled || schedule.next_run_at > now) return false;
  const period = await periodBefore(tx, schedule, schedule.next_day);
  schedule.next_day = period.next.day;
  schedule.next_run_at = period.next.at;
  const { merchant_id } = schedule;
  const key = { merchant_id, schedule_id: scheduleId, period_from: period.from, period_to: period.to };
  // The period was already reported, before the schedule's hour changed. Concurrent inserts wait for the lock.
  if (await em.findOne(Report, key)) return false;
  const report = Object.assign(new Report(), {
    ...key,
    report_id: tx.ports.ids.make('rpt'),
    ...snapshotOf(schedule),
    file_name: fileNameOf(schedule.list, period),
    status: 'pending' as const,
    rows: 0,
    bytes: 0,
    parts_done: 0,
    expires_at: new Date(now.getTime() + keptDays * DAY_MS),
    created_at: now,
  });
  em.persist(report);
  beginHistory(tx, report);
  return true;
}

/** A copy of the report's definition, unaffected by later changes of its schedule. */
const snapshotOf = ({
  columns,
  filter,
  list,
  mask_personal_data,
  name,
  profile_id,
  time_zone,
}: ReportSchedule) => ({ columns, filter, list, mask_personal_data, name, profile_id, time_zone });

/** The same name as for the dashboard's exports. */
const fileNameOf = (list: string, { firstDay, lastDay }: ReportedPeriod) =>
  `${list} ${firstDay} to ${lastDay}.csv`;
