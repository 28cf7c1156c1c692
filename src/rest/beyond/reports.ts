import { Report } from '../../core/entities/report.ts';
import { ReportSchedule } from '../../core/entities/report-schedule.ts';
import { downloadReport } from '../../core/reports/read-report.ts';
import {
  aboutReportSchedules,
  createReportSchedule,
  deleteReportSchedule,
  ReportScheduleCreation,
  ReportScheduleUpdate,
  updateReportSchedule,
} from '../../core/reports/report-schedules.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { csv, one } from '../response-shapes.ts';

const mayExport = { permission: 'exports:create', reach: 'merchant' } as const;

export const reportsBeyond = [
  beyond({
    ...mayExport,
    id: 'createReportSchedule',
    summary: 'Schedule reports',
    method: 'post',
    path: '/report_schedules',
    about: aboutReportSchedules.create,
    body: ReportScheduleCreation,
    problems: ['unexpected_state'],
    example: {
      body: {
        name: 'Refunds for finance',
        list: 'refunds',
        period: 'monthly',
        time_zone: 'Europe/Berlin',
        columns: 'refund_id,amount_major,currency,created_at',
      },
    },
    response: one(ReportSchedule, 'full'),
    handle: async (ctx, { body }) => retrieve(ctx, ReportSchedule, await createReportSchedule(ctx, body)),
  }),
  listOf(ReportSchedule, {
    id: 'listReportSchedules',
    summary: 'List schedules of reports',
    path: '/report_schedules',
    about: 'Lists schedules of reports, newest first.',
  }),
  beyond({
    ...mayExport,
    id: 'retrieveReportSchedule',
    summary: 'Retrieve a schedule of reports',
    method: 'get',
    path: '/report_schedules/{schedule_id}',
    about: 'Retrieves a schedule of reports.',
    response: one(ReportSchedule, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, ReportSchedule, path.schedule_id),
  }),
  beyond({
    ...mayExport,
    id: 'updateReportSchedule',
    summary: 'Update a schedule of reports',
    method: 'post',
    path: '/report_schedules/{schedule_id}',
    about: aboutReportSchedules.update,
    body: ReportScheduleUpdate,
    example: { body: { enabled: false } },
    response: one(ReportSchedule, 'full'),
    handle: async (ctx, { path, body }) => {
      await updateReportSchedule(ctx, path.schedule_id, body);
      return retrieve(ctx, ReportSchedule, path.schedule_id);
    },
  }),
  beyond({
    ...mayExport,
    id: 'deleteReportSchedule',
    summary: 'Delete a schedule of reports',
    method: 'delete',
    path: '/report_schedules/{schedule_id}',
    about: aboutReportSchedules.delete,
    response: one(ReportSchedule, 'full'),
    handle: (ctx, { path }) => deleteReportSchedule(ctx, path.schedule_id),
  }),
  listOf(Report, {
    id: 'listReports',
    summary: 'List reports',
    path: '/reports',
    about: 'Lists the reports that were made by schedule, newest first.',
  }),
  beyond({
    ...mayExport,
    id: 'retrieveReport',
    summary: 'Retrieve a report',
    method: 'get',
    path: '/reports/{report_id}',
    about: 'Retrieves a report: its period, and whether its file can be downloaded.',
    response: one(Report, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, Report, path.report_id),
  }),
  beyond({
    ...mayExport,
    id: 'downloadReport',
    summary: 'Download a report',
    method: 'get',
    path: '/reports/{report_id}/file',
    about:
      'Downloads the file of a report that is ready: CSV (RFC 4180) with a byte order mark, as the export of the list has it with `bom=true`. It takes the permission to read the list, too, and `personal_data:read` unless personal data in it are masked. The download is recorded in the audit log.',
    problems: ['unexpected_state'],
    response: csv(Report),
    handle: (ctx, { path }) => downloadReport(ctx, path.report_id),
  }),
];
