import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { Row, Statement } from '../foundation/transaction.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import { requireListable, restricted } from './access.ts';
import { type Condition, computedExpression, isNested, whereClause } from './predicates.ts';
import { readInTime } from './slow-read.ts';
import { isoTimestamp, quote, StatementBuilder } from './statement.ts';
import { type BucketOf, countedRows, totalsRequest } from './stats-totals.ts';
import {
  bucketSeries,
  fewestBuckets,
  type Interval,
  requireFewBuckets,
  tooManyBuckets,
} from './time-buckets.ts';
import { instant, type TimeRange, timeRange } from './time-range.ts';

export type { Interval };

/** The field with an object's result, and the values that count as success and failure. */
export interface Decision {
  readonly field: string;
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
}

export interface StatsRequest {
  readonly where: readonly Condition[];
  /** Fields to group by, besides the currency: amounts of different currencies cannot be summed. */
  readonly groupBy: readonly string[];
  readonly interval: Interval | null;
  /** IANA time zone of the buckets. */
  readonly timeZone: string;
  /** The field that decides success; other values are undecided. */
  readonly decision: Decision;
  /** Amounts to add up. */
  readonly sums: readonly string[];
  /** A second range of creation times to count in the same statement; only without an interval. */
  readonly comparedTo?: readonly Condition[] | null;
  /** Replaces {@link STATS_ROWS_MAX}, for rows that are combined afterwards. */
  readonly rowsMax?: number;
}

export interface StatsRow {
  /** Values of the group-by fields, as text. */
  readonly keys: Readonly<Record<string, string | null>>;
  /** Start of the time bucket; null without an interval. */
  readonly bucket: string | null;
  /** Whether the row belongs to {@link StatsRequest.comparedTo}. */
  readonly is_compared: boolean;
  readonly count: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Successes ÷ decided objects, from 0 to 1; null without decided objects. */
  readonly success_rate: number | null;
  /** Successes ÷ all objects, from 0 to 1; null without objects. */
  readonly conversion_rate: number | null;
  /** The sum of each field of {@link StatsRequest.sums}. */
  readonly sums: Readonly<Record<string, number>>;
}

/** Limit on the rows of one response. */
export const STATS_ROWS_MAX = 10_000;

/** The common table expression `counted` or `name`: from the totals if possible, otherwise from the rows. */
function countedExpression(
  resource: ResourceDescription,
  merchantId: string | null,
  { groupBy, sums, where }: StatsRequest,
  bucketOf: BucketOf | null,
  builder: StatementBuilder,
  name = 'counted',
): string {
  const totals = totalsRequest(resource.target, where, groupBy, sums);
  if (totals) return countedRows(totals, merchantId, bucketOf, builder, name);
  const clauses = whereClause(resource, merchantId, where, builder, 't');
  const condition = clauses.length > 0 ? `where ${clauses.join(' and ')}` : '';
  const bucket = bucketOf ? bucketOf(`t.${quote(resource.order)}`) : 'null::timestamptz';
  const columns = [
    't.*',
    ...computedKeys(resource, merchantId, groupBy, builder),
    `${bucket} as bucket`,
    '1 as count',
  ];
  return `${name} as (select ${columns.join(', ')} from ${builder.table(resource.table)} t ${condition})`;
}

/** The group-by fields without a column. */
function computedKeys(
  resource: ResourceDescription,
  merchantId: string | null,
  groupBy: readonly string[],
  builder: StatementBuilder,
): string[] {
  return groupBy.flatMap((name) => {
    const { computed } = fieldOf(resource.target, name);
    if (!computed) return [];
    return [`${computedExpression(computed, merchantId, builder, 't')} as ${quote(name)}`];
  });
}

function statsStatement(
  resource: ResourceDescription,
  merchantId: string | null,
  request: StatsRequest,
  range: TimeRange,
  comparedWhere: readonly Condition[] | null,
): Statement {
  const builder = new StatementBuilder();
  const { decision, interval } = request;
  // PostgreSQL rejects unused parameters, because they have no type.
  const zone = interval === null ? '' : builder.parameter(request.timeZone, 'text');
  const columnOf = (name: string) => quote(fieldOf(resource.target, name).name);
  const keys = request.groupBy.map(columnOf);
  const sums = request.sums.map(columnOf);
  const countOf = (values: readonly string[], as: string) => {
    const isOne = `c.${columnOf(decision.field)} = any(${builder.parameter(values, 'text[]')})`;
    return `coalesce(sum(c.count) filter (where ${isOne}), 0)::int8 as ${as}`;
  };
  const bucketOf = interval === null ? null : (time: string) => `date_trunc('${interval}', ${time}, ${zone})`;
  const counted = countedExpression(resource, merchantId, request, bucketOf, builder);
  const figures = ['count', 'successes', 'failures', ...sums];
  const groupedOf = (from: string) => `
    select ${keys.map((key) => `c.${key}::text as ${key}, `).join('')}c.bucket, sum(c.count)::int8 as count,
           ${countOf(decision.succeeded, 'successes')}, ${countOf(decision.failed, 'failures')},
           ${sums.map((sum) => `sum(c.${sum})::int8 as ${sum}`).join(', ')}
    from ${from} c group by ${[...keys, 'bucket'].map((_, i) => i + 1).join(', ')} having sum(c.count) <> 0`;
  const keyColumns = (alias: string) => keys.map((key) => `${alias}.${key}, `).join('');
  const limit = builder.parameter((request.rowsMax ?? STATS_ROWS_MAX) + 1, 'int');
  if (interval === null) {
    const select = (from: string, isCompared: boolean) => `
      select ${keyColumns('g')}null as bucket, ${isCompared} as is_compared,
             ${figures.map((figure) => `g.${figure}`).join(', ')}
      from (${groupedOf(from)}) g`;
    const order = `order by is_compared, count desc, ${keys.join(', ')} limit ${limit}`;
    if (!comparedWhere) return builder.build(`with ${counted} ${select('counted', false)} ${order}`);
    const past = { ...request, where: comparedWhere };
    const compared = countedExpression(resource, merchantId, past, null, builder, 'compared');
    return builder.build(
      `with ${counted}, ${compared} ${select('counted', false)} union all ${select('compared', true)} ${order}`,
    );
  }
  // A bounded range determines the buckets; an open one begins or ends with the first or last bucket that has rows.
  const bucketAt = (time: number, whereOpen: string) => {
    const bound = instant(time);
    return bound.endsWith('infinity') ? whereOpen : bucketOf!(builder.parameter(bound, 'timestamptz'));
  };
  const first = bucketAt(range.from, '(select min(bucket) from g)');
  const last = bucketAt(range.to - 1, '(select max(bucket) from g)');
  // Buckets are generated and joined after the rows are grouped, and only if the response may have that many.
  return builder.build(`
    with ${counted},
         g as materialized (
           select r.*, dense_rank() over (order by ${keys.join(', ')}) as key_rank
           from (${groupedOf('counted')}) r),
         k as materialized (select distinct key_rank, ${keys.join(', ')} from g),
         b as (select ${first} as first, ${last} as last),
         n as (select first, last, (select count(*) from k) * ${fewestBuckets(interval, 'first', 'last')} as least_rows
               from b)
    select n.least_rows, x.* from n left join lateral (
      select ${keyColumns('k')}${isoTimestamp('s.bucket')} as bucket,
             ${figures.map((figure) => `coalesce(g.${figure}, 0) as ${figure}`).join(', ')}
      from ${bucketSeries(interval, 'n.first', 'n.last', zone)} as s(bucket)
      cross join k left join g on g.bucket = s.bucket and g.key_rank = k.key_rank
      where n.least_rows <= ${limit}
      order by s.bucket, k.key_rank limit ${limit}) x on true`);
}

/**
 * Counts and sums a resource by fields and by time, in one statement. Each existing combination of keys has a row in
 * every bucket of the conditions' range, with zeroes for empty buckets; in an open range, buckets begin or end with
 * the first or last row. The statement ends if the caller disconnects.
 *
 * Two ranges are compared by one statement, which counts each group of either range.
 *
 * @throws {Problem} `query_too_complex` above {@link STATS_ROWS_MAX} rows; `overloaded` if too many statistics of the
 * merchant are already waiting; `not_permitted`.
 */
export async function readStats(
  ctx: Context,
  target: DescribedClass,
  request: StatsRequest,
): Promise<StatsRow[]> {
  const groupBy = [...new Set(['currency', ...request.groupBy])];
  const resource = resourceOf(target);
  const { interval, rowsMax = STATS_ROWS_MAX } = request;
  requireListable(ctx, resource, request.where);
  const where = restricted(ctx, resource, request.where);
  const { others, range } = timeRange(where, resource.order);
  const comparedWhere = request.comparedTo ? [...others, ...request.comparedTo] : null;
  if (interval) requireFewBuckets(interval, range, ctx.ports.now(), STATS_ROWS_MAX);
  const statement = statsStatement(
    resource,
    ctx.merchantId,
    { ...request, where, groupBy },
    range,
    comparedWhere,
  );
  const read = await queryHeavy(ctx, resource, statement, where);
  // With too many buckets, or none, a single row has their number.
  const leastRows = Number(read[0]?.least_rows ?? 0);
  const rows = interval ? read.filter(({ bucket }) => bucket !== null) : read;
  requireFewRows(interval, Math.max(leastRows, rows.length), rowsMax);
  return rows.map((row) => statsRow(row, groupBy, request.sums));
}

/**
 * Runs a statement over many rows, which ends if the caller disconnects.
 *
 * @throws {Problem} as {@link readInTime}.
 */
export function queryHeavy<R extends object = Row>(
  ctx: Context,
  resource: ResourceDescription,
  statement: Statement,
  where: readonly Condition[],
): Promise<R[]> {
  const signal = ctx.hangUp?.();
  const heavy = { ...statement, heavy: true, unprepared: isNested(where), ...(signal ? { signal } : {}) };
  return readInTime(resource, where, () => ctx.rows.query<R>(heavy, ctx.merchantId));
}

/** @throws {Problem} `query_too_complex` if statistics have too many rows. */
export function requireFewRows(interval: Interval | null, rows: number, max = STATS_ROWS_MAX): void {
  if (rows <= max) return;
  if (interval) throw tooManyBuckets(interval, `${rows} or more rows`, max);
  throw new Problem('query_too_complex', `The result exceeds ${max} rows. Group by less, or filter.`);
}

/** The shares of successes among decided objects and among all; null without objects. */
export function ratesOf(count: number, succeeded: number, failed: number) {
  const share = (of: number) => (of === 0 ? null : succeeded / of);
  return { success_rate: share(succeeded + failed), conversion_rate: share(count) };
}

function statsRow(row: Row, groupBy: readonly string[], sums: readonly string[]): StatsRow {
  const { count, failures: failed, successes: succeeded } = row as Record<string, number>;
  return {
    keys: Object.fromEntries(groupBy.map((name) => [name, row[name] as string | null])),
    bucket: row.bucket as string | null,
    is_compared: row.is_compared === true,
    count: count!,
    succeeded: succeeded!,
    failed: failed!,
    ...ratesOf(count!, succeeded!, failed!),
    sums: Object.fromEntries(sums.map((name) => [name, row[name] as number])),
  };
}
