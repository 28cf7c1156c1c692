import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { Statement } from '../foundation/transaction.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import { type Condition, isNested, isoTimestamp, quote, StatementBuilder, whereClause } from './statement.ts';

export type Interval = 'hour' | 'day' | 'week' | 'month';

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

/**
 * Bucket starts from the first row's to the last's. Day and longer buckets follow local time; DST can skip
 * midnight, and some zones have skipped whole days. Hour buckets step by 30 minutes, because some zones shift
 * their clocks by half an hour.
 */
function bucketSeries(interval: Interval, zone: string): string {
  if (interval === 'hour') {
    const hour = `date_trunc('hour', s, ${zone})`;
    return `(select distinct ${hour} from generate_series(
      b.first, b.last + interval '30 minutes', interval '30 minutes') s where ${hour} <= b.last)`;
  }
  return `(select distinct s at time zone ${zone} from generate_series(
    date_trunc('${interval}', b.first at time zone ${zone}), b.last at time zone ${zone}, interval '1 ${interval}') s)`;
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
  const clauses = whereClause(resource, merchantId, request.where, builder, 't');
  const where = clauses.length > 0 ? `where ${clauses.join(' and ')}` : '';
  const moment = `t.${quote(resource.order)}`;
  const bucket = interval === null ? 'null::timestamptz' : `date_trunc('${interval}', ${moment}, ${zone})`;
  const grouped = `
    select ${keys.map((key) => `t.${key}::text as ${key}, `).join('')}${bucket} as bucket, count(*) as count,
           sum(t."amount")::int8 as amount, count(*) filter (where t.${success} = any(${successes})) as successes
    from ${quote(resource.table)} t ${where} group by ${[...keys, 'bucket'].map((_, i) => i + 1).join(', ')}`;
  const keyColumns = (alias: string) => keys.map((key) => `${alias}.${key}, `).join('');
  const limit = builder.parameter(STATS_ROWS_MAX + 1, 'int');
  if (interval === null) {
    return builder.build(`
      select ${keyColumns('g')}null as bucket, g.count, g.amount, g.successes
      from (${grouped}) g order by g.count desc, ${keys.map((key) => `g.${key}`).join(', ')} limit ${limit}`);
  }
  const same = keys.map((key) => `g.${key} is not distinct from k.${key}`);
  return builder.build(`
    with g as materialized (${grouped}),
         b as (select min(bucket) as first, max(bucket) as last from g),
         k as (select distinct ${keys.join(', ')} from g),
         s as (select bucket from b, lateral ${bucketSeries(interval, zone)} as x(bucket) where b.first is not null)
    select ${keyColumns('k')}${isoTimestamp('s.bucket')} as bucket,
           coalesce(g.count, 0) as count, coalesce(g.amount, 0) as amount, coalesce(g.successes, 0) as successes
    from s cross join k left join g on g.bucket = s.bucket and ${same.join(' and ')}
    order by s.bucket, ${keys.map((key) => `k.${key}`).join(', ')} limit ${limit}`);
}

/**
 * Counts and sums a resource by fields and by time, in one statement. Each combination of keys that occurs has a
 * row in every bucket from the first to the last, with zeroes where nothing happened.
 *
 * @throws {Problem} `query_too_complex` above {@link STATS_ROWS_MAX} rows.
 */
export async function readStats(
  ctx: Context,
  target: DescribedClass,
  request: StatsRequest,
): Promise<StatsRow[]> {
  const groupBy = [...new Set(['currency', ...request.groupBy])];
  const statement = statsStatement(resourceOf(target), ctx.merchantId, { ...request, groupBy });
  const unprepared = isNested(request.where);
  const rows = await ctx.rows.query({ ...statement, heavy: true, unprepared }, ctx.merchantId);
  if (rows.length > STATS_ROWS_MAX) {
    throw new Problem(
      'query_too_complex',
      `The result exceeds ${STATS_ROWS_MAX} rows. Choose a longer interval or a shorter period.`,
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
