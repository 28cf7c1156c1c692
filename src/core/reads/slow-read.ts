import { Problem } from '../foundation/errors.ts';
import { fieldOf, type ResourceDescription } from '../model/index.ts';
import type { Condition } from './predicates.ts';
import { timeRange } from './time-range.ts';

/** SQLSTATE of a statement that exceeded its time limit. */
const TIMED_OUT = '57014';

/** When a search may be repeated, in seconds: the job that makes search entries runs every five. */
const RETRY_AFTER_S = 5;

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

/** Whether a condition is on search words, or nests one. */
function isOnWords(condition: Condition): boolean {
  if ('not' in condition) return condition.not.some(isOnWords);
  if ('or' in condition) return condition.or.some((each) => each.some(isOnWords));
  return 'search' in condition;
}

/**
 * Runs a statement that reads or counts a list under conditions. If it takes too long for lack of an index, a retry
 * does not help, but a narrower time range does. A search takes too long if its words are too frequent, or while very many
 * changes wait for their search entries.
 *
 * @throws {Problem} `query_too_complex`, naming the list's time field; `overloaded` for a search.
 */
export async function readInTime<T>(
  resource: ResourceDescription,
  where: readonly Condition[],
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw refusalOf(resource, where, error);
  }
}

/** The reason why a read took too long; the error itself if there is none in its conditions. */
function refusalOf(resource: ResourceDescription, where: readonly Condition[], error: unknown): unknown {
  if ((error as { readonly code?: unknown }).code !== TIMED_OUT) return error;
  const { others } = timeRange(where, resource.order);
  if (others.some((condition) => isUnserved(resource, condition))) {
    const message = 'These filters take too long on this many objects. Add a time range, or narrow it.';
    return new Problem('query_too_complex', message, { param: resource.order, cause: error });
  }
  if (!where.some(isOnWords)) return error;
  const message = 'The search takes too long. Search for rarer words, or try again shortly.';
  return new Problem('overloaded', message, { param: 'search', retryAfterS: RETRY_AFTER_S, cause: error });
}
