import { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { Input, resourceOf } from '../model/index.ts';
import { restNames } from '../model/rest-view.ts';
import {
  type Condition,
  defaultOrder,
  type KeysetPosition,
  positionOf,
  type Row,
  readOne,
  readPage,
  restLists,
} from '../reads/index.ts';

/** Payments on a page. */
const PAGE_DEFAULT = 10;
const PAGE_MAX = 100;

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
  @f.Integer('Maximum number of payments to return, 1 to 100; 10 by default.', { min: 1, maximum: PAGE_MAX })
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
 * Lists payments, newest first, each with its refunds, disputes, attempts and captures. Takes one statement,
 * whatever the page size, and another to find the payment that a cursor names. Specification: endpoint 2.
 *
 * @throws {Problem} `parameters_exclusive` for both cursors at once; `resource_not_found` if the merchant has no
 * payment with the cursor's identifier.
 */
export async function listPayments(ctx: Context, query: ListPaymentsQuery): Promise<Row[]> {
  const { starting_after: after, ending_before: before } = query;
  if (after && before) {
    throw new Problem('parameters_exclusive', 'Give either starting_after or ending_before, not both.', {
      param: 'ending_before',
    });
  }
  const { rows } = await readPage(ctx, Payment, {
    columns: restNames(Payment, 'list'),
    where: conditionsOf(query),
    after: after ? await positionAt(ctx, after, 'starting_after') : undefined,
    before: before ? await positionAt(ctx, before, 'ending_before') : undefined,
    take: before ? 'last' : 'first',
    limit: query.limit ?? PAGE_DEFAULT,
    lists: restLists(Payment),
  });
  return rows;
}

function conditionsOf(query: ListPaymentsQuery): Condition[] {
  const conditions: Condition[] = [];
  if (query.customer_id) conditions.push({ field: 'customer_id', op: 'eq', value: query.customer_id });
  for (const [name, op] of createdFilters) {
    if (query[name]) conditions.push({ field: 'created', op, value: query[name] });
  }
  return conditions;
}

async function positionAt(ctx: Context, paymentId: string, param: string): Promise<KeysetPosition> {
  const resource = resourceOf(Payment);
  const row = await readOne(ctx, Payment, paymentId, [resource.order]);
  if (!row) throw notFound('payment', param);
  return positionOf(resource, defaultOrder(resource), ctx.merchantId, row);
}
