import { type ReportSchedule, reportedClasses } from '../entities/report-schedule.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { type DescribedClass, graphqlName, resourceOf } from '../model/index.ts';
import { type Condition, type ExportedList, exportedList } from '../reads/index.ts';

/** The definition of a report's content. */
export type ReportContent = Pick<ReportSchedule, 'list' | 'filter' | 'columns' | 'mask_personal_data'>;

/** The list that the report of a period exports. */
export function reportedList(
  { columns, filter, list }: ReportContent,
  period: { readonly from: Date; readonly to: Date },
): ExportedList {
  const target: DescribedClass = reportedClasses[list];
  const field = resourceOf(target).order!;
  const within: Condition[] = [
    { field, op: 'gte', value: period.from.toISOString() },
    { field, op: 'lt', value: period.to.toISOString() },
  ];
  return exportedList(target, { filter: filter ?? null, columns: columns ?? null }, within);
}

/**
 * Checks that a report can be made.
 *
 * @throws {Problem} `invalid_parameter`, naming `filter` or `columns`.
 */
export function requireReported(reported: ReportContent): void {
  const epoch = new Date(0);
  reportedList(reported, { from: epoch, to: epoch });
  const { fields, order } = resourceOf(reportedClasses[reported.list]);
  const time = graphqlName(fields.find(({ name }) => name === order)!);
  if (!reported.filter || !(time in (JSON.parse(reported.filter) as object))) return;
  throw invalidParameter('filter', `filter must not have ${time}: the period of each report sets it.`);
}
