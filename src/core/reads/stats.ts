import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { Statement } from '../foundation/transaction.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import { type Condition, isNested, isoTimestamp, quote, StatementBuilder, whereClause } from './statement.ts';
import { type BucketOf, countedRows, totalsRequest } from './stats-totals.ts';
import {
  bucketSeries,
  fewestBuckets,
  type Interval,
  requireFewBuckets,
  tooManyBuckets,
} from './time-buckets.ts';

export type { Interval };

export interface StatsRequest {
  readonly where: readonly Condition[];
  /** Fields to group by, besides the currency: amounts of different currencies cannot be added up. */
  readonly groupBy: readonly string[];
  readonly interval: Interval | null;
  /** IANA time zone of the buckets. */
  readonly timeZone: string;
  /** Statuses that count as success. */
  readonly success: { readonly field: string; readonly values: readonly string[] };
}

export interface StatsRow {
  /** Values of the group-by fields, as text. */
  readonly keys: Readonly<Record<string, string | null>>;
  /** Start of the time bucket; null without an interval. */
  readonly bucket: string | null;
  readonly count: number;
  readonly amount: number;
  readonly success_rate: number | null;
}

/** Limit on the rows of one response. */
export const STATS_ROWS_MAX = 10_000;

/** The expression `counted` of a statement: from the totals if they answer, or else from the rows themselves. */
function countedObjects(
  resource: ResourceDescription,
  merchantId: string | null,
  conditions: readonly Condition[],
  bucketOf: BucketOf | null,
  builder: StatementBuilder,
): string {
  const totals = totalsRequest(resource.target, conditions);
  if (totals) return countedRows(totals, merchantId, bucketOf, builder);
  const clauses = whereClause(resource, merchantId, conditions, builder, 't');
  const where = clauses.length > 0 ? `where ${clauses.join(' and ')}` : '';
  const bucket = bucketOf ? bucketOf(`t.${quote(resource.order)}`) : 'null::timestamptz';
  return `counted as (select t.*, ${bucket} as bucket, 1 as count from ${quote(resource.table)} t ${where})`;
}

function statsStatement(
  resource: ResourceDescription,
  merchantId: string | null,
  request: StatsRequest,
): Statement {
  const builder = new StatementBuilder();
  const { interval } = request;
  // PostgreSQL rejects parameters that the text does not use: they have no type.
  const zone = interval === null ? '' : builder.parameter(request.timeZone, 'text');
  const keys = request.groupBy.map((name) => quote(fieldOf(resource.target, name).name));
  const success = quote(fieldOf(resource.target, request.success.field).name);
  const successes = builder.parameter(request.success.values, 'text[]');
  const bucketOf = interval === null ? null : (time: string) => `date_trunc('${interval}', ${time}, ${zone})`;
  const counted = countedObjects(resource, merchantId, request.where, bucketOf, builder);
  const grouped = `
    select ${keys.map((key) => `c.${key}::text as ${key}, `).join('')}c.bucket, sum(c.count)::int8 as count,
           sum(c.amount)::int8 as amount,
           coalesce(sum(c.count) filter (where c.${success} = any(${successes})), 0)::int8 as successes
    from counted c group by ${[...keys, 'bucket'].map((_, i) => i + 1).join(', ')} having sum(c.count) <> 0`;
  const keyColumns = (alias: string) => keys.map((key) => `${alias}.${key}, `).join('');
  const limit = builder.parameter(STATS_ROWS_MAX + 1, 'int');
  if (interval === null) {
    return builder.build(`
      with ${counted}
      select ${keyColumns('g')}null as bucket, g.count, g.amount, g.successes
      from (${grouped}) g order by g.count desc, ${keys.map((key) => `g.${key}`).join(', ')} limit ${limit}`);
  }
  // Buckets are generated and joined after the rows are grouped, and only if the response may have that many.
  return builder.build(`
    with ${counted},
         g as materialized (
           select r.*, dense_rank() over (order by ${keys.join(', ')}) as key_rank from (${grouped}) r),
         k as materialized (select distinct key_rank, ${keys.join(', ')} from g),
         b as (select min(bucket) as first, max(bucket) as last from g),
         n as (select first, last, (select count(*) from k) * ${fewestBuckets(interval, 'first', 'last')} as least_rows
               from b)
    select n.least_rows, x.* from n left join lateral (
      select ${keyColumns('k')}${isoTimestamp('s.bucket')} as bucket,
             coalesce(g.count, 0) as count, coalesce(g.amount, 0) as amount, coalesce(g.successes, 0) as successes
      from ${bucketSeries(interval, 'n.first', 'n.last', zone)} as s(bucket)
      cross join k left join g on g.bucket = s.bucket and g.key_rank = k.key_rank
      where n.least_rows <= ${limit}
      order by s.bucket, k.key_rank limit ${limit}) x on true`);
}

/**
 * Counts and sums a resource by fields and by time, in one statement. Each combination of keys that occurs has a
 * row in every bucket from the first to the last, with zeroes where nothing happened. The statement ends if the
 * caller hangs up.
 *
 * @throws {Problem} `query_too_complex` above {@link STATS_ROWS_MAX} rows; `overloaded` if too many statistics of the
 * merchant wait already.
 */
export async function readStats(
  ctx: Context,
  target: DescribedClass,
  request: StatsRequest,
): Promise<StatsRow[]> {
  const groupBy = [...new Set(['currency', ...request.groupBy])];
  const resource = resourceOf(target);
  const { interval, where } = request;
  if (interval) requireFewBuckets(interval, resource.order, where, ctx.now(), STATS_ROWS_MAX);
  const statement = statsStatement(resource, ctx.merchantId, { ...request, groupBy });
  const signal = ctx.hangUp?.();
  const read = await ctx.rows.query(
    { ...statement, heavy: true, unprepared: isNested(where), ...(signal ? { signal } : {}) },
    ctx.merchantId,
  );
  // With too many buckets, and without any, there is one row that says how many they are.
  const leastRows = Number(read[0]?.least_rows ?? 0);
  const rows = interval ? read.filter(({ bucket }) => bucket !== null) : read;
  if (interval && (leastRows > STATS_ROWS_MAX || rows.length > STATS_ROWS_MAX)) {
    throw tooManyBuckets(interval, `${Math.max(leastRows, rows.length)} or more rows`, STATS_ROWS_MAX);
  }
  if (rows.length > STATS_ROWS_MAX) {
    throw new Problem(
      'query_too_complex',
      `The result exceeds ${STATS_ROWS_MAX} rows. Group by less, or filter.`,
    );
  }
  return rows.map((row) => {
    const count = row.count as number;
    return {
      keys: Object.fromEntries(groupBy.map((name) => [name, row[name] as string | null])),
      bucket: row.bucket as string | null,
      count,
      amount: row.amount as number,
      success_rate: count === 0 ? null : (row.successes as number) / count,
    };
  });
}
