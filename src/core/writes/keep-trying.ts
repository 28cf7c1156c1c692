import { setTimeout as sleep } from 'node:timers/promises';

/** Delay after a failure. */
const AGAIN_MS = 500;

/** The last work of each queue; it ends after all earlier work. */
const queues = new Map<string, Promise<void>>();

/**
 * Retries background work until it succeeds or its time is over. The work of a queue runs sequentially: while a database
 * is down many requests fail, and their follow-ups must not all run at once when it returns.
 *
 * @param queue The name of the queue; a process's identifier if the work needs the process's database.
 */
export function keepTrying(queue: string, work: () => Promise<unknown>, forMs: number): void {
  const endsAtMs = performance.now() + forMs;
  const attempt = async () => {
    while (performance.now() < endsAtMs) {
      try {
        await work();
        return;
      } catch {
        await sleep(AGAIN_MS, undefined, { ref: false });
      }
    }
  };
  const done = (queues.get(queue) ?? Promise.resolve()).then(attempt).then(() => {
    if (queues.get(queue) === done) queues.delete(queue);
  });
  queues.set(queue, done);
}
