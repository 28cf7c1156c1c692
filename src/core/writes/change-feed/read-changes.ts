import type { FeedPosition } from '../../foundation/feed-position.ts';
import type { Row, RowSource } from '../../reads/index.ts';
import type { LiveObjectType } from '../outbox/write-outbox.ts';

/** The most updates that are read at once. */
export const UPDATES_READ_MAX = 500;

/** That an object changed, and where in the feed that is said. */
export interface Update extends FeedPosition {
  readonly type: LiveObjectType;
  readonly id: string;
  /** When it changed. */
  readonly at: Date;
}

/** A part of a merchant's feed. */
export interface UpdatesRead {
  readonly updates: readonly Update[];
  /** Whether there is more that can be read at once. */
  readonly more: boolean;
  /** Whether there are committed updates that have to wait for an older transaction to end. */
  readonly waiting: boolean;
}

/**
 * Transactions do not commit in the order of their numbers, and one that is still running may have written updates
 * that nobody sees yet. Only what is older than every running transaction is settled: nothing can appear before it
 * any more, so whoever has read that far has missed nothing. The price: a transaction that writes for long, anywhere on
 * the server, holds every feed up for as long.
 */
const settled = 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())';

/** The columns are ordered by with their table's name: alone their names would mean the texts that are selected. */
const text = `
  select transaction_id::text, sequence::text, object_type, object_id, recorded_at, ${settled} as settled
  from updates
  where merchant_id = $1 and (transaction_id, sequence) > ($2::xid8, $3::bigint)
  order by updates.transaction_id, updates.sequence limit ${UPDATES_READ_MAX}`;

/** Reads a merchant's updates behind a place in the feed, oldest first. */
export async function readChanges(
  rows: RowSource,
  merchantId: string,
  { transactionId, sequence }: FeedPosition,
): Promise<UpdatesRead> {
  const values = [merchantId, String(transactionId), String(sequence)];
  const found = await rows.query({ text, values }, merchantId);
  // Those that are not settled come last: their transactions are the youngest.
  const updates = found.filter((row) => row.settled).map(updateOf);
  const waiting = updates.length < found.length;
  return { updates, waiting, more: !waiting && found.length === UPDATES_READ_MAX };
}

const updateOf = (row: Row): Update => ({
  transactionId: BigInt(row.transaction_id as string),
  sequence: BigInt(row.sequence as string),
  type: row.object_type as LiveObjectType,
  id: row.object_id as string,
  at: new Date(row.recorded_at as string | Date),
});

const endText = 'select pg_snapshot_xmin(pg_current_snapshot())::text as transaction_id';

/** The end of what is settled: everything that is not committed yet will lie behind it. */
export async function endOfUpdates(rows: RowSource, merchantId: string | null): Promise<FeedPosition> {
  const [row] = await rows.query({ text: endText, values: [] }, merchantId);
  return { transactionId: BigInt(row!.transaction_id as string), sequence: 0n };
}
