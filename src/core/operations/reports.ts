import { Report } from '../entities/report.ts';
import { ReportSchedule } from '../entities/report-schedule.ts';
import { downloadReport } from '../reports/read-report.ts';
import {
  createReportSchedule,
  deleteReportSchedule,
  ReportScheduleCreation,
  ReportScheduleUpdate,
  updateReportSchedule,
} from '../reports/report-schedules.ts';
import {
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const mayExport = { permission: 'exports:create', reach: 'merchant' } as const;
const writesSchedule = { ...mayExport, target: ReportSchedule } as const;

export const reports = operationsByName({
  createReportSchedule: writeOperation({
    ...writesSchedule,
    summary: 'Schedule reports',
    about:
      "Schedules reports: CSV exports of a list's rows created in each day, week or month. `hour` is 6 and `mask_personal_data` true by default. A merchant can have at most 50 schedules. Also requires the permission to read the list.",
    input: ReportScheduleCreation,
    creates: true,
    problems: ['unexpected_state'],
    run: createReportSchedule,
  }),
  listReportSchedules: listOperation(ReportSchedule, {
    summary: 'List schedules of reports',
    about: 'Lists schedules of reports, newest first.',
  }),
  retrieveReportSchedule: retrieveOperation(ReportSchedule, {
    summary: 'Retrieve a schedule of reports',
    about: 'Retrieves a schedule of reports.',
  }),
  updateReportSchedule: writeOperation({
    ...writesSchedule,
    summary: 'Update a schedule of reports',
    about:
      'Changes a schedule of reports, effective from its next report. Also requires the permission to read the list.',
    ids: ['schedule_id'],
    input: ReportScheduleUpdate,
    run: updateReportSchedule,
  }),
  deleteReportSchedule: writeOperation({
    ...writesSchedule,
    summary: 'Delete a schedule of reports',
    about: 'Deletes a schedule of reports, and returns its last state. Its reports remain until they expire.',
    ids: ['schedule_id'],
    run: deleteReportSchedule,
    shows: 'result',
  }),
  listReports: listOperation(Report, {
    about: 'Lists scheduled reports, newest first.',
  }),
  retrieveReport: retrieveOperation(Report, {
    about: 'Retrieves a report: its period, and whether its file can be downloaded.',
  }),
  downloadReport: readOperation({
    ...mayExport,
    summary: 'Download a report',
    about:
      "Downloads the file of a report that is ready: CSV (RFC 4180) with a byte order mark, like the list's export with `bom=true`. Also requires the permission to read the list, and `personal_data:read` unless personal data in the report is masked. The download is recorded in the audit log.",
    ids: ['report_id'],
    target: Report,
    problems: ['unexpected_state'],
    only: { face: 'rest', because: 'GraphQL does not return files.' },
    run: downloadReport,
  }),
});
