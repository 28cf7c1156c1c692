import { reports } from '../../core/operations/reports.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

export const reportResolvers = [
  ...queriesFor(reports.retrieveReportSchedule, reports.listReportSchedules),
  ...queriesFor(reports.retrieveReport, reports.listReports),
  mutationOf(reports.createReportSchedule),
  mutationOf(reports.updateReportSchedule),
  mutationOf(reports.deleteReportSchedule),
];
