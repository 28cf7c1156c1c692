import type { Context } from '../foundation/context.ts';
import type { Row } from '../foundation/row-source.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { type ChildList, listExpression, revealLists } from './children.ts';
import { type Condition, whereClause } from './conditions.ts';
import { columnsFor, selectList } from './projection.ts';
import { reveal, unseal } from './reveal.ts';
import type { RowOf } from './row-of.ts';
import { quote, StatementBuilder } from './statement.ts';

/**
 * Reads the one row with an identifier within the context's merchant, or null. The admin key, which sees all
 * merchants, gets the oldest owner's row where several merchants gave the same identifier.
 */
export function readOne<T extends object, Column extends keyof T & string>(
  ctx: Context,
  target: new () => T,
  id: string,
  columns: readonly Column[],
): Promise<RowOf<T, Column> | null>;
export function readOne(
  ctx: Context,
  target: DescribedClass,
  id: string,
  columns: Iterable<string>,
): Promise<Row | null>;
export async function readOne(
  ctx: Context,
  target: DescribedClass,
  id: string,
  columns: Iterable<string>,
): Promise<Row | null> {
  return reveal(ctx, resourceOf(target), await find(ctx, target, id, columns))[0] ?? null;
}

/** The same with some of its lists, in the one statement. */
export async function readOneWithLists(
  ctx: Context,
  target: DescribedClass,
  id: string,
  columns: Iterable<string>,
  lists: readonly ChildList[],
): Promise<Row | null> {
  const found = await find(ctx, target, id, columns, lists);
  const [row = null] = reveal(ctx, resourceOf(target), found);
  if (row) revealLists(ctx, target, lists, [row]);
  return row;
}

/** The same with its secrets in the clear: for the service's own use, never for an answer. */
export function readUnmasked<T extends object, Column extends keyof T & string>(
  ctx: Context,
  target: new () => T,
  id: string,
  columns: readonly Column[],
): Promise<RowOf<T, Column> | null>;
export function readUnmasked(
  ctx: Context,
  target: DescribedClass,
  id: string,
  columns: Iterable<string>,
): Promise<Row | null>;
export async function readUnmasked(
  ctx: Context,
  target: DescribedClass,
  id: string,
  columns: Iterable<string>,
): Promise<Row | null> {
  return unseal(ctx, resourceOf(target), await find(ctx, target, id, columns))[0] ?? null;
}

function find(
  ctx: Context,
  target: DescribedClass,
  id: string,
  columns: Iterable<string>,
  lists: readonly ChildList[] = [],
): Promise<Row[]> {
  const resource = resourceOf(target);
  const builder = new StatementBuilder();
  const identified: Condition = { field: resource.id, op: 'eq', value: id };
  const clauses = whereClause(resource, ctx.merchantId, [identified], builder, 't');
  const order = resource.owned && ctx.merchantId === null ? ` order by t.${quote(resource.order)}` : '';
  const parent = { merchantId: 't."merchant_id"', id: `t.${quote(resource.id)}` };
  const selected = [
    selectList(columnsFor(resource, columns), 't'),
    ...lists.map((list) => listExpression(resource, list, parent)),
  ];
  const statement = builder.build(
    `select ${selected.join(', ')} from ${quote(resource.table)} t
     where ${clauses.join(' and ')}${order} limit 1`,
  );
  return ctx.rows.query(statement, ctx.merchantId);
}
