import { ConnectorCall } from '../entities/connector-call.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { resourceOf } from '../model/index.ts';
import { requireListable } from './access.ts';
import type { Condition } from './predicates.ts';
import { isoTimestamp, quote, StatementBuilder } from './statement.ts';
import { queryHeavy, requireFewRows, STATS_ROWS_MAX } from './stats.ts';
import { countedRows, QUARTER_HOUR_MS, roundDown, roundUp, totalsWithin } from './stats-totals.ts';
import { type Interval, requireFewBuckets } from './time-buckets.ts';
import { type TimeRange, timeRange } from './time-range.ts';

export interface LatencyRequest {
  /** Conditions on the calls' time, connector and operation. */
  readonly where: readonly Condition[];
  readonly groupBy: readonly ('connector' | 'operation')[];
  readonly interval: Interval | null;
  /** IANA time zone of the buckets. */
  readonly timeZone: string;
  /** A second range of times to read in the same statement; only without an interval. */
  readonly comparedTo?: readonly Condition[] | null;
}

/** Connectors' response times. Durations are in milliseconds. */
export interface LatencyRow {
  readonly connector?: string;
  readonly operation?: string;
  /** Start of the time bucket; null without an interval. */
  readonly bucket: string | null;
  /** Whether the row belongs to {@link LatencyRequest.comparedTo}. */
  readonly is_compared: boolean;
  /** Number of sent calls. */
  readonly count: number;
  readonly mean: number;
  /** The 50th and 95th percentile of the durations, rounded up to the ends of their bands: less than a fifth too high. */
  readonly p50: number;
  readonly p95: number;
}

/** A range in whole quarter-hours; a range that ends before it begins is empty. */
function widened({ from, to }: TimeRange): TimeRange {
  const start = roundDown(from, QUARTER_HOUR_MS);
  return { from: start, to: Math.max(start, roundUp(to, QUARTER_HOUR_MS)) };
}

/**
 * Reads the latency of connectors from the totals of their calls, in one statement. A range is widened to whole
 * quarter-hours, so that individual calls need not be read. Buckets without a call have no row.
 *
 * @throws {Problem} `query_too_complex` above {@link STATS_ROWS_MAX} rows; `invalid_parameter` for a condition on
 * another field.
 */
export async function readConnectorLatency(ctx: Context, request: LatencyRequest): Promise<LatencyRow[]> {
  const resource = resourceOf(ConnectorCall);
  requireListable(ctx, resource, request.where);
  const { interval, timeZone, where } = request;
  const groupBy = [...new Set(request.groupBy)];
  const { others, range } = timeRange(where, resource.order);
  if (interval) requireFewBuckets(interval, widened(range), ctx.ports.now(), STATS_ROWS_MAX);
  const within = ({ from, to }: TimeRange) => {
    const totals = totalsWithin(ConnectorCall, widened({ from, to }), others, groupBy);
    if (!totals) throw invalidParameter('filter', 'createdAt must be a range, outside of `or` and `not`.');
    return totals;
  };

  const builder = new StatementBuilder();
  const zone = interval === null ? '' : builder.parameter(timeZone, 'text');
  const bucketOf = interval === null ? null : (time: string) => `date_trunc('${interval}', ${time}, ${zone})`;
  const counted = countedRows(within(range), ctx.merchantId, bucketOf, builder, 'now');
  const past = request.comparedTo ? within(timeRange(request.comparedTo, resource.order).range) : null;
  const compared = past ? `, ${countedRows(past, ctx.merchantId, null, builder, 'past')}` : '';
  const keys = ['is_compared', ...groupBy.map(quote)];
  const keyList = keys.map((key) => `${key}, `).join('');
  const percentile = (share: number) =>
    `round(power(2, (min(duration_band) filter (where reached >= ${share} * calls)) / 4.0))::int8`;
  const statement = builder.build(`
    with ${counted}${compared},
         counted as (
           select n.*, false as is_compared from now n
           ${past ? 'union all select p.*, true from past p' : ''}),
         bands as (
           select ${keyList}bucket, duration_band, sum(c.count) as count, sum(c.duration_ms) as total
           from counted c group by ${keyList}bucket, duration_band having sum(c.count) <> 0),
         reached as (
           select *, sum(count) over (partition by ${keyList}bucket order by duration_band) as reached,
                  sum(count) over (partition by ${keyList}bucket) as calls
           from bands)
    select ${keyList}${interval ? isoTimestamp('bucket') : 'null'} as bucket, sum(count)::int8 as count,
           round(sum(total) / sum(count))::int8 as mean, ${percentile(0.5)} as p50, ${percentile(0.95)} as p95
    from reached r group by ${keyList}r.bucket order by ${keyList}r.bucket
    limit ${builder.parameter(STATS_ROWS_MAX + 1, 'int')}`);
  const rows = await queryHeavy<LatencyRow>(ctx, resourceOf(ConnectorCall), statement, where);
  requireFewRows(null, rows.length);
  return rows;
}
