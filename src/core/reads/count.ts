import type { Context } from '../foundation/context.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { requireListable, restricted } from './access.ts';
import { countedObjects } from './counted-objects.ts';
import { type Condition, isNested, queuedMatches, searchQuery, whereClause } from './predicates.ts';
import { soughtWords } from './search.ts';
import { readInTime } from './slow-read.ts';
import { StatementBuilder } from './statement.ts';
import { countedRows, totalsRequest } from './stats-totals.ts';

/**
 * Counts the rows that meet all conditions, up to a limit.
 *
 * @returns The limit plus one if there are more. An unfiltered list of objects that are never deleted only grows, so
 * a list once longer than a limit is not counted again.
 * @throws {Problem} `not_permitted`.
 */
export async function countUpTo(
  ctx: Context,
  target: DescribedClass,
  where: readonly Condition[],
  limit: number,
): Promise<number> {
  requireListable(ctx, resourceOf(target), where);
  const isWhole = restricted(ctx, resourceOf(target), where).length === 0;
  const onlyGrows = isWhole && countedObjects.has(target);
  const list = JSON.stringify([target.name, ctx.merchantId]);
  if (onlyGrows && (ctx.ports.lowerBounds.get(list) ?? 0) > limit) return limit + 1;
  const counted = await countRows(ctx, target, where, limit + 1);
  if (onlyGrows && counted > limit) ctx.ports.lowerBounds.set(list, counted);
  return counted;
}

/**
 * Counts the rows that meet all conditions, optionally up to a limit.
 *
 * @example Failed payments of a merchant, up to a limit:
 * ```sql
 * select count(*) as "count" from (
 *   select 1 from "payments" t where t."merchant_id" = $1 and t."status" = $2::text limit $3::int) counted
 * ```
 */
export async function countRows(
  ctx: Context,
  target: DescribedClass,
  where: readonly Condition[],
  limit?: number,
): Promise<number> {
  requireListable(ctx, resourceOf(target), where);
  const own = restricted(ctx, resourceOf(target), where);
  const builder = new StatementBuilder();
  const counted = countedFrom(target, ctx.merchantId, own, limit, builder);
  const statement = { ...builder.build(counted), unprepared: isNested(own) };
  const [row] = await readInTime(resourceOf(target), own, () =>
    ctx.rows.query<{ count: number }>(statement, ctx.merchantId),
  );
  return Number(row?.count);
}

/** Totals are read for exact counts only: counting rows up to a limit is as fast. */
function countedFrom(
  target: DescribedClass,
  merchantId: string | null,
  where: readonly Condition[],
  limit: number | undefined,
  builder: StatementBuilder,
): string {
  const totals = limit === undefined ? totalsRequest(target, where) : null;
  if (totals) {
    const counted = countedRows(totals, merchantId, null, builder);
    return `with ${counted} select coalesce(sum("count"), 0)::int8 as "count" from counted`;
  }
  const resource = resourceOf(target);
  const words = soughtWords(resource, where);
  if (words !== null && where.length === 1) {
    const sought = searchQuery(words, builder);
    const queued = `(select count(*) from (${queuedMatches(resource, merchantId, sought, builder)}) q)`;
    if (limit === undefined)
      return `select count_searched('${resource.table}', ${sought}) + ${queued} as "count"`;
    const most = builder.parameter(limit, 'int');
    return `select least(${most}, count_searched('${resource.table}', ${sought}, ${most}) + ${queued}) as "count"`;
  }
  const clauses = whereClause(resource, merchantId, where, builder, 't');
  const condition = clauses.length > 0 ? ` where ${clauses.join(' and ')}` : '';
  const from = `from ${builder.table(resource.table)} t${condition}`;
  if (limit === undefined) return `select count(*) as "count" ${from}`;
  return `select count(*) as "count" from (select 1 ${from} limit ${builder.parameter(limit, 'int')}) counted`;
}
