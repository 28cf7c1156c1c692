import { TEXT_MAX } from '../model/index.ts';

const withoutNul = (text: string) => text.replaceAll('\0', '');

/** A connector's own words as a field can keep them: PostgreSQL's texts have no NUL, and fields a longest length. */
export function connectorText(said: string | null | undefined, max: number = TEXT_MAX): string | null {
  return said === null || said === undefined ? null : withoutNul(said).slice(0, max);
}

/**
 * What a connector said, without what PostgreSQL can keep neither as text nor as JSON. An answer that cannot be
 * recorded would leave money that moved without its record.
 */
export function recordable<T>(said: T): T {
  if (typeof said === 'string') return withoutNul(said) as T;
  if (Array.isArray(said)) return said.map(recordable) as T;
  if (said === null || typeof said !== 'object' || said instanceof Date) return said;
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [withoutNul(name), recordable(value)]),
  ) as T;
}
