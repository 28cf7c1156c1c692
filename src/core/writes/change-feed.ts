import { invalidParameter, Problem } from '../foundation/errors.ts';
import type { FeedPosition } from '../foundation/transaction.ts';
import type { RowSource } from '../reads/index.ts';
import type { LiveObjectType } from './outbox/write-outbox.ts';

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

/** Maximum number of updates per read. */
export const UPDATES_READ_MAX = 500;

/** An entry of the change feed: an object was created or changed. */
export interface ChangeFeedEntry extends FeedPosition {
  readonly type: LiveObjectType;
  readonly id: string;
  /** When the object changed. */
  readonly at: Date;
  /**
   * Where a subscription to objects of this type resumes after the entry: at its row, or before that if further entries
   * of the type are in the row.
   */
  readonly resume: FeedPosition;
}

/** A page of a merchant's change feed. */
export interface UpdatesRead {
  readonly updates: readonly ChangeFeedEntry[];
  /** Whether further updates can be read right away. */
  readonly more: boolean;
  /** Whether committed updates exist that must wait for an older transaction to end. */
  readonly waiting: boolean;
}

/**
 * Transactions do not commit in the order of their ids, and a running one may have written updates that are not visible
 * yet. Only updates older than every running transaction are settled: none can appear before them any more, so a reader
 * at this position has missed nothing. The cost: a long-running write transaction anywhere on the server delays every
 * feed.
 */
const settled = 'transaction_id < (select updates_end($1))';

/**
 * A constant row that names the merchant of a parameter: a cluster then evaluates the expressions beside it on the
 * merchant's node, whose transactions order its rows. On a single server it is a constant.
 */
export const onNodeOf = (merchant: string): string =>
  `(select max(p.profile_id) from business_profiles p where p.merchant_id = ${merchant} and now() is null) on_node`;

/** `order by` qualifies its columns, as the bare names mean the selected texts. */
const text = `
  select transaction_id::text, sequence::text, object_type, object_id, deliveries, recorded_at, ${settled} as settled
  from updates
  where merchant_id = $1 and (transaction_id, sequence) > ($2::xid8, $3::bigint)
  order by updates.transaction_id, updates.sequence limit ${UPDATES_READ_MAX}`;

/** Reads a merchant's updates after a position, oldest first. */
export async function readChanges(
  rows: RowSource,
  merchantId: string,
  { transactionId, sequence }: FeedPosition,
): Promise<UpdatesRead> {
  const values = [merchantId, String(transactionId), String(sequence)];
  const read = await rows.query<UpdateRow>({ text, values, touches: { reads: ['updates'] } }, merchantId);
  // Unsettled updates come last: their transactions are the youngest.
  const updates = read.filter((row) => row.settled).flatMap(entriesOf);
  const waiting = read.some((row) => !row.settled);
  return { updates, waiting, more: !waiting && read.length === UPDATES_READ_MAX };
}

interface UpdateRow {
  readonly transaction_id: string;
  readonly sequence: string;
  readonly object_type: LiveObjectType;
  readonly object_id: string;
  /** Null in the rows of a release before 0.6.0 too, which has a row for each. */
  readonly deliveries: readonly string[] | null;
  readonly recorded_at: string | Date;
  readonly settled: boolean;
}

/** The entries of a row: its object, and the deliveries that were queued with the change. */
function entriesOf(row: UpdateRow): ChangeFeedEntry[] {
  const position = { transactionId: BigInt(row.transaction_id), sequence: BigInt(row.sequence) };
  const before = { ...position, sequence: position.sequence - 1n };
  const at = new Date(row.recorded_at);
  const objects = [
    { type: row.object_type, id: row.object_id },
    ...(row.deliveries ?? []).map((id) => ({ type: 'webhook_delivery', id }) as const),
  ];
  return objects.map(({ id, type }, i) => {
    const isLast = objects.findLastIndex((object) => object.type === type) === i;
    return { ...position, type, id, at, resume: isLast ? position : before };
  });
}

const endText = `select updates_end($1)::text as transaction_id from ${onNodeOf('$1')}`;

/** The end of a merchant's settled updates: uncommitted ones will get later positions. */
export async function endOfUpdates(rows: RowSource, merchantId: string): Promise<FeedPosition> {
  const [row] = await rows.query<{ transaction_id: string }>(
    { text: endText, values: [merchantId], touches: { reads: ['business_profiles'] } },
    merchantId,
  );
  return { transactionId: BigInt(row!.transaction_id), sequence: 0n };
}
