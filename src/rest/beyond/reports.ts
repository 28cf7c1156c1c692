import { Report } from '../../core/entities/report.ts';
import { reports } from '../../core/operations/reports.ts';
import { readAt, retrieveAt, writeAt } from '../beyond.ts';
import { listAt } from '../lists.ts';
import { csv } from '../response-shapes.ts';

export const reportsBeyond = [
  writeAt(reports.createReportSchedule, {
    method: 'post',
    path: '/report_schedules',
    example: {
      body: {
        name: 'Refunds for finance',
        list: 'refunds',
        period: 'monthly',
        time_zone: 'Europe/Berlin',
        columns: 'refund_id,amount_major,currency,created_at',
      },
    },
  }),
  listAt(reports.listReportSchedules, '/report_schedules'),
  retrieveAt(reports.retrieveReportSchedule, '/report_schedules/{schedule_id}'),
  writeAt(reports.updateReportSchedule, {
    method: 'post',
    path: '/report_schedules/{schedule_id}',
    example: { body: { enabled: false } },
  }),
  writeAt(reports.deleteReportSchedule, { method: 'delete', path: '/report_schedules/{schedule_id}' }),
  listAt(reports.listReports, '/reports'),
  retrieveAt(reports.retrieveReport, '/reports/{report_id}'),
  readAt(reports.downloadReport, { path: '/reports/{report_id}/file', response: csv(Report) }),
];
