import type { Condition } from './statement.ts';

/** A range of times in milliseconds since 1970, the end excluded; infinite where it is open. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const always: TimeRange = Object.freeze({ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY });

/** The range that a comparison leaves of another; null if it leaves no range, as a list of times does. */
function narrowed({ from, to }: TimeRange, condition: Extract<Condition, { op: string }>): TimeRange | null {
  const { op, value } = condition;
  if (typeof value !== 'string') return null;
  // Times are stored to the millisecond, so every bound is one with a start included and an end excluded.
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
    case 'eq':
      return { from: Math.max(from, time), to: Math.min(to, time + 1) };
    default:
      return null;
  }
}

/** The range that conditions name for a field of time, and the conditions that are not part of it. */
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

/** A bound of a range as a parameter in SQL. PostgreSQL has years that ISO 8601 has not. */
export function instant(time: number): string {
  if (!Number.isFinite(time)) return time > 0 ? 'infinity' : '-infinity';
  const text = new Date(time).toISOString();
  return text.startsWith('+') ? 'infinity' : text;
}
