import { invalidParameter, Problem } from '../../foundation/errors.ts';
import type { FeedPosition } from '../../foundation/feed-position.ts';

/** For how long a subscription can be resumed: what must be caught up on has to be there still. */
export const CURSOR_GOOD_MS = 24 * 60 * 60 * 1000;

const pattern = /^(\d{1,20})\.(\d{1,19})\.(\d{1,15})$/;
const TRANSACTION_MAX = 2n ** 64n - 1n;
const SEQUENCE_MAX = 2n ** 63n - 1n;

/** A place in the feed and when that was, as an opaque text. */
export function encodeUpdatesCursor({ transactionId, sequence }: FeedPosition, at: Date): string {
  return Buffer.from(`${transactionId}.${sequence}.${at.getTime()}`).toString('base64url');
}

/** A place in the feed, and when that was. */
export interface UpdatesCursor extends FeedPosition {
  readonly at: Date;
}

/**
 * The place that a cursor names.
 *
 * @throws {Problem} `invalid_parameter` for what is no such cursor.
 */
export function decodeUpdatesCursor(cursor: string, param: string): UpdatesCursor {
  const [, transactionId, sequence, ms] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const decoded = {
    transactionId: BigInt(transactionId ?? -1),
    sequence: BigInt(sequence ?? -1),
    at: new Date(Number(ms)),
  };
  const isSound =
    transactionId !== undefined &&
    decoded.transactionId <= TRANSACTION_MAX &&
    decoded.sequence <= SEQUENCE_MAX &&
    encodeUpdatesCursor(decoded, decoded.at) === cursor;
  if (isSound) return decoded;
  throw invalidParameter(param, `${param} must be the cursor of an update, or an updatesCursor, unchanged.`);
}

/**
 * Checks that nothing behind a cursor is lost.
 *
 * @param end The end of what is settled now.
 * @throws {Problem} `cursor_expired` for one that is too old, or that lies behind the end: it is of another
 * database, or of one that was set back since.
 */
export function requireGoodCursor(cursor: UpdatesCursor, end: FeedPosition, now: Date, param: string): void {
  const isTooOld = cursor.at.getTime() < now.getTime() - CURSOR_GOOD_MS;
  if (!isTooOld && cursor.transactionId <= end.transactionId) return;
  const why = isTooOld
    ? 'Updates are kept for 24 hours, and the cursor is older.'
    : 'There is no such place.';
  const what = 'Take a fresh updatesCursor, read anew what is shown, and subscribe after that cursor.';
  throw new Problem('cursor_expired', `${why} ${what}`, { param });
}
