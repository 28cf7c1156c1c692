/**
 * Whether a database is the one that acts for its merchants: `original`; `copy`, for tests; or `undecided`, because it was
 * restored or is at another place than before, and no operator has said which it is.
 */
export const databaseStates = Object.freeze(['original', 'undecided', 'copy'] as const);
export type DatabaseState = (typeof databaseStates)[number];

/** Whether calls to others are made: to vendors, to merchants' endpoints, to mail servers. */
export interface OutgoingCalls {
  /** Why none is made at present; null while they are made. */
  readonly off: Exclude<DatabaseState, 'original'> | null;
}
