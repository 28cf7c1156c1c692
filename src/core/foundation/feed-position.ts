/** A position in the change feed, which is ordered by transaction id, then by write order within a transaction. */
export interface FeedPosition {
  readonly transactionId: bigint;
  readonly sequence: bigint;
}

/** Negative if `a` is before `b`, positive if it is after, 0 if they are equal. */
export function comparePositions(a: FeedPosition, b: FeedPosition): number {
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId ? -1 : 1;
  if (a.sequence === b.sequence) return 0;
  return a.sequence < b.sequence ? -1 : 1;
}
