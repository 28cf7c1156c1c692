import { invalidParameter, Problem } from '../../foundation/errors.ts';
import type { FeedPosition } from '../../foundation/feed-position.ts';

/** How long a subscription can be resumed, in ms. Updates are kept for at least as long. */
export const CURSOR_GOOD_MS = 24 * 60 * 60 * 1000;

const pattern = /^(\d{1,20})\.(\d{1,19})\.(\d{1,15})$/;
const TRANSACTION_MAX = 2n ** 64n - 1n;
const SEQUENCE_MAX = 2n ** 63n - 1n;

/** Encodes a position and its time as an opaque cursor. */
export function encodeUpdatesCursor({ transactionId, sequence }: FeedPosition, at: Date): string {
  return Buffer.from(`${transactionId}.${sequence}.${at.getTime()}`).toString('base64url');
}

/** A position in the change feed, with its time. */
export interface UpdatesCursor extends FeedPosition {
  readonly at: Date;
}

/**
 * Decodes a cursor.
 *
 * @throws {Problem} `invalid_parameter` if it is malformed.
 */
export function decodeUpdatesCursor(cursor: string, param: string): UpdatesCursor {
  const [, transactionId, sequence, ms] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const decoded = {
    transactionId: BigInt(transactionId ?? -1),
    sequence: BigInt(sequence ?? -1),
    at: new Date(Number(ms)),
  };
  const isValid =
    transactionId !== undefined &&
    decoded.transactionId <= TRANSACTION_MAX &&
    decoded.sequence <= SEQUENCE_MAX &&
    encodeUpdatesCursor(decoded, decoded.at) === cursor;
  if (isValid) return decoded;
  throw invalidParameter(param, `${param} must be an unmodified cursor of an update, or an updatesCursor.`);
}

/**
 * Checks that every update after a cursor is still available.
 *
 * @param end The current end of the settled updates.
 * @throws {Problem} `cursor_expired` if the cursor is too old, or lies beyond the end: it was issued by another
 * database, or before this one was restored from a backup.
 */
export function requireGoodCursor(cursor: UpdatesCursor, end: FeedPosition, now: Date, param: string): void {
  const isTooOld = cursor.at.getTime() < now.getTime() - CURSOR_GOOD_MS;
  if (!isTooOld && cursor.transactionId <= end.transactionId) return;
  const reason = isTooOld
    ? 'Updates are kept for 24 hours, and the cursor is older.'
    : 'The cursor is not of this change feed.';
  const remedy = 'Query a new updatesCursor together with the data to show, and subscribe after that cursor.';
  throw new Problem('cursor_expired', `${reason} ${remedy}`, { param });
}
