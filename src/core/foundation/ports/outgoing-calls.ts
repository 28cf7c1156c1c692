/**
 * The role of a database: `original`, which acts for its merchants; `copy`, for tests; or `undecided`, after a
 * restore or move, until an operator decides.
 */
export const databaseStates = Object.freeze(['original', 'undecided', 'copy'] as const);
export type DatabaseState = (typeof databaseStates)[number];

/** Whether outgoing calls are made: to vendors, merchants' endpoints and mail servers. */
export interface OutgoingCalls {
  /** Reason why no calls are currently made; null while they are made. */
  readonly off: Exclude<DatabaseState, 'original'> | null;
}
