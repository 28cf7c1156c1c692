import { invalidParameter } from '../../core/foundation/errors.ts';
import { instantText } from '../../core/model/formats.ts';
import type { FieldDescription } from '../../core/model/index.ts';
import type { KeysetPosition } from '../../core/reads/index.ts';

/** A place in a list as an opaque text. It holds the order's name: a cursor of another order leads nowhere. */
export function encodeCursor(order: string, position: KeysetPosition): string {
  return Buffer.from(JSON.stringify([order, ...position])).toString('base64url');
}

/**
 * The place that a cursor names.
 *
 * @throws `invalid_parameter` when it is not a cursor of a list so ordered, whose rows these fields place.
 */
export function decodeCursor(
  cursor: string,
  order: string,
  placing: readonly FieldDescription[],
  param: string,
): KeysetPosition {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parsed = undefined;
  }
  const [named, ...position] = Array.isArray(parsed) ? parsed : [];
  const sound = placing.every((field, i) => places(field, position[i]));
  if (named !== order || position.length !== placing.length || !sound) {
    throw invalidParameter(param, `${param} must be a cursor from a list in the same order, unchanged.`);
  }
  return position as KeysetPosition;
}

/** Whether a value is one that a field can have; the database would fail on any other. */
function places(field: FieldDescription, value: unknown): boolean {
  if (field.kind === 'amount' || field.kind === 'integer') return Number.isSafeInteger(value);
  if (typeof value !== 'string') return false;
  return field.kind === 'timestamp' ? instantText(value) === value : !value.includes('\0');
}
