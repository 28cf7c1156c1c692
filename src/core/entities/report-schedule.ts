import type { Permission } from '../foundation/permissions.ts';
import * as f from '../model/fields.ts';
import {
  type DescribedClass,
  enumeration,
  MerchantScoped,
  Resource,
  resourceOf,
  type ValueOf,
} from '../model/index.ts';
import { Capture } from './capture.ts';
import { Customer } from './customer.ts';
import { Dispute } from './dispute.ts';
import { Payment } from './payment.ts';
import { Payout } from './payout.ts';
import { Refund } from './refund.ts';

export const ReportList = enumeration(
  'ReportList',
  'List exported in a report; the same lists as for exports.',
  {
    payments: 'Payments.',
    captures: 'Captures.',
    refunds: 'Refunds.',
    disputes: 'Disputes.',
    payouts: 'Payouts.',
    customers: 'Customers.',
  },
);

export const ReportPeriod = enumeration('ReportPeriod', 'Period covered by each report.', {
  daily: 'A day.',
  weekly: 'A week, from Monday to Sunday.',
  monthly: 'A calendar month.',
});

/** Maximum number of recipients of a report. */
const RECIPIENTS_MAX = 20;

/** Object types of each list. */
export const reportedClasses: Readonly<Record<ValueOf<typeof ReportList>, DescribedClass>> = Object.freeze({
  payments: Payment,
  captures: Capture,
  refunds: Refund,
  disputes: Dispute,
  payouts: Payout,
  customers: Customer,
});

/** Permissions required to schedule a report, to be notified of it and to download it. */
export function permissionsFor({
  list,
  mask_personal_data,
}: Pick<ReportSchedule, 'list' | 'mask_personal_data'>): Permission[] {
  const reads = resourceOf(reportedClasses[list]).reads as Permission;
  return ['exports:create', reads, ...(mask_personal_data ? [] : (['personal_data:read'] as const))];
}

/** Columns derived from other columns or from the time of a change. */
const derived = ['modified_at', 'next_run_at', 'next_day'];

/** A schedule of reports. */
@Resource({
  table: 'report_schedules',
  id: 'schedule_id',
  prefix: 'rps',
  about:
    'A schedule of reports: once per period, the rows of a list created in the period are exported as CSV. People are notified by e-mail, and servers by the event `report_ready`.',
  order: 'created_at',
  from: 'newest',
  reads: 'exports:create',
  reach: 'merchant',
  audited: { shows: 'figures' },
  rights: {
    permissions: (schedule: ReportSchedule) => permissionsFor(schedule),
    restricts: (_before, after: ReportSchedule | null, columns) =>
      after?.mask_personal_data === true &&
      [...columns].every((name) => name === 'mask_personal_data' || derived.includes(name)),
    otherwise: 'Without it you may only set mask_personal_data to true.',
  },
  indexes: { report_schedules_due: { columns: ['next_run_at'], where: 'enabled' } },
})
export class ReportSchedule extends MerchantScoped {
  @f.Id('Unique identifier of the schedule (`rps_…`).', { required: true }) schedule_id!: string;
  @f.Text('Name of the schedule.', { required: true, max: 100, example: 'Refunds for finance' })
  name!: string;
  @f.Enumeration(() => ReportList, 'List that is exported.', {
    required: true,
    checked: true,
    filter: true,
    example: 'refunds',
  })
  list!: ValueOf<typeof ReportList>;
  @f.Text(
    "Filter as JSON, in the form of the list's export; null for all rows. The creation time is not allowed, as the period determines it.",
    { max: 8_000, example: '{"status":{"in":["succeeded"]}}' },
  )
  filter?: string | null;
  @f.Text(
    "Columns by their REST names, separated by commas, as in the list's export; null for the default columns.",
    {
      max: 4_000,
      example: 'refund_id,amount_major,currency,created_at',
    },
  )
  columns?: string | null;
  @f.Enumeration(
    () => ReportPeriod,
    'Period covered by each report. The report is created after the period ends.',
    {
      required: true,
      checked: true,
      filter: true,
      example: 'monthly',
    },
  )
  period!: ValueOf<typeof ReportPeriod>;
  @f.Text('IANA time zone of the period and the hour.', { required: true, max: 64, example: 'Europe/Berlin' })
  time_zone!: string;
  @f.Integer('Hour of the day after the period, in the time zone, at which the report is created.', {
    required: true,
    min: 0,
    maximum: 23,
    example: 6,
  })
  hour!: number;
  @f.TextList(
    'E-mail addresses that receive a link to each report. They must belong to team members who may export the list and, unless personal data is masked, read personal data.',
    {
      max: RECIPIENTS_MAX,
      format: 'email',
      personal: true,
      example: ['ada@example.com'],
      redirects: 'personal',
      maskedBy: 'mask_personal_data',
    },
  )
  recipients!: string[];
  @f.Id('Business profile whose webhook endpoints receive the event `report_ready`; null for no event.')
  profile_id?: string | null;
  @f.Bool(
    'Whether personal data in the reports is masked. It must be true if the creator or editor of the schedule lacks the permission `personal_data:read`.',
    { required: true, default: 'true' },
  )
  mask_personal_data!: boolean;
  @f.Bool('Whether the schedule is enabled.', { required: true, default: 'true', filter: true })
  enabled!: boolean;
  @f.Timestamp('Time at which the next report is created if the schedule is enabled.', {
    required: true,
    sort: true,
  })
  next_run_at!: Date;
  @f.Text('Day of the next report in the time zone: the first day after its period.', {
    required: true,
    visibility: 'nowhere',
  })
  next_day!: string;
  @f.Timestamp('Time at which it was created.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which it was last changed.', { required: true }) modified_at!: Date;
}
