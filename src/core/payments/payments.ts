import { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { resourceOf } from '../model/index.ts';
import { restNames } from '../model/rest-view.ts';
import {
  type Condition,
  defaultOrder,
  type KeysetPosition,
  positionOf,
  type Row,
  readOne,
  readPage,
  withLists,
} from '../reads/index.ts';
import type { ListPaymentsQuery } from './list-payments-query.ts';

const PAGE_DEFAULT = 10;

const createdFilters = [
  ['created', 'eq'],
  ['created_lt', 'lt'],
  ['created_gt', 'gt'],
  ['created_lte', 'lte'],
  ['created_gte', 'gte'],
] as const;

/**
 * Lists payments, newest first, each with its refunds, disputes, attempts and captures: two statements
 * whatever the page, and one to find the payment that a cursor names. Specification: endpoint 2.
 *
 * @throws {Problem} `parameters_exclusive` for both cursors at once, `resource_not_found` for a cursor that
 * names no payment of the merchant.
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
    after: after ? await placeOf(ctx, after, 'starting_after') : undefined,
    before: before ? await placeOf(ctx, before, 'ending_before') : undefined,
    take: before ? 'last' : 'first',
    limit: query.limit ?? PAGE_DEFAULT,
  });
  return withLists(ctx, Payment, rows);
}

function conditionsOf(query: ListPaymentsQuery): Condition[] {
  const conditions: Condition[] = [];
  if (query.customer_id) conditions.push({ field: 'customer_id', op: 'eq', value: query.customer_id });
  for (const [name, op] of createdFilters) {
    if (query[name]) conditions.push({ field: 'created', op, value: query[name] });
  }
  return conditions;
}

async function placeOf(ctx: Context, paymentId: string, param: string): Promise<KeysetPosition> {
  const resource = resourceOf(Payment);
  const row = await readOne(ctx, Payment, paymentId, [resource.order]);
  if (!row) throw notFound('payment', param);
  return positionOf(resource, defaultOrder(resource), ctx.merchantId, row);
}
