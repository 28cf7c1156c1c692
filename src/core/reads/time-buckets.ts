import { Problem } from '../foundation/errors.ts';
import type { TimeRange } from './time-range.ts';

export type Interval = 'hour' | 'day' | 'week' | 'month';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** Maximum length of a bucket, in seconds: some include a clock change, and months differ. */
const longestS: Readonly<Record<Interval, number>> = Object.freeze({
  hour: HOUR_S,
  day: DAY_S + HOUR_S,
  week: 7 * DAY_S + HOUR_S,
  month: 31 * DAY_S + HOUR_S,
});

/**
 * SQL: the starts of the buckets from the first to the last with a row. Day and longer buckets follow local time; DST
 * can skip midnight, and some zones have skipped whole days. Hour buckets step by 30 minutes, because some zones
 * shift their clocks by half an hour.
 *
 * @param first SQL of the first bucket's start; `last` of the last bucket's start, `zone` of the time zone's name.
 */
export function bucketSeries(interval: Interval, first: string, last: string, zone: string): string {
  if (interval === 'hour') {
    const hour = `date_trunc('hour', s, ${zone})`;
    return `(select distinct ${hour} from generate_series(
      ${first}, ${last} + interval '30 minutes', interval '30 minutes') s where ${hour} <= ${last})`;
  }
  return `(select distinct s at time zone ${zone} from generate_series(
    date_trunc('${interval}', ${first} at time zone ${zone}), ${last} at time zone ${zone}, interval '1 ${interval}') s)`;
}

/** SQL for the minimum number of buckets from the first to the last, without generating them. */
export const fewestBuckets = (interval: Interval, first: string, last: string): string =>
  `(floor(extract(epoch from ${last} - ${first}) / ${longestS[interval]})::int8 + 1)`;

/**
 * Refuses a time range with too many buckets from its filter only, before any row is read. An open end counts as now;
 * an open start is only known from the rows.
 *
 * @throws {Problem} `query_too_complex`, naming `interval`.
 */
export function requireFewBuckets(
  interval: Interval,
  { from, to }: TimeRange,
  now: Date,
  bucketsMax: number,
): void {
  const end = Number.isFinite(to) ? to : now.getTime();
  const buckets = Number.isFinite(from) ? Math.floor((end - from) / 1000 / longestS[interval]) : 0;
  if (buckets > bucketsMax) throw tooManyBuckets(interval, `${buckets} buckets`, bucketsMax);
}

/** The problem of statistics with more rows than one response may have. */
export const tooManyBuckets = (interval: Interval, has: string, max: number): Problem =>
  new Problem(
    'query_too_complex',
    `interval ${interval.toUpperCase()} makes ${has} in this period, more than ${max}. Choose a longer interval or filter a shorter period.`,
    { param: 'interval' },
  );
