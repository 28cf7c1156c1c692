import { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';
import { type Condition, LIST_PAGE_MAX, type Page, readList, type WrittenPage } from '../reads/index.ts';

/** Filters and keyset pagination of the payment list. Specification: endpoint 2. */
@Input({ about: 'Filters and page of a payment list. All given filters must match.' })
export class ListPaymentsQuery {
  @f.Id('Only payments of this customer.') customer_id?: string | null;
  @f.Id(
    "Cursor: a payment's identifier; returns the payments that follow it, newest first. Excludes `ending_before`.",
  )
  starting_after?: string | null;
  @f.Id(
    "Cursor: a payment's identifier; returns the page that ends just before it, newest first. Excludes `starting_after`.",
  )
  ending_before?: string | null;
  @f.Integer('Maximum number of payments to return, 1 to 100; 10 by default.', {
    min: 1,
    maximum: LIST_PAGE_MAX,
  })
  limit?: number | null;
  @f.Timestamp('Only payments created at exactly this time, to the millisecond.') created?: Date | null;
  @f.Timestamp('Only payments created before this time.') created_lt?: Date | null;
  @f.Timestamp('Only payments created after this time.') created_gt?: Date | null;
  @f.Timestamp('Only payments created at or before this time.') created_lte?: Date | null;
  @f.Timestamp('Only payments created at or after this time.') created_gte?: Date | null;
}

const createdFilters = [
  ['created', 'eq'],
  ['created_lt', 'lt'],
  ['created_gt', 'gt'],
  ['created_lte', 'lte'],
  ['created_gte', 'gte'],
] as const;

/**
 * Lists payments, newest first, each with its refunds, disputes, attempts and captures. Specification: endpoint 2.
 *
 * @throws {Problem} As {@link readList}.
 */
export const listPayments = (ctx: Context, query: ListPaymentsQuery): Promise<Page | WrittenPage> =>
  readList(ctx, Payment, 'list', conditionsOf(query), query);

function conditionsOf(query: ListPaymentsQuery): Condition[] {
  const conditions: Condition[] = [];
  if (query.customer_id) conditions.push({ field: 'customer_id', op: 'eq', value: query.customer_id });
  for (const [name, op] of createdFilters) {
    if (query[name]) conditions.push({ field: 'created', op, value: query[name] });
  }
  return conditions;
}
