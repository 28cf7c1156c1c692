import { Problem } from '../foundation/errors.ts';
import { fieldOf, type ResourceDescription } from '../model/index.ts';
import type { Condition } from './predicates.ts';
import { timeRange } from './time-range.ts';

/** SQLSTATE of a statement that exceeded its time limit. */
const TIMED_OUT = '57014';

/** Whether a condition has no index, so that the full range of the list is read. */
function isUnserved(resource: ResourceDescription, condition: Condition): boolean {
  if ('not' in condition) return true;
  if ('or' in condition) return condition.or.some((each) => each.some((one) => isUnserved(resource, one)));
  if (!('op' in condition)) return false;
  const { computed, filter, kind } = fieldOf(resource.target, condition.field);
  if (computed || filter === 'unindexed') return true;
  const isRange = condition.op !== 'eq' && condition.op !== 'in';
  return isRange || (kind === 'bool' && condition.value !== true);
}

/**
 * Runs a statement that reads or counts a list under conditions. If it takes too long for lack of an index, a retry
 * does not help, but a narrower time range does.
 *
 * @throws {Problem} `query_too_complex`, naming the list's time field.
 */
export async function readInTime<T>(
  resource: ResourceDescription,
  where: readonly Condition[],
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isTimedOut = (error as { readonly code?: unknown }).code === TIMED_OUT;
    const { others } = timeRange(where, resource.order);
    if (!isTimedOut || !others.some((condition) => isUnserved(resource, condition))) throw error;
    throw new Problem(
      'query_too_complex',
      'These filters take too long on this many objects. Add a time range, or narrow it.',
      { param: resource.order, cause: error },
    );
  }
}
