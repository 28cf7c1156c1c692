import { Capture } from '../entities/capture.ts';
import { Customer } from '../entities/customer.ts';
import { Dispute } from '../entities/dispute.ts';
import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { Refund } from '../entities/refund.ts';
import type { ReportSchedule } from '../entities/report-schedule.ts';
import { invalidParameter } from '../foundation/errors.ts';
import type { Permission } from '../foundation/permissions.ts';
import { type DescribedClass, graphqlName, resourceOf } from '../model/index.ts';
import { type Condition, type ExportedList, exportedList } from '../reads/index.ts';

const classes = Object.freeze({
  payments: Payment,
  captures: Capture,
  refunds: Refund,
  disputes: Dispute,
  payouts: Payout,
  customers: Customer,
});

/** The definition of a report's content. */
export type ReportContent = Pick<ReportSchedule, 'list' | 'filter' | 'columns' | 'mask_personal_data'>;

/** The permissions that it takes to set a report up, to be notified of it and to download it. */
export function permissionsFor({
  list,
  mask_personal_data,
}: Pick<ReportContent, 'list' | 'mask_personal_data'>): Permission[] {
  const reads = resourceOf(classes[list]).reads as Permission;
  return ['exports:create', reads, ...(mask_personal_data ? [] : (['personal_data:read'] as const))];
}

/** The list that the report of a period exports. */
export function reportedList(
  { columns, filter, list }: ReportContent,
  period: { readonly from: Date; readonly to: Date },
): ExportedList {
  const target: DescribedClass = classes[list];
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
  const { fields, order } = resourceOf(classes[reported.list]);
  const time = graphqlName(fields.find(({ name }) => name === order)!);
  if (!reported.filter || !(time in (JSON.parse(reported.filter) as object))) return;
  throw invalidParameter('filter', `filter must not have ${time}: the period of each report sets it.`);
}
