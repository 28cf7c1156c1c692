import { StatsChange, type StatsPeriod, StatsTotal } from '../entities/stats-total.ts';
import { type DescribedClass, type ResourceDescription, resourceOf, type ValueOf } from '../model/index.ts';
import { countedObjects } from './counted-objects.ts';
import { type Condition, whereClause } from './predicates.ts';
import { quote, type StatementBuilder } from './statement.ts';
import { instant, type TimeRange, timeRange } from './time-range.ts';

export const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** The queries that totals can answer: objects by some dimensions and range of creation. */
export interface TotalsRequest {
  readonly resource: ResourceDescription;
  /** The types of the totals and of the changes not yet folded into them. */
  readonly type: string;
  readonly changesType: string;
  /** The resource's field for each column of the totals to read. */
  readonly columns: readonly (readonly [column: string, field: string])[];
  /** Conditions on dimensions, by the columns of the totals and by the resource's fields. */
  readonly where: readonly Condition[];
  readonly objectsWhere: readonly Condition[];
  /** The sums to read from the objects, each with the field that marks the objects with such a value. */
  readonly sparse: readonly (readonly [field: string, mark: string])[];
  readonly range: TimeRange;
}

/**
 * The totals to read in place of a resource's rows under some conditions; null if they cannot answer: the resource
 * has none, a condition or grouping is not a dimension, they lack a sum, or the range is shorter than a quarter-hour.
 */
export function totalsRequest(
  target: DescribedClass,
  conditions: readonly Condition[],
  groupBy: readonly string[] = [],
  sums: readonly string[] = [],
): TotalsRequest | null {
  const { range, others } = timeRange(conditions, resourceOf(target).order);
  const { sparse: marks = {}, sums: known = {} } = countedObjects.get(target) ?? {};
  const sparse = Object.entries(marks).filter(([field]) => sums.includes(field));
  if (!sums.every((sum) => Object.values(known).includes(sum) || marks[sum])) return null;
  const found = totalsWithin(target, range, others, groupBy);
  return found && { ...found, sparse };
}

/** Like {@link totalsRequest}, for a time range and the other conditions. */
export function totalsWithin(
  target: DescribedClass,
  range: TimeRange,
  others: readonly Condition[],
  groupBy: readonly string[],
): TotalsRequest | null {
  const counted = countedObjects.get(target);
  if (!counted) return null;
  const resource = resourceOf(target);
  if (roundUp(range.from, QUARTER_HOUR_MS) > roundDown(range.to, QUARTER_HOUR_MS)) return null;
  for (const { dimensions, type } of counted.totals) {
    const columnOf = new Map(Object.entries(dimensions).map(([column, field]) => [field, column]));
    const where = renamed(others, columnOf);
    if (where === null || !groupBy.every((field) => columnOf.has(field))) continue;
    const columns = Object.entries({ ...dimensions, ...counted.sums });
    return {
      resource,
      type,
      changesType: counted.type,
      columns,
      where,
      objectsWhere: others,
      sparse: [],
      range,
    };
  }
  return null;
}

/** Conditions with renamed fields; null if a field has no other name. */
function renamed(conditions: readonly Condition[], names: ReadonlyMap<string, string>): Condition[] | null {
  const all: Condition[] = [];
  for (const condition of conditions) {
    const one = renamedOne(condition, names);
    if (one === null) return null;
    all.push(one);
  }
  return all;
}

function renamedOne(condition: Condition, names: ReadonlyMap<string, string>): Condition | null {
  if ('not' in condition) {
    const not = renamed(condition.not, names);
    return not && { not };
  }
  if ('or' in condition) {
    const or = condition.or.map((each) => renamed(each, names));
    return or.includes(null) ? null : { or: or as Condition[][] };
  }
  const field = 'op' in condition ? names.get(condition.field) : undefined;
  return field === undefined ? null : { ...(condition as Extract<Condition, { op: string }>), field };
}

export const roundUp = (time: number, step: number) => Math.ceil(time / step) * step;
export const roundDown = (time: number, step: number) => Math.floor(time / step) * step;

/** Truncates a time in SQL to the start of its bucket. */
export type BucketOf = (time: string) => string;

/**
 * Common table expressions ending with `counted`. Its rows add up to the selected objects: totals within the range, the
 * objects created since the totals were last folded, changes of older objects not yet folded, and, in the fractions of a
 * quarter-hour at the ends of the range, the objects. Its columns are the resource's fields, `bucket` and `count`.
 *
 * Time within the range and one bucket is read in the longest periods: months, days and hours of UTC without buckets,
 * days and hours with buckets. The rest is read in quarter-hours, each of which is within one bucket in every time
 * zone.
 *
 * @param bucketOf Null without buckets.
 * @param name Replaces `counted`.
 */
export function countedRows(
  request: TotalsRequest,
  merchantId: string | null,
  bucketOf: BucketOf | null,
  builder: StatementBuilder,
  name = 'counted',
): string {
  const { columns, range, resource, sparse } = request;
  const counting = { ...request, merchantId, builder, bucket: bucketOf ?? (() => 'null::timestamptz') };
  const quarters = wholePeriods(range, QUARTER_HOUR_MS);
  builder.reads(resource.table, 'stats_changes', 'stats_totals', 'stats_progress');
  const parts = [selectChanges(counting, quarters)];
  parts.push(...(bucketOf ? totalsInBuckets(counting) : totalsOfRange(counting)));
  const own = ([field]: readonly [string, string]) => `t.${quote(field)}`;
  const named = columns.map(([, field]) => `t.${quote(field)}`);
  const fields = [...named, ...sparse.map(own)];
  parts.push(selectRecent(counting, [...named, ...sparse.map(([field]) => zero(field))], quarters));
  for (const part of besides(range, quarters)) parts.push(selectObjects(counting, fields, 1, part));
  if (sparse.length > 0) {
    // The totals already count these objects, with their other sums.
    const sums = new Set(Object.values(countedObjects.get(resource.target)!.sums));
    const dimensions = columns.map(([, field]) => (sums.has(field) ? zero(field) : `t.${quote(field)}`));
    const marked = sparse.map(([, mark]) => `t.${quote(mark)}`).join(' or ');
    parts.push(selectObjects(counting, [...dimensions, ...sparse.map(own)], 0, quarters, `(${marked})`));
  }
  return `${bucketOf ? calendarOf(counting) : ''} ${name} as (${parts.join(' union all ')})`;
}

/** A request for totals, the merchant, and the statement that includes it. */
interface Counting extends TotalsRequest {
  readonly merchantId: string | null;
  readonly builder: StatementBuilder;
  readonly bucket: BucketOf;
}

const zero = (field: string) => `0::int8 as ${quote(field)}`;

function within(builder: StatementBuilder, column: string, { from, to }: TimeRange): string {
  const [start, end] = [from, to].map((time) => builder.parameter(instant(time), 'timestamptz'));
  return `${column} >= ${start} and ${column} < ${end}`;
}

/** The rows of a table of totals that count these objects. */
const conditionsOf = (
  { builder, merchantId, where }: Counting,
  target: DescribedClass,
  objectType: string,
  conditions: readonly Condition[] = where,
): string =>
  [
    ...whereClause(resourceOf(target), merchantId, conditions, builder, 't'),
    `t.object_type = '${objectType}'`,
  ].join(' and ');

/** The totals of one period that start within a part of the range. */
const ofPeriod = (counting: Counting, period: ValueOf<typeof StatsPeriod>, part: TimeRange): string =>
  `${conditionsOf(counting, StatsTotal, counting.type)} and t.period = '${period}' and ${within(counting.builder, 't.starts_at', part)}`;

function selectTotals(
  { columns, sparse }: Counting,
  bucket: string,
  from: string,
  condition: string,
): string {
  const fields = [
    ...columns.map(([column, field]) => `t.${quote(column)} as ${quote(field)}`),
    ...sparse.map(([field]) => zero(field)),
  ].join(', ');
  return `select ${fields}, ${bucket} as bucket, t.count from ${from} where ${condition}`;
}

/**
 * Recorded changes. A change of an object created since the totals were folded says nothing, because the object itself is
 * counted.
 */
function selectChanges(counting: Counting, part: TimeRange): string {
  const { bucket, builder, changesType } = counting;
  const from = `stats_changes t left join stats_progress p
      on p.merchant_id = t.merchant_id and p.object_type = '${changesType}'`;
  const conditions = [
    conditionsOf(counting, StatsChange, changesType),
    within(builder, 't.starts_at', part),
    '(p.counted_until is null or t.starts_at < p.counted_until)',
  ];
  return selectTotals(counting, bucket('t.starts_at'), from, conditions.join(' and '));
}

/** The objects created since the totals were folded, up to when `stats_progress` says. */
function selectRecent(counting: Counting, fields: readonly string[], part: TimeRange): string {
  const { bucket, builder, changesType, merchantId, objectsWhere, resource } = counting;
  const table = quote(resource.table);
  const { within: counted = [], withinTime = {} } = countedObjects.get(resource.target)!;
  const since = { [resource.order]: 'counted_until', ...withinTime };
  const isRecent = (of: string, progress: (column: string) => string) =>
    Object.entries(since).map(([column, of_]) => `${of}.${quote(column)} >= ${progress(of_)}`);
  const conditions = [
    ...whereClause(resource, merchantId, objectsWhere, builder, 't'),
    ...counted.map((field) => `t.${quote(field)} is not null`),
  ];
  let from = `${table} t`;
  if (merchantId !== null) {
    const merchant = builder.parameter(merchantId, 'text');
    const progress = (column: string) =>
      `(select p.${column} from stats_progress p where p.merchant_id = ${merchant} and p.object_type = '${changesType}')`;
    conditions.push(within(builder, `t.${quote(resource.order)}`, part), ...isRecent('t', progress));
  } else {
    // Grouped by its key, each merchant's part is read by its index, however many rows the planner expects.
    const key = resource.key.map((column) => `o.${quote(column)}`).join(', ');
    const own = [
      'o.merchant_id = p.merchant_id',
      within(builder, `o.${quote(resource.order)}`, part),
      ...isRecent('o', (column) => `p.${column}`),
    ].join(' and ');
    from = `stats_progress p cross join lateral (select o.* from ${table} o where ${own} group by ${key}) t`;
    conditions.push(`p.object_type = '${changesType}'`);
  }
  return `
      select ${fields.join(', ')}, ${bucket(`t.${quote(resource.order)}`)} as bucket, 1 as count from ${from}
      where ${conditions.join(' and ')}`;
}

function selectObjects(
  { bucket, builder, merchantId, objectsWhere, resource }: Counting,
  fields: readonly string[],
  count: number,
  part: TimeRange,
  ...others: readonly string[]
): string {
  const created = `t.${quote(resource.order)}`;
  const objects = whereClause(resource, merchantId, objectsWhere, builder, 't');
  return `
      select ${fields.join(', ')}, ${bucket(created)} as bucket, ${count} as count from ${quote(resource.table)} t
      where ${[...objects, within(builder, created, part), ...others].join(' and ')}`;
}

/** The days, hours and quarters of the range, each with its bucket, as common table expressions. */
function calendarOf(counting: Counting): string {
  const { bucket, builder, range, type } = counting;
  const [hours, days] = [wholePeriods(range, HOUR_MS), wholePeriods(range, DAY_MS)];
  const touched = { from: roundDown(range.from, DAY_MS), to: range.to };
  return `
      span as materialized (
        select min(t.starts_at) as first, max(t.starts_at) as last from stats_totals t
        where ${conditionsOf(counting, StatsTotal, type, [])} and t.period = 'day' and ${within(builder, 't.starts_at', touched)}),
      days as materialized (
        select d as day, ${bucket('d')} as bucket,
               ${within(builder, 'd', days)} and ${bucket('d')} = ${bucket("(d + interval '1425 minutes')")} as whole
        from span, generate_series(span.first, span.last, interval '1 day') d),
      hours as materialized (
        select h as hour, ${bucket('h')} as bucket,
               ${within(builder, 'h', hours)} and ${bucket('h')} = ${bucket("(h + interval '45 minutes')")} as whole
        from days, ${partsOf('day', 24, '1 hour', 'h')} where not days.whole),
      quarters as materialized (
        select q as quarter, ${bucket('q')} as bucket
        from hours, ${partsOf('hour', 4, '15 minutes', 'q')} where not hours.whole),`;
}

/** Totals by bucket. Most queries need hours or quarters, not both: the other's many totals are not scanned. */
function totalsInBuckets(counting: Counting): string[] {
  const { range } = counting;
  return [
    selectTotals(
      counting,
      'd.bucket',
      'days d join stats_totals t on t.starts_at = d.day',
      `d.whole and ${ofPeriod(counting, 'day', wholePeriods(range, DAY_MS))}`,
    ),
    selectTotals(
      counting,
      'h.bucket',
      'hours h join stats_totals t on t.starts_at = h.hour',
      `h.whole and exists (select from hours where whole) and ${ofPeriod(counting, 'hour', wholePeriods(range, HOUR_MS))}`,
    ),
    selectTotals(
      counting,
      'q.bucket',
      'quarters q join stats_totals t on t.starts_at = q.quarter',
      `exists (select from quarters) and ${ofPeriod(counting, 'quarter_hour', wholePeriods(range, QUARTER_HOUR_MS))}`,
    ),
  ];
}

/** Totals without buckets, in the longest periods within the range. */
function totalsOfRange(counting: Counting): string[] {
  const { bucket, range } = counting;
  const months = wholeMonths(range);
  const [days, hours] = [wholePeriods(range, DAY_MS), wholePeriods(range, HOUR_MS)];
  const select = (period: ValueOf<typeof StatsPeriod>, periods: readonly TimeRange[]) =>
    periods.map((part) =>
      selectTotals(counting, bucket(''), 'stats_totals t', ofPeriod(counting, period, part)),
    );
  return [
    ...select('month', months.from < months.to ? [months] : []),
    ...select('day', besides(days, months)),
    ...select('hour', besides(hours, days)),
    ...select('quarter_hour', besides(wholePeriods(range, QUARTER_HOUR_MS), hours)),
  ];
}

/**
 * The starts of a period's parts. The limit tells the planner their number, which it would otherwise estimate as a
 * thousand.
 */
const partsOf = (period: string, count: number, length: string, name: string): string =>
  `lateral (select ${name} from generate_series(${period}, ${period} + ${count - 1} * interval '${length}', interval '${length}') ${name}
        limit ${count}) as parts_of_${period}`;

/** The part of a range that consists of whole periods. */
function wholePeriods({ from, to }: TimeRange, period: number): TimeRange {
  const start = roundUp(from, period);
  return { from: start, to: Math.max(start, roundDown(to, period)) };
}

/** The part of a range that consists of whole months in UTC. */
function wholeMonths({ from, to }: TimeRange): TimeRange {
  const start = Number.isFinite(from) && startOfMonth(from) < from ? startOfMonth(from, 1) : from;
  return { from: start, to: Math.max(start, Number.isFinite(to) ? startOfMonth(to) : to) };
}

/** The start of a time's month, or of a later month by an offset. */
function startOfMonth(time: number, after = 0): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after);
}

/** The rest of a range at its ends, except open ends. */
function besides(range: TimeRange, inner: TimeRange): TimeRange[] {
  const before = { from: range.from, to: Math.min(inner.from, range.to) };
  const after = { from: inner.to, to: range.to };
  const parts = [
    ...(Number.isFinite(range.from) ? [before] : []),
    ...(Number.isFinite(range.to) ? [after] : []),
  ];
  return parts.filter(({ from, to }) => from < to);
}
