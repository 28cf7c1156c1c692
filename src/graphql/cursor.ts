import { invalidParameter } from '../core/errors.ts';
import type { Position } from '../core/reads/index.ts';

/** A place in a list as an opaque text. It holds the order's name: a cursor of another order leads nowhere. */
export function encodeCursor(order: string, position: Position): string {
  return Buffer.from(JSON.stringify([order, ...position])).toString('base64url');
}

/**
 * The place that a cursor names.
 *
 * @throws `invalid_parameter` when it is not a cursor of a list so ordered, with `width` columns that place a row.
 */
export function decodeCursor(cursor: string, order: string, width: number, param: string): Position {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parsed = undefined;
  }
  const [named, ...position] = Array.isArray(parsed) ? parsed : [];
  const sound = position.every(
    (part) => (typeof part === 'string' && !part.includes('\0')) || Number.isSafeInteger(part),
  );
  if (named !== order || position.length !== width || !sound) {
    throw invalidParameter(param, `${param} must be a cursor from a list in the same order, unchanged.`);
  }
  return position as Position;
}
