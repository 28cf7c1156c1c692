import type { Condition } from './predicates.ts';

/** A time range in milliseconds since 1970, end exclusive; infinite if open. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const always: TimeRange = Object.freeze({ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY });

/** A range narrowed by a comparison; null if the result is not a range, for example for a list of times. */
function narrowed({ from, to }: TimeRange, condition: Extract<Condition, { op: string }>): TimeRange | null {
  const { op, value } = condition;
  if (typeof value !== 'string') return null;
  // Times are stored to the millisecond, so every bound can be written as an inclusive start or exclusive end.
  const time = Date.parse(value);
  const next = time + 1;
  // A bound with microseconds is rounded up to the next millisecond.
  const first = new Date(time).toISOString() === value ? time : next;
  switch (op) {
    case 'gte':
      return { from: Math.max(from, first), to };
    case 'gt':
      return { from: Math.max(from, next), to };
    case 'lt':
      return { from, to: Math.min(to, first) };
    case 'lte':
      return { from, to: Math.min(to, next) };
    case 'eq':
      return { from: Math.max(from, first), to: Math.min(to, next) };
    default:
      return null;
  }
}

/** The range from the conditions on a time field, and the remaining conditions. */
export function timeRange(
  conditions: readonly Condition[],
  field: string,
): { readonly range: TimeRange; readonly others: readonly Condition[] } {
  let range = always;
  const others: Condition[] = [];
  for (const condition of conditions) {
    const isBound = 'op' in condition && condition.field === field;
    const narrower = isBound ? narrowed(range, condition) : null;
    if (narrower) range = narrower;
    else others.push(condition);
  }
  return { range, others };
}

/**
 * A bound of a range as a parameter in SQL. Every date of the API lies between the years 1 and 9999 (`parseInstant`),
 * so a bound moved beyond them is open: PostgreSQL has no year 0, and ISO 8601 needs a sign after 9999.
 */
export function instant(time: number): string {
  if (time < FIRST) return '-infinity';
  return time > LAST ? 'infinity' : new Date(time).toISOString();
}
