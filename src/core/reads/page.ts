import type { Context } from '../foundation/context.ts';
import type { Row, Statement } from '../foundation/row-source.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import { type Condition, sqlType, whereClause } from './conditions.ts';
import { columnsFor, selectList } from './projection.ts';
import { reveal } from './reveal.ts';
import { quote, StatementBuilder } from './statement.ts';

/** How a list is ordered. The key's remaining columns break ties, in the same direction. */
export interface Order {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** A place in a list: the order field's value, then the key's values, of the row next to it. */
export type KeysetPosition = readonly (string | number)[];

/** Which rows of a list are wanted, and which columns of them. */
export interface PageRequest {
  readonly columns: Iterable<string>;
  readonly where?: readonly Condition[];
  readonly order?: Order;
  /** Rows behind this place; with `take: 'last'`, the page that ends before `before`. */
  readonly after?: KeysetPosition | undefined;
  readonly before?: KeysetPosition | undefined;
  readonly take: 'first' | 'last';
  readonly limit: number;
}

export interface Page {
  readonly rows: Row[];
  /** True when there are more rows beyond the end that the page was taken towards. */
  readonly more: boolean;
}

/** The order a resource's lists have when nobody asks for another. */
export function defaultOrder(resource: ResourceDescription): Order {
  return { field: resource.order, direction: resource.from === 'newest' ? 'desc' : 'asc' };
}

/** The columns that place a row in a list. Within one merchant the merchant's identifier decides nothing. */
export function placingColumns(
  resource: ResourceDescription,
  order: Order,
  merchantId: string | null,
): string[] {
  const key = resource.key.filter(
    (name) => name !== order.field && !(name === 'merchant_id' && merchantId !== null && resource.owned),
  );
  return [order.field, ...key];
}

/** Where a row stands in a list so ordered: what a cursor holds. */
export function positionOf(
  resource: ResourceDescription,
  order: Order,
  merchantId: string | null,
  row: Row,
): KeysetPosition {
  return placingColumns(resource, order, merchantId).map((name) => row[name] as string | number);
}

/**
 * The statement of a page: keyset, never OFFSET, so page one thousand costs what page one does.
 *
 * @example For payments of a merchant after a cursor:
 * ```sql
 * select t."merchant_id" as "merchant_id", … from "payments" t
 * where t."merchant_id" = $1 and (t."created", t."payment_id") < ($2::timestamptz, $3::text)
 * order by t."created" desc, t."payment_id" desc limit $4
 * ```
 */
export function pageStatement(
  resource: ResourceDescription,
  merchantId: string | null,
  request: PageRequest,
): Statement {
  const builder = new StatementBuilder();
  const order = request.order ?? defaultOrder(resource);
  const placing = placingColumns(resource, order, merchantId);
  const clauses = whereClause(resource, merchantId, request.where ?? [], builder, 't');
  const place = placing.map((name) => `t.${quote(name)}`).join(', ');

  const beyond = (position: KeysetPosition, operator: '<' | '>') => {
    const values = placing.map((name, i) =>
      builder.parameter(position[i], sqlType(fieldOf(resource.target, name))),
    );
    clauses.push(`(${place}) ${operator} (${values.join(', ')})`);
  };
  const forward = order.direction === 'desc' ? '<' : '>';
  const backward = order.direction === 'desc' ? '>' : '<';
  if (request.after) beyond(request.after, forward);
  if (request.before) beyond(request.before, backward);

  // The end of a list is read in reverse and turned around afterwards.
  const flipped = request.take === 'last';
  const direction = (order.direction === 'desc') !== flipped ? 'desc' : 'asc';
  const columns = columnsFor(resource, [...request.columns, ...placing]);
  const where = clauses.length > 0 ? ` where ${clauses.join(' and ')}` : '';
  const orderBy = placing.map((name) => `t.${quote(name)} ${direction}`).join(', ');
  const limit = builder.parameter(request.limit + 1, 'int');
  return builder.build(
    `select ${selectList(columns, 't')} from ${quote(resource.table)} t${where} order by ${orderBy} limit ${limit}`,
  );
}

/** Reads a page of a resource's list within the context's merchant: one statement. */
export async function readPage(ctx: Context, target: DescribedClass, request: PageRequest): Promise<Page> {
  const resource = resourceOf(target);
  const rows = await ctx.rows.query(pageStatement(resource, ctx.merchantId, request), ctx.merchantId);
  const more = rows.length > request.limit;
  if (more) rows.pop();
  if (request.take === 'last') rows.reverse();
  return { rows: reveal(ctx, resource, rows), more };
}

/** How many rows there are that meet some conditions. */
export async function countRows(
  ctx: Context,
  target: DescribedClass,
  where: readonly Condition[],
): Promise<number> {
  const resource = resourceOf(target);
  const builder = new StatementBuilder();
  const clauses = whereClause(resource, ctx.merchantId, where, builder, 't');
  const condition = clauses.length > 0 ? ` where ${clauses.join(' and ')}` : '';
  const statement = builder.build(`select count(*) as "count" from ${quote(resource.table)} t${condition}`);
  const [row] = await ctx.rows.query(statement, ctx.merchantId);
  return Number(row?.count);
}
