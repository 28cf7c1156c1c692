import type { WritingContext } from './context.ts';

/** What the service does later, by itself. */
export type JobName = 'look_up_call';

/** Work to be done later: queued in the transaction that makes it necessary, done by whichever process is free. */
export interface JobQueue {
  /**
   * Queues a job. A key makes it one of a kind: queueing it again moves it to the new time.
   */
  add(
    tx: WritingContext,
    job: { readonly name: JobName; readonly payload: object; readonly runAt: Date; readonly key: string },
  ): Promise<void>;
  /** Takes a job back that has not begun. */
  remove(tx: WritingContext, key: string): Promise<void>;
}
