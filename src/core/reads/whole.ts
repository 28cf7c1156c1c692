import type { Context } from '../foundation/context.ts';
import type { Row } from '../foundation/row-source.ts';
import { type DescribedClass, fieldsOf, resourceOf } from '../model/index.ts';
import { type RestView, restNames } from '../model/rest-view.ts';
import { type ChildList, readChildren } from './children.ts';
import { readOneWithLists } from './one.ts';

/** Every nested list that REST shows of a resource, with the columns of its rows. */
export function restLists(target: DescribedClass): ChildList[] {
  return fieldsOf(target)
    .filter((field) => field.kind === 'children' && field.visibility !== 'graphql')
    .map((field) => ({ field: field.name, columns: restNames(field.of!(), 'plain') }));
}

/** Adds the nested lists that REST shows to a resource's rows: one statement, whatever their number. */
export async function withLists(ctx: Context, target: DescribedClass, rows: Row[]): Promise<Row[]> {
  const lists = restLists(target);
  if (rows.length === 0 || lists.length === 0) return rows;
  const { id } = resourceOf(target);
  const keys = rows.map((row) => ({ merchantId: row.merchant_id as string, id: row[id] as string }));
  const found = await readChildren(ctx, target, keys, lists);
  return rows.map((row, i) => ({ ...row, ...found[i] }));
}

/** Reads a resource as a REST view shows it, nested lists included, in one statement; null when there is none. */
export function readWhole(
  ctx: Context,
  target: DescribedClass,
  id: string,
  view: RestView = 'plain',
): Promise<Row | null> {
  return readOneWithLists(ctx, target, id, restNames(target, view), restLists(target));
}
