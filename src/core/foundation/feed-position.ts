/**
 * A place in the feed of updates. Updates lie in the order of their transactions' numbers, those of one
 * transaction in the order in which they were written.
 */
export interface FeedPosition {
  readonly transactionId: bigint;
  readonly sequence: bigint;
}

/** Negative where the first place is before the second, positive where it is behind it, 0 where they are one. */
export function comparePositions(a: FeedPosition, b: FeedPosition): number {
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId ? -1 : 1;
  if (a.sequence === b.sequence) return 0;
  return a.sequence < b.sequence ? -1 : 1;
}
