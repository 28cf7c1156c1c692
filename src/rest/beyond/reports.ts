import { Report } from '../../core/entities/report.ts';
import { reports } from '../../core/operations/reports.ts';
import { listAt } from '../places/list-at.ts';
import { readAt } from '../places/read-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';
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
