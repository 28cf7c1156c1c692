import { Dispute } from '../entities/dispute.ts';
import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { Refund } from '../entities/refund.ts';
import { StatsChange, StatsTotal } from '../entities/stats-total.ts';
import { type DescribedClass, type ResourceDescription, resourceOf } from '../model/index.ts';
import { type Condition, quote, type StatementBuilder, whereClause } from './statement.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** A resource whose objects are counted as they change: their type, and their field for each dimension. */
interface Counted {
  readonly type: string;
  readonly dimensions: Readonly<Partial<Record<keyof StatsTotal, string>>>;
}

const shared = { currency: 'currency', connector: 'connector', profile_id: 'profile_id' } as const;
const counted: ReadonlyMap<DescribedClass, Counted> = new Map<DescribedClass, Counted>([
  [
    Payment,
    {
      type: 'payment',
      dimensions: { ...shared, status: 'status', payment_method: 'payment_method', error_code: 'error_code' },
    },
  ],
  [Refund, { type: 'refund', dimensions: { ...shared, status: 'status', error_code: 'error_code' } }],
  [Dispute, { type: 'dispute', dimensions: { ...shared, status: 'dispute_status' } }],
  [
    Payout,
    {
      type: 'payout',
      dimensions: { ...shared, status: 'status', payment_method: 'payout_type', error_code: 'error_code' },
    },
  ],
]);

/** Times in milliseconds since 1970, the end excluded. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** What totals answer: objects with some dimensions, created in some range of time. */
export interface TotalsRequest {
  readonly resource: ResourceDescription;
  readonly type: string;
  /** The resource's field for each of its dimensions, by the column of the totals. */
  readonly dimensions: readonly (readonly [column: string, field: string])[];
  /** Conditions on dimensions, by the columns of the totals. */
  readonly where: readonly Condition[];
  readonly range: Range;
}

/**
 * What to read from the totals in place of a resource's rows with some conditions; null if the totals cannot answer:
 * the resource has none, a condition is on something that is no dimension, or the range is within a quarter of an
 * hour.
 */
export function totalsRequest(
  target: DescribedClass,
  conditions: readonly Condition[],
): TotalsRequest | null {
  const known = counted.get(target);
  if (!known) return null;
  const resource = resourceOf(target);
  const dimensions = Object.entries(known.dimensions);
  const where: Condition[] = [];
  let range: Range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  for (const condition of conditions) {
    if (!('op' in condition)) return null;
    if (condition.field === resource.order) {
      const narrowed = narrow(range, condition);
      if (!narrowed) return null;
      range = narrowed;
      continue;
    }
    const [column] = dimensions.find(([, field]) => field === condition.field) ?? [];
    if (column === undefined) return null;
    where.push({ ...condition, field: column });
  }
  if (roundUp(range.from, QUARTER_HOUR_MS) > roundDown(range.to, QUARTER_HOUR_MS)) return null;
  return { resource, type: known.type, dimensions, where, range };
}

/** Times are stored to the millisecond, so every bound is one with a start included and an end excluded. */
function narrow({ from, to }: Range, { op, value }: Extract<Condition, { op: string }>): Range | null {
  if (typeof value !== 'string') return null;
  const time = Date.parse(value);
  switch (op) {
    case 'gte':
      return { from: Math.max(from, time), to };
    case 'gt':
      return { from: Math.max(from, time + 1), to };
    case 'lt':
      return { from, to: Math.min(to, time) };
    case 'lte':
      return { from, to: Math.min(to, time + 1) };
    default:
      return null;
  }
}

const roundUp = (time: number, step: number) => Math.ceil(time / step) * step;
const roundDown = (time: number, step: number) => Math.floor(time / step) * step;

/** Truncates a time in SQL to the start of its bucket. */
export type BucketOf = (time: string) => string;

/**
 * A list of common table expressions that ends with `counted`. Its rows add up to the objects asked for: they are
 * totals within the range, changes that are not in the totals yet, and, in the parts of a quarter of an hour at the
 * ends of the range, the objects themselves. Its columns are the dimensions' fields, `bucket`, `count` and `amount`.
 *
 * A day in UTC is read as one total where it lies in the range, and in one bucket. For other days their quarters of an
 * hour are read, which lie in one bucket in every time zone.
 *
 * @param bucketOf Null if there are no buckets.
 */
export function countedRows(
  request: TotalsRequest,
  merchantId: string | null,
  bucketOf: BucketOf | null,
  builder: StatementBuilder,
): string {
  const { dimensions, range, resource, type, where } = request;
  const quarters = wholePeriods(range, QUARTER_HOUR_MS);
  const days = wholePeriods(range, DAY_MS);
  const within = (column: string, { from, to }: Range) => {
    const [start, end] = [from, to].map((time) => builder.parameter(instant(time), 'timestamptz'));
    return `${column} >= ${start} and ${column} < ${end}`;
  };
  const totals = (conditions: readonly Condition[], target: DescribedClass = StatsTotal) =>
    [
      ...whereClause(resourceOf(target), merchantId, conditions, builder, 't'),
      `t.object_type = '${type}'`,
    ].join(' and ');
  const fields = dimensions.map(([column, field]) => `t.${quote(column)} as ${quote(field)}`).join(', ');
  const select = (bucket: string, from: string, condition: string) =>
    `select ${fields}, ${bucket} as bucket, t.count, t.amount from ${from} where ${condition}`;
  const bucket = bucketOf ?? (() => 'null::timestamptz');

  const ofDays = `${totals(where)} and t.period = 'day' and ${within('t.starts_at', days)}`;
  const ofQuarters = (part: Range) =>
    `${totals(where)} and t.period = 'quarter_hour' and ${within('t.starts_at', part)}`;
  const ofChanges = `${totals(where, StatsChange)} and ${within('t.starts_at', quarters)}`;
  const parts = [select(bucket('t.starts_at'), 'stats_changes t', ofChanges)];
  let calendar = '';
  if (bucketOf) {
    const touched = { from: roundDown(range.from, DAY_MS), to: range.to };
    calendar = `
      span as materialized (
        select min(t.starts_at) as first, max(t.starts_at) as last from stats_totals t
        where ${totals([])} and t.period = 'day' and ${within('t.starts_at', touched)}),
      days as materialized (
        select d as day, ${bucketOf('d')} as bucket,
               ${within('d', days)} and ${bucketOf('d')} = ${bucketOf("(d + interval '1425 minutes')")} as whole
        from span, generate_series(span.first, span.last, interval '1 day') d),
      quarters as materialized (
        select q as quarter, ${bucketOf('q')} as bucket
        from days, generate_series(day, day + interval '1425 minutes', interval '15 minutes') q where not whole),`;
    parts.push(
      select('d.bucket', 'days d join stats_totals t on t.starts_at = d.day', `d.whole and ${ofDays}`),
      select('q.bucket', 'quarters q join stats_totals t on t.starts_at = q.quarter', ofQuarters(quarters)),
    );
  } else {
    parts.push(select(bucket(''), 'stats_totals t', ofDays));
    for (const part of besides(quarters, days)) {
      parts.push(select(bucket(''), 'stats_totals t', ofQuarters(part)));
    }
  }
  for (const part of besides(range, quarters)) {
    const objects = whereClause(resource, merchantId, objectConditions(request), builder, 't');
    const created = `t.${quote(resource.order)}`;
    const columns = dimensions.map(([, field]) => `t.${quote(field)}`).join(', ');
    parts.push(`
      select ${columns}, ${bucket(created)} as bucket, 1 as count, t.amount from ${quote(resource.table)} t
      where ${[...objects, within(created, part)].join(' and ')}`);
  }
  return `${calendar} counted as (${parts.join(' union all ')})`;
}

const objectConditions = ({ dimensions, where }: TotalsRequest): Condition[] =>
  where.map((condition) => {
    if (!('op' in condition)) return condition;
    const [, field] = dimensions.find(([column]) => column === condition.field)!;
    return { ...condition, field };
  });

/** The part of a range that consists of whole periods. */
function wholePeriods({ from, to }: Range, period: number): Range {
  const start = roundUp(from, period);
  return { from: start, to: Math.max(start, roundDown(to, period)) };
}

/** What is left of a range at its ends, but for those that are open. */
function besides(range: Range, inner: Range): Range[] {
  const before = { from: range.from, to: Math.min(inner.from, range.to) };
  const after = { from: inner.to, to: range.to };
  return [...(Number.isFinite(range.from) ? [before] : []), ...(Number.isFinite(range.to) ? [after] : [])];
}

/** PostgreSQL has years that ISO 8601 has not, as those that a bound is rounded up to. */
function instant(time: number): string {
  if (!Number.isFinite(time)) return time > 0 ? 'infinity' : '-infinity';
  const text = new Date(time).toISOString();
  return text.startsWith('+') ? 'infinity' : text;
}
