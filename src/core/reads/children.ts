import type { Context } from '../foundation/context.ts';
import type { Row } from '../foundation/row-source.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import { defaultOrder } from './page.ts';
import { columnsFor, selectList } from './projection.ts';
import { reveal } from './reveal.ts';
import { quote, StatementBuilder } from './statement.ts';

/** The most children of one list that a parent answers with. */
export const CHILDREN_MAX = 1000;

/** One list wanted of every parent: the field that names it, and the columns of its rows. */
export interface ChildList {
  readonly field: string;
  readonly columns: Iterable<string>;
}

/** A parent by its key. */
export interface ParentKey {
  readonly merchantId: string;
  readonly id: string;
}

/** A list as an SQL expression, for the parent whose key these expressions are. */
export function listExpression(
  parent: ResourceDescription,
  { field: name, columns }: ChildList,
  key: { readonly merchantId: string; readonly id: string },
): string {
  const field = fieldOf(parent.target, name);
  const child = resourceOf(field.of!());
  const selected = columnsFor(child, columns);
  const { field: orderField, direction } = defaultOrder(child);
  const order = `c.${quote(orderField)} ${direction}, c.${quote(child.id)} ${direction}`;
  return `(select coalesce(json_agg(r), '[]') from (
    select ${selectList(selected, 'c')} from ${quote(child.table)} c
    where c."merchant_id" = ${key.merchantId} and c.${quote(parent.id)} = ${key.id}
    order by ${order} limit ${CHILDREN_MAX}) r) as ${quote(field.name)}`;
}

/**
 * Reads several lists of many parents in one statement: for every parent, in order, an object that holds
 * its lists under their fields' names.
 *
 * @example Refunds and captures of a page of payments:
 * ```sql
 * select (select coalesce(json_agg(r), '[]') from (select … from "refunds" c where …) r) as "refunds",
 *        (select coalesce(json_agg(r), '[]') from (select … from "captures" c where …) r) as "captures"
 * from unnest($1::text[], $2::text[]) with ordinality as p(merchant_id, id, place) order by p.place
 * ```
 */
export async function readChildren(
  ctx: Context,
  target: DescribedClass,
  parents: readonly ParentKey[],
  lists: readonly ChildList[],
): Promise<Record<string, Row[]>[]> {
  const parent = resourceOf(target);
  const builder = new StatementBuilder();
  const merchantIds = builder.parameter(
    parents.map((key) => key.merchantId),
    'text[]',
  );
  const ids = builder.parameter(
    parents.map((key) => key.id),
    'text[]',
  );
  const key = { merchantId: 'p.merchant_id', id: 'p.id' };
  const expressions = lists.map((list) => listExpression(parent, list, key));
  const statement = builder.build(
    `select ${expressions.join(', ')}
     from unnest(${merchantIds}, ${ids}) with ordinality as p(merchant_id, id, place) order by p.place`,
  );
  const found = (await ctx.rows.query(statement, ctx.merchantId)) as Record<string, Row[]>[];
  revealLists(ctx, target, lists, found);
  return found;
}

/** Opens what is sealed in the lists of parents' rows. */
export function revealLists(
  ctx: Context,
  target: DescribedClass,
  lists: readonly ChildList[],
  parents: readonly Row[],
): void {
  for (const { field, columns } of lists) {
    const child = resourceOf(fieldOf(target, field).of!());
    revealNested(ctx, child, columns, () => parents.flatMap((row) => row[field] as Row[]));
  }
}

/** Opens what is sealed in nested rows. JSON has no bytes; there they are text: `\x` and hexadecimal digits. */
function revealNested(
  ctx: Context,
  child: ResourceDescription,
  columns: Iterable<string>,
  rowsOf: () => Row[],
): void {
  const sealed = columnsFor(child, columns).filter((column) => column.encrypted);
  if (sealed.length === 0) return;
  const rows = rowsOf();
  for (const row of rows) {
    for (const { name } of sealed) {
      if (typeof row[name] === 'string') row[name] = Buffer.from(row[name].slice(2), 'hex');
    }
  }
  reveal(ctx, child, rows);
}
