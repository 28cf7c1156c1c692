import { type Context, isAcrossNodes } from '../foundation/context.ts';
import { returning } from '../foundation/permissions.ts';
import type { Row } from '../foundation/transaction.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { type RestView, restNames } from '../model/rest-view.ts';
import { listsWithinProfile, requireLists, requireReadable, withinScope } from './access.ts';
import { addLists, type ChildList, listExpression, parentAsT, revealLists, shownLists } from './children.ts';
import { hidePersonalData } from './personal-data.ts';
import { type Condition, whereClause } from './predicates.ts';
import { readSettings } from './settings.ts';
import { columnsFor, quote, reveal, revealUnmasked, StatementBuilder, selectList } from './statement.ts';

/** A column's value in a row: timestamps are ISO 8601 text, unset is null, encrypted values are decrypted. */
type ColumnValue<V> = V extends Date
  ? string
  : V extends Uint8Array
    ? unknown
    : V extends undefined
      ? null
      : V;

/**
 * A row with some of a resource's columns, typed by the class that describes them. The merchant is always included.
 *
 * @example `RowOf<Refund, 'refund_id' | 'created_at'>` is `{ refund_id: string; created_at: string }`
 */
export type RowOf<T, Column extends keyof T> = {
  readonly [C in Column | (keyof T & 'merchant_id')]-?: ColumnValue<T[C]>;
};

/**
 * Reads a row by identifier within the context's merchant, or null. The admin key sees all merchants; of several rows
 * with the identifier it gets the oldest.
 *
 * @example
 * ```sql
 * select t."merchant_id" as "merchant_id", … from "refunds" t
 * where t."merchant_id" = $1 and t."refund_id" = $2::text limit 1
 * ```
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
  requireReadable(ctx, resourceOf(target));
  return reveal(ctx, resourceOf(target), await find(ctx, target, id, columns))[0] ?? null;
}

/**
 * Like {@link readOne}, with nested lists in the same statement; on a cluster in another, unless the context is
 * limited to one merchant.
 */
export async function readOneWithLists(
  ctx: Context,
  target: DescribedClass,
  id: string,
  columns: Iterable<string>,
  lists: readonly ChildList[],
): Promise<Row | null> {
  requireReadable(ctx, resourceOf(target));
  requireLists(ctx, target, lists);
  const isApart = isAcrossNodes(ctx);
  const rows = await find(ctx, target, id, columns, isApart ? [] : lists);
  reveal(ctx, resourceOf(target), rows);
  if (isApart) await addLists(ctx, target, rows, lists);
  else revealLists(ctx, target, lists, rows);
  return rows[0] ?? null;
}

/**
 * Reads a resource as a REST view, with nested lists, in one statement; null if it does not exist. Rows last written
 * by the request are not read again. Nested lists that the caller may not read are null.
 */
export async function readWhole(
  ctx: Context,
  target: DescribedClass,
  id: string,
  view: RestView = 'plain',
): Promise<Row | null> {
  const { read, withheld } = shownLists(ctx, target, view);
  const row = await readWritten(ctx, target, id, restNames(target, view), read);
  return row && { ...row, ...withheld };
}

/** Reads an operation's result like {@link readOneWithLists}, but without rereading rows last written by the request. */
export async function readWritten(
  ctx: Context,
  target: DescribedClass,
  id: string,
  columns: Iterable<string>,
  lists: readonly ChildList[] = [],
): Promise<Row | null> {
  const shown = returning(ctx);
  requireReadable(shown, resourceOf(target));
  requireLists(shown, target, lists);
  const written = ctx.written?.row(ctx, target as new () => object, id, columns, lists);
  if (!written) return readOneWithLists(shown, target, id, columns, lists);
  hidePersonalData(shown, target, [written]);
  revealLists(shown, target, lists, [written]);
  return written;
}

/**
 * Reads a merchant's settings with secrets in the clear: for internal use, never for a response. They are decrypted
 * for each use; the cache behind {@link readSettings} stores them encrypted.
 */
export async function readUnmasked<T extends object, Column extends keyof T & string>(
  ctx: Context,
  target: new () => T,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  columns: readonly Column[],
): Promise<RowOf<T, Column> | null> {
  const key = [target.name, id, ...columns];
  const read = async () => (await find(ctx, target, id, columns))[0] ?? null;
  const row = await readSettings(ctx, merchantId, key, read, (found) => found !== null);
  return row && (revealUnmasked(ctx, resourceOf(target), [{ ...row }])[0] as RowOf<T, Column>);
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
  const hasId: Condition = { field: resource.id, op: 'eq', value: id };
  const where = withinScope(ctx, resource, [hasId]);
  const clauses = whereClause(resource, ctx.merchantId, where, builder, 't');
  const expressions = () => {
    const parent = parentAsT(resource, ctx.merchantId, builder);
    return listsWithinProfile(ctx, target, lists).map((list) =>
      listExpression(resource, list, parent, builder),
    );
  };
  const order = resource.owned && ctx.merchantId === null ? ` order by t.${quote(resource.order)}` : '';
  const selected = [
    selectList(columnsFor(resource, columns), 't', builder),
    ...(lists.length > 0 ? expressions() : []),
  ];
  const statement = builder.build(
    `select ${selected.join(', ')} from ${builder.table(resource.table)} t
     where ${clauses.join(' and ')}${order} limit 1`,
  );
  return ctx.rows.query(statement, ctx.merchantId);
}
