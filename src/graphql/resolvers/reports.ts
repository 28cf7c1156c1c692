import { Report } from '../../core/entities/report.ts';
import { ReportSchedule } from '../../core/entities/report-schedule.ts';
import {
  aboutReportSchedules,
  createReportSchedule,
  deleteReportSchedule,
  ReportScheduleCreation,
  ReportScheduleUpdate,
  updateReportSchedule,
} from '../../core/reports/report-schedules.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

const returnsSchedule = {
  permission: 'exports:create',
  reach: 'merchant',
  payload: ReportSchedule,
  payloadField: 'reportSchedule',
} as const;

export const reportResolvers = [
  queriesOf(ReportSchedule),
  queriesOf(Report),
  mutation({
    ...returnsSchedule,
    name: 'createReportSchedule',
    about: aboutReportSchedules.create.replace('mask_personal_data', 'maskPersonalData'),
    input: ReportScheduleCreation,
    creates: true,
    run: async (ctx, input) => ({ id: await createReportSchedule(ctx, input) }),
  }),
  mutation({
    ...returnsSchedule,
    name: 'updateReportSchedule',
    about: aboutReportSchedules.update,
    input: ReportScheduleUpdate,
    ids: ['schedule_id'],
    run: async (ctx, changes, { schedule_id }) => {
      await updateReportSchedule(ctx, schedule_id!, changes);
      return { id: schedule_id! };
    },
  }),
  mutation({
    ...returnsSchedule,
    name: 'deleteReportSchedule',
    about: aboutReportSchedules.delete,
    ids: ['schedule_id'],
    run: async (ctx, _input, { schedule_id }) => {
      const snapshot = await deleteReportSchedule(ctx, schedule_id!);
      return { id: schedule_id!, snapshot };
    },
  }),
];
