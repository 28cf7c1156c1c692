import { TEXT_MAX } from '../model/index.ts';

/**
 * A connector's own words as they can be kept: PostgreSQL's texts have no NUL, and fields have a longest length.
 * Whatever a connector says must never keep its answer from being recorded.
 */
export function connectorText(said: string | null | undefined, max: number = TEXT_MAX): string | null {
  if (said === null || said === undefined) return null;
  return said.replaceAll('\0', '').slice(0, max);
}
