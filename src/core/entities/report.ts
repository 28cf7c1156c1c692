import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { ReportList } from './report-schedule.ts';

export const ReportStatus = enumeration('ReportStatus', 'Status of a report.', {
  pending: 'The report is being created.',
  ready: 'The report can be downloaded. Final.',
  failed: 'The report could not be created; see `failure_reason`. Final.',
});

/** A report: the file of one period of a schedule. */
@Resource({
  table: 'reports',
  id: 'report_id',
  prefix: 'rpt',
  about: 'A report: a CSV file with the rows of a list created in one period of a schedule.',
  order: 'created_at',
  from: 'newest',
  reads: 'exports:create',
  reach: 'merchant',
  indexes: {
    reports_of_period: { columns: ['merchant_id', 'schedule_id', 'period_from', 'period_to'], unique: true },
    reports_due: { columns: ['created_at'], where: 'announced_at is null' },
    reports_by_expires_at: { columns: ['expires_at'] },
  },
})
export class Report extends MerchantScoped {
  @f.Id('Unique identifier of the report (`rpt_…`).', { required: true }) report_id!: string;
  @f.Id('Schedule of the report.', {
    required: true,
    filter: true,
    example: 'rps_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  schedule_id!: string;
  @f.Text('Name of the schedule at the time.', { required: true, max: 100, example: 'Refunds for finance' })
  name!: string;
  @f.Enumeration(() => ReportList, 'List of its rows.', {
    required: true,
    filter: true,
    example: 'refunds',
  })
  list!: ValueOf<typeof ReportList>;
  @f.Enumeration(() => ReportStatus, 'Status of the report.', {
    required: true,
    filter: true,
    example: 'ready',
  })
  status!: ValueOf<typeof ReportStatus>;
  @f.Text('Reason for the failure; null unless failed.') failure_reason?: string | null;
  @f.Timestamp('Start of the period, inclusive: midnight in the time zone.', {
    required: true,
    filter: true,
    example: '2026-10-31T23:00:00.000Z',
  })
  period_from!: Date;
  @f.Timestamp('End of the period, exclusive: midnight in the time zone.', {
    required: true,
    example: '2026-11-30T23:00:00.000Z',
  })
  period_to!: Date;
  @f.Text('IANA time zone of the period.', { required: true, max: 64, example: 'Europe/Berlin' })
  time_zone!: string;
  @f.Text('Name of the file: the list and the days of the period.', {
    required: true,
    example: 'refunds 2026-11-01 to 2026-11-30.csv',
  })
  file_name!: string;
  @f.Integer('Rows in the file so far, without its header.', { required: true, min: 0, example: 1_204 })
  rows!: number;
  @f.Integer('Size of the file so far, in bytes.', { required: true, min: 0, example: 98_304 })
  bytes!: number;
  @f.Bool(
    'Whether personal data in the report is masked. If not, downloading requires `personal_data:read`.',
    {
      required: true,
    },
  )
  mask_personal_data!: boolean;
  @f.Id('Business profile whose webhook endpoints receive the event `report_ready`.') profile_id?:
    | string
    | null;
  @f.Text('Filter of the schedule at the time.', { max: 8_000, visibility: 'nowhere' })
  filter?: string | null;
  @f.Text('Columns of the schedule at the time.', { max: 4_000, visibility: 'nowhere' }) columns?:
    | string
    | null;
  @f.Integer('Number of parts of the file written so far.', { required: true, visibility: 'nowhere' })
  parts_done!: number;
  @f.Json('List position of the last row written.', { visibility: 'nowhere' })
  written_to?: (string | number)[] | null;
  @f.Timestamp('Time at which its recipients were notified; null until it is ready or failed.', {
    visibility: 'nowhere',
  })
  announced_at?: Date | null;
  @f.Timestamp('Time until which it can be downloaded; then it is deleted.', { required: true })
  expires_at!: Date;
  @f.Timestamp('Time at which its creation started.', { required: true, filter: true, sort: true })
  created_at!: Date;
}

/** A part of a report's file, compressed and encrypted. Parts are written one after another, and deleted with it. */
@Internal({
  table: 'report_parts',
  id: 'part_id',
  prefix: 'rpp',
  indexes: { report_parts_by_expires_at: { columns: ['expires_at'] } },
})
export class ReportPart extends MerchantScoped {
  @f.Id("Identifier of the part: the report's identifier and the number of the part, from 1.", {
    required: true,
  })
  part_id!: string;
  @f.Id('Report that the part belongs to.', { required: true }) report_id!: string;
  @f.Text('Content: CSV, compressed by gzip, in base64.', {
    required: true,
    encrypted: true,
    max: 64_000_000,
  })
  content!: Buffer;
  @f.Timestamp('Time at which it is deleted.', { required: true }) expires_at!: Date;
  @f.Reference(() => Report, 'report_id', 'Report that the part belongs to.') report?: Report;
}
