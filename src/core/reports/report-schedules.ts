import { chooseProfile } from '../access/choose-profile.ts';
import { permissionsFor, ReportSchedule } from '../entities/report-schedule.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { isPermitted, requirePermission } from '../foundation/permissions.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { type Row, requireTimeZone } from '../reads/index.ts';
import { deleteLocked } from '../writes/delete.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { firstRunAfter } from './report-period.ts';
import { requireRecipients } from './report-recipients.ts';
import { requireReported } from './reported-lists.ts';

/** Maximum number of schedules per merchant. */
export const REPORT_SCHEDULES_MAX = 50;

const optional = [
  'filter',
  'columns',
  'hour',
  'recipients',
  'profile_id',
  'mask_personal_data',
  'enabled',
] as const;

@Input({ about: 'Parameters for scheduling reports.' })
export class ReportScheduleCreation extends fieldsFrom(ReportSchedule, {
  requires: ['name', 'list', 'period', 'time_zone'],
  takes: optional,
}) {}

@Input({ about: 'Parameters for changing a schedule of reports. Omitted fields keep their values.' })
export class ReportScheduleUpdate extends fieldsFrom(ReportSchedule, {
  takes: ['name', 'list', 'period', 'time_zone', ...optional],
}) {}

const HOUR = 6;

/**
 * Schedules reports of a list.
 *
 * @returns The identifier of the schedule.
 * @throws {Problem} `invalid_parameter`; `not_permitted` for a list, or personal data, that the caller may not read;
 * `resource_not_found` for an unknown profile; `unexpected_state` beyond {@link REPORT_SCHEDULES_MAX}.
 */
export function createReportSchedule(ctx: Context, settings: ReportScheduleCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const merchant_id = requireMerchant(tx);
    if ((await tx.transaction.em.count(ReportSchedule, { merchant_id })) >= REPORT_SCHEDULES_MAX) {
      throw new Problem(
        'unexpected_state',
        `A merchant account can have at most ${REPORT_SCHEDULES_MAX} report schedules. Delete one first.`,
      );
    }
    const schedule = Object.assign(new ReportSchedule(), {
      merchant_id,
      schedule_id: tx.ports.ids.make('rps'),
      hour: HOUR,
      recipients: [],
      mask_personal_data: true,
      enabled: true,
      created_at: tx.ports.now(),
    });
    await applySettings(tx, schedule, settings);
    await insert(tx, schedule, false);
    return schedule.schedule_id;
  });
}

/**
 * Changes a schedule of reports.
 *
 * @throws {Problem} As {@link createReportSchedule}.
 */
export function updateReportSchedule(
  ctx: Context,
  scheduleId: string,
  changes: ReportScheduleUpdate,
): Promise<void> {
  return inTransaction(ctx, async (tx) =>
    applySettings(tx, await lock(tx, ReportSchedule, scheduleId), changes),
  );
}

/**
 * Deletes a schedule of reports; its reports stay.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function deleteReportSchedule(ctx: Context, scheduleId: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const schedule = await lock(tx, ReportSchedule, scheduleId);
    return deleteLocked(tx, ReportSchedule, schedule, scheduleId);
  });
}

/** Fields that may not be cleared. */
const kept = ['name', 'list', 'period', 'time_zone', 'hour', 'mask_personal_data', 'enabled'] as const;

async function applySettings(
  tx: WritingContext,
  schedule: ReportSchedule,
  { profile_id, recipients, ...changes }: ReportScheduleUpdate,
): Promise<void> {
  for (const name of kept) {
    if (changes[name] === null) throw invalidParameter(name, `${name} must not be null.`);
  }
  const before = ruleOf(schedule);
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  Object.assign(schedule, Object.fromEntries(given));
  schedule.name = schedule.name.trim();
  if (schedule.name === '') throw invalidParameter('name', 'name must have a character other than spaces.');
  schedule.time_zone = requireTimeZone('time_zone', schedule.time_zone);
  if (recipients !== undefined)
    schedule.recipients = [...new Set((recipients ?? []).map((address) => address.toLowerCase()))];
  if (profile_id === null) schedule.profile_id = null;
  else if (profile_id !== undefined) schedule.profile_id = (await chooseProfile(tx, profile_id)).profileId;
  if (!schedule.mask_personal_data && !isPermitted(tx, 'personal_data:read')) {
    throw new Problem(
      'not_permitted',
      'mask_personal_data must be true without the permission personal_data:read.',
      { param: 'mask_personal_data' },
    );
  }
  for (const permission of permissionsFor(schedule)) requirePermission(tx, permission);
  requireReported(schedule);
  await requireRecipients(tx, schedule.merchant_id, schedule, schedule.recipients);
  const now = tx.ports.now();
  schedule.modified_at = now;
  // A run that is already due stays due, unless the rule has changed.
  if (ruleOf(schedule) === before) return;
  const { at, day } = await firstRunAfter(tx, schedule, now);
  schedule.next_run_at = at;
  schedule.next_day = day;
}

const ruleOf = ({ enabled, hour, period, time_zone }: ReportSchedule) =>
  JSON.stringify([enabled, hour, period, time_zone]);
