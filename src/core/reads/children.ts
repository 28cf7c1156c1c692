import { machineOf } from '../entities/states/machines.ts';
import { StatusChange } from '../entities/status-change.ts';
import { type Context, isAcrossNodes, withinMerchant } from '../foundation/context.ts';
import { returning } from '../foundation/permissions.ts';
import type { Row } from '../foundation/transaction.ts';
import { hashColumn, hashOfKey } from '../model/columns.ts';
import {
  type DescribedClass,
  fieldOf,
  fieldsOf,
  type ResourceDescription,
  resourceOf,
} from '../model/index.ts';
import { nestedView, type RestView, restNames } from '../model/rest-view.ts';
import { listsWithinProfile, mayList, requireLists, requireReadable } from './access.ts';
import { showsAll } from './personal-data.ts';
import {
  columnsFor,
  defaultOrder,
  encodedOf,
  quote,
  reveal,
  StatementBuilder,
  selectList,
} from './statement.ts';

/** Maximum length of a nested list. */
export const CHILDREN_MAX = 1000;

/** A nested list to read: the parent's field, and the columns of the list's rows. */
export interface ChildList {
  readonly field: string;
  readonly columns: readonly string[];
  /** Reads exactly these columns in this order, so that the list's JSON equals the response's. */
  readonly inOrder?: boolean;
  /** Only rows of this business profile. */
  readonly profileId?: string;
}

export interface ParentKey {
  readonly merchantId: string;
  readonly id: string;
}

/** Reference in a statement to the parent of a nested list. */
export interface ParentPlace {
  /** SQL expressions for its key. */
  readonly merchantId: string;
  readonly id: string;
  /** The alias of its row, if the statement reads the row. */
  readonly row?: string;
}

/**
 * The parent of nested lists in a statement that reads it as `t`.
 *
 * @param merchantId The merchant, if the statement reads only one merchant's rows: the lists then filter by it too.
 */
export const parentAsT = (
  { id, owned }: ResourceDescription,
  merchantId: string | null,
  builder: StatementBuilder,
): ParentPlace => ({
  merchantId: owned && merchantId !== null ? builder.parameter(merchantId, 'text') : 't."merchant_id"',
  id: `t.${quote(id)}`,
  row: 't',
});

/** A nested list as an SQL expression. */
export function listExpression(
  parent: ResourceDescription,
  { field: name, columns, inOrder, profileId }: ChildList,
  key: ParentPlace,
  builder: StatementBuilder,
): string {
  const field = fieldOf(parent.target, name);
  const child = resourceOf(field.of!());
  const read = inOrder ? columns.map((column) => fieldOf(child.target, column)) : columnsFor(child, columns);
  const selected = selectList(read, 'c', builder);
  const { field: orderField, direction } = defaultOrder(child);
  const own = profileId === undefined ? '' : ` and c."profile_id" = ${builder.parameter(profileId, 'text')}`;
  // A subquery, because under row-level security PostgreSQL 15 would not look up an expression of the parent's row in
  // an index.
  const hashed =
    child.nestedIn === parent.id
      ? `c.${quote(hashColumn(parent.id))} = (select ${hashOfKey(key.merchantId, key.id)}) and `
      : '';
  const order = `c.${quote(orderField)} ${direction}, c.${quote(child.id)} ${direction}`;
  const list = `(select coalesce(json_agg(r), '[]') from (
    select ${selected} from ${builder.table(child.table)} c
    where ${hashed}c."merchant_id" = ${key.merchantId} and c.${quote(parent.id)} = ${key.id}${own}
    order by ${order} limit ${CHILDREN_MAX}) r)`;
  const mark = field.markedBy && key.row ? `${key.row}.${quote(field.markedBy)}` : null;
  return `${mark ? `case when ${mark} then ${list} else '[]' end` : list} as ${quote(field.name)}`;
}

/**
 * Reads several nested lists of many parents in one statement. Returns one object per parent, in order, with a member
 * per list.
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
  requireLists(ctx, target, lists);
  const parent = resourceOf(target);
  const builder = new StatementBuilder();
  const keys = builder.unnest(parents, 'merchantId', 'id');
  const key = { merchantId: builder.merchantOf(parents, 'p.merchant_id'), id: 'p.id' };
  const expressions = listsWithinProfile(ctx, target, lists).map((list) =>
    listExpression(parent, list, key, builder),
  );
  const statement = builder.build(
    `select ${expressions.join(', ')}
     from ${keys} with ordinality as p(merchant_id, id, place) order by p.place`,
  );
  const rows = await ctx.rows.query<Record<string, Row[]>>(statement, ctx.merchantId);
  revealLists(ctx, target, lists, rows);
  return rows;
}

/**
 * Runs a read for keys of several merchants: separately for each merchant with an organization's key, and always on a
 * cluster.
 *
 * @returns The results in the order of the keys.
 */
export async function perMerchant<K extends object, V>(
  ctx: Context,
  keys: readonly K[],
  merchantOf: (key: K) => string | null,
  read: (ctx: Context, keys: readonly K[]) => Promise<readonly V[]>,
): Promise<V[]> {
  const isOfEach = isAcrossNodes(ctx) || (ctx.organization !== undefined && ctx.merchantId === null);
  if (!isOfEach) return [...(await read(ctx, keys))];
  const found = new Map<K, V>();
  for (const [merchantId, own] of Map.groupBy(keys, merchantOf)) {
    const within = merchantId === null ? ctx : withinMerchant(ctx, merchantId);
    const values = await read(within, own);
    for (const [i, key] of own.entries()) found.set(key, values[i]!);
  }
  return keys.map((key) => found.get(key)!);
}

/** Reads nested lists of rows of several merchants into the rows, on a cluster by a statement for each merchant. */
export async function addLists(
  ctx: Context,
  target: DescribedClass,
  rows: readonly Row[],
  lists: readonly ChildList[],
): Promise<void> {
  if (rows.length === 0 || lists.length === 0) return;
  const { id } = resourceOf(target);
  const keys = rows.map((row) => ({ merchantId: row.merchant_id as string, id: row[id] as string }));
  const found = await perMerchant(
    ctx,
    keys,
    ({ merchantId }) => merchantId,
    (of, some) => readChildren(of, target, some, lists),
  );
  for (const [i, row] of rows.entries()) Object.assign(row, found[i]);
}

/**
 * The nested lists of a resource that REST shows a caller in a view: the lists to read, and null for lists that the
 * caller may not read.
 */
export function shownLists(ctx: Context, target: DescribedClass, view: RestView) {
  const lists = restLists(target, view);
  const read = lists.filter(({ field }) => mayList(returning(ctx), target, field));
  const others = lists.filter((list) => !read.includes(list));
  return { read, withheld: Object.fromEntries(others.map(({ field }) => [field, null])) };
}

/** The nested lists of a resource that REST shows in a view. */
export function restLists(target: DescribedClass, view: RestView): ChildList[] {
  return fieldsOf(target)
    .filter((field) => field.kind === 'children' && field.visibility !== 'beyond')
    .map((field) => ({ field: field.name, columns: restNames(field.of!(), nestedView(view)) }));
}

/** Decrypts and masks columns in parents' nested lists. */
export function revealLists(
  ctx: Context,
  target: DescribedClass,
  lists: readonly ChildList[],
  parents: readonly Row[],
): void {
  const isWhole = showsAll(ctx);
  for (const { field } of lists) {
    const child = resourceOf(fieldOf(target, field).of!());
    const encoded = encodedOf(child);
    if (encoded.length === 0 && isWhole) continue;
    const rows = parents.flatMap((row) => row[field] as Row[]);
    for (const row of rows) {
      for (const { encrypted, name } of encoded) {
        // Ciphertext comes out of `json_agg` as text: `\x` and hexadecimal digits.
        if (encrypted && typeof row[name] === 'string') row[name] = Buffer.from(row[name].slice(2), 'hex');
      }
    }
    reveal(ctx, child, rows);
  }
}

/** Maximum length of a history; longer histories keep only the latest transitions. */
const TRANSITIONS_MAX = 1000;

export interface TimelineKey {
  readonly merchantId: string;
  /** A resource with a state machine. */
  readonly target: DescribedClass;
  readonly id: string;
}

/**
 * Reads the status histories of objects of any kind in one statement: in the order of the keys, oldest first.
 *
 * @example
 * ```sql
 * select (select coalesce(json_agg(r order by r.sequence), '[]') from (select … from "status_changes" c where …) r) as steps
 * from unnest($1::text[], $2::text[], $3::text[]) with ordinality as k(merchant_id, object_type, id, place) order by k.place
 * ```
 *
 * @throws {Problem} `not_permitted` unless the caller may read the objects.
 */
export async function readTimelines(ctx: Context, keys: readonly TimelineKey[]): Promise<Row[][]> {
  for (const { target } of keys) requireReadable(ctx, resourceOf(target));
  const builder = new StatementBuilder();
  const typed = keys.map(({ target, ...key }) => ({ ...key, objectType: machineOf(target).machine.of }));
  const source = builder.unnest(typed, 'merchantId', 'objectType', 'id');
  const merchant = builder.merchantOf(keys, 'k.merchant_id');
  const history = resourceOf(StatusChange);
  const columns = columnsFor(history, ['from_status', 'to_status', 'cause', 'changed_at']);
  const statement = builder.build(
    `select (select coalesce(json_agg(r order by r.sequence), '[]') from (
       select ${selectList(columns, 'c', builder)}, c.sequence from ${builder.table(history.table)} c
       where c.merchant_id = ${merchant} and c.object_type = k.object_type and c.object_id = k.id
       order by c.sequence desc limit ${TRANSITIONS_MAX}) r) as steps
     from ${source} with ordinality as k(merchant_id, object_type, id, place)
     order by k.place`,
  );
  const rows = await ctx.rows.query<{ steps: Row[] }>(statement, ctx.merchantId);
  return rows.map((row) => row.steps);
}
