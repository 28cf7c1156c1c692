import type { Context } from '../foundation/context.ts';
import type { Row, Statement } from '../foundation/transaction.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import { type ChildList, listExpression, revealLists } from './children.ts';
import {
  type Condition,
  columnsFor,
  defaultOrder,
  isNested,
  type Order,
  quote,
  reveal,
  StatementBuilder,
  selectList,
  sqlType,
  whereClause,
} from './statement.ts';

/** Keyset of a row: the values of the sort field and of the remaining key columns. */
export type KeysetPosition = readonly (string | number)[];

export interface PageRequest {
  /** The columns to select. The text of the statement is kept with this array, so pass the same one each time. */
  readonly columns: readonly string[];
  /** Nested lists to read in the same statement. They belong to `columns`: the same array has the same lists. */
  readonly lists?: readonly ChildList[];
  readonly where?: readonly Condition[];
  readonly order?: Order;
  /** Exclusive bounds. With `take: 'last'`, the page ends before `before`. */
  readonly after?: KeysetPosition | undefined;
  readonly before?: KeysetPosition | undefined;
  readonly take: 'first' | 'last';
  readonly limit: number;
}

export interface Page {
  readonly rows: Row[];
  /** Whether the list continues in the direction of paging. */
  readonly more: boolean;
}

/** The sort field and the remaining key columns. Within one merchant, `merchant_id` is constant and left out. */
export function keysetColumns(
  resource: ResourceDescription,
  order: Order,
  merchantId: string | null,
): string[] {
  const key = resource.key.filter(
    (name) => name !== order.field && !(name === 'merchant_id' && merchantId !== null && resource.owned),
  );
  return [order.field, ...key];
}

/** The keyset of a row, as cursors encode it. */
export function positionOf(
  resource: ResourceDescription,
  order: Order,
  merchantId: string | null,
  row: Row,
): KeysetPosition {
  return keysetColumns(resource, order, merchantId).map((name) => row[name] as string | number);
}

/**
 * The statement of a page. Keyset pagination instead of OFFSET: page one thousand costs the same as page one.
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
  const keyset = keysetColumns(resource, order, merchantId);
  const clauses = whereClause(resource, merchantId, request.where ?? [], builder, 't');
  const tuple = keyset.map((name) => `t.${quote(name)}`).join(', ');

  const beyond = (position: KeysetPosition, operator: '<' | '>') => {
    const values = keyset.map((name, i) =>
      builder.parameter(position[i], sqlType(fieldOf(resource.target, name))),
    );
    clauses.push(`(${tuple}) ${operator} (${values.join(', ')})`);
  };
  const forward = order.direction === 'desc' ? '<' : '>';
  const backward = order.direction === 'desc' ? '>' : '<';
  if (request.after) beyond(request.after, forward);
  if (request.before) beyond(request.before, backward);

  // The last rows are read in reverse; readPage restores the order.
  const reversed = request.take === 'last';
  const direction = (order.direction === 'desc') !== reversed ? 'desc' : 'asc';
  const where = clauses.length > 0 ? ` where ${clauses.join(' and ')}` : '';
  const orderBy = keyset.map((name) => `t.${quote(name)} ${direction}`).join(', ');
  const limit = builder.parameter(request.limit + 1, 'int');
  const rest = ` from ${quote(resource.table)} t${where} order by ${orderBy} limit ${limit}`;
  const compose = () => `select ${selected(resource, keyset, request)}${rest}`;
  if (isNested(request.where ?? [])) return { ...builder.build(compose()), unprepared: true };
  return builder.build(textOf(request, rest, compose));
}

/** The columns and lists of a page. */
function selected(resource: ResourceDescription, keyset: string[], { columns, lists = [] }: PageRequest) {
  const key = { merchantId: 't."merchant_id"', id: `t.${quote(resource.id)}` };
  const list = [
    selectList(columnsFor(resource, [...columns, ...keyset]), 't'),
    ...lists.map((of) => listExpression(resource, of, key)),
  ];
  return list.join(', ');
}

/** How many texts are kept of one selection: one for each combination of filters and sort order in use. */
const TEXTS_MAX = 50;
const textsBySelection = new WeakMap<readonly string[], Map<string, string>>();

/**
 * The text of a page's statement. Composing thousands of characters and hashing them takes longer than the rest of a
 * request's work on it, so a selection's texts are kept, by what follows its columns.
 */
function textOf({ columns }: PageRequest, rest: string, compose: () => string): string {
  let texts = textsBySelection.get(columns);
  if (!texts) {
    texts = new Map();
    textsBySelection.set(columns, texts);
  }
  let text = texts.get(rest);
  if (text === undefined) {
    text = compose();
    if (texts.size < TEXTS_MAX) texts.set(rest, text);
  }
  return text;
}

/** Reads a page of a resource within the context's merchant, with the nested lists asked for, in one statement. */
export async function readPage(ctx: Context, target: DescribedClass, request: PageRequest): Promise<Page> {
  const resource = resourceOf(target);
  const rows = await ctx.rows.query(pageStatement(resource, ctx.merchantId, request), ctx.merchantId);
  const more = rows.length > request.limit;
  if (more) rows.pop();
  if (request.take === 'last') rows.reverse();
  revealLists(ctx, target, request.lists ?? [], rows);
  return { rows: reveal(ctx, resource, rows), more };
}

/** Counts the rows that meet all conditions; with a limit, counting stops there. */
export async function countRows(
  ctx: Context,
  target: DescribedClass,
  where: readonly Condition[],
  limit?: number,
): Promise<number> {
  const resource = resourceOf(target);
  const builder = new StatementBuilder();
  const clauses = whereClause(resource, ctx.merchantId, where, builder, 't');
  const condition = clauses.length > 0 ? ` where ${clauses.join(' and ')}` : '';
  const from = `from ${quote(resource.table)} t${condition}`;
  const counted =
    limit === undefined ? from : `from (select 1 ${from} limit ${builder.parameter(limit, 'int')}) counted`;
  const counting = builder.build(`select count(*) as "count" ${counted}`);
  const statement = { ...counting, unprepared: isNested(where) };
  const [row] = await ctx.rows.query<{ count: number }>(statement, ctx.merchantId);
  return Number(row?.count);
}
