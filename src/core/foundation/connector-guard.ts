/** Through this every call to a connector goes: it has a deadline, and accounts that do not answer are spared. */
export interface ConnectorGuard {
  readonly deadlineMs: number;
  /**
   * Does the work with a signal that is aborted when the deadline has passed.
   *
   * @throws {NotSentError} when the work was not begun. Any other error leaves open what became of it.
   */
  run<T>(account: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** The call never reached the connector: nothing can have happened there. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}
