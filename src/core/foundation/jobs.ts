import type { WritingContext } from './context.ts';

export type JobName = 'look_up_call';

/** Background jobs, queued in the transaction that makes them necessary and run by any process. */
export interface JobQueue {
  /** Queues a job. Queueing the same key again reschedules the job. */
  add(
    tx: WritingContext,
    job: { readonly name: JobName; readonly payload: object; readonly runAt: Date; readonly key: string },
  ): Promise<void>;
  /** Removes a job that has not started. */
  remove(tx: WritingContext, key: string): Promise<void>;
}
