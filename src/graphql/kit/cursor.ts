import { invalidParameter } from '../../core/foundation/errors.ts';
import { instantText } from '../../core/model/formats.ts';
import type { FieldDescription } from '../../core/model/index.ts';
import type { KeysetPosition } from '../../core/reads/index.ts';

/** Encodes a keyset position as an opaque cursor. It contains the sort order's name: other orders reject it. */
export function encodeCursor(order: string, position: KeysetPosition): string {
  return Buffer.from(JSON.stringify([order, ...position])).toString('base64url');
}

/**
 * Decodes a cursor.
 *
 * @param keyFields The fields of the keyset.
 * @throws {Problem} `invalid_parameter` if the cursor was issued for a different sort order.
 */
export function decodeCursor(
  cursor: string,
  order: string,
  keyFields: readonly FieldDescription[],
  param: string,
): KeysetPosition {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parsed = undefined;
  }
  const [issuedFor, ...position] = Array.isArray(parsed) ? parsed : [];
  const isValid = keyFields.every((field, i) => isValueOf(field, position[i]));
  if (issuedFor !== order || position.length !== keyFields.length || !isValid) {
    throw invalidParameter(param, `${param} must be an unmodified cursor of a list in the same sort order.`);
  }
  return position as KeysetPosition;
}

/** Whether the column can hold the value; the database would fail on any other. */
function isValueOf(field: FieldDescription, value: unknown): boolean {
  if (field.kind === 'amount' || field.kind === 'integer') return Number.isSafeInteger(value);
  if (typeof value !== 'string') return false;
  return field.kind === 'timestamp' ? instantText(value) === value : !value.includes('\0');
}
