import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Logger } from 'pino';

/** How long a runner that ended stays down, and how often a failed start is repeated. */
const RESTART_AFTER_MS = 1_000;

/** A job runner that is started again whenever it ends, until it is stopped. */
export interface SupervisedJobs {
  /** Whether a runner is up. It is not while the database is away. */
  readonly running: boolean;
  stop(): Promise<void>;
}

/**
 * Starts a job runner and starts it again when it ends: a runner gives up when it loses its database connection, and
 * without another one no payment would expire and nothing would be swept.
 */
export async function superviseRunner(start: () => Promise<Runner>, logger: Logger): Promise<SupervisedJobs> {
  let stopped = false;
  let runner: Runner | null = await start();

  const watch = async (watched: Runner): Promise<void> => {
    await ended(watched);
    if (stopped) return;
    runner = null;
    logger.error('the job runner ended; starting another');
    while (!stopped && !runner) {
      await sleep(RESTART_AFTER_MS);
      if (!stopped) runner = await start().catch(() => null);
    }
    if (!runner) return;
    if (stopped) return runner.stop();
    logger.info('job runner started again');
    return watch(runner);
  };
  // A rejection would end the process. Jobs are late then, but requests are served.
  const watching = watch(runner).catch((error: unknown) =>
    logger.error({ err: error }, 'job supervision failed'),
  );

  return {
    get running() {
      return runner !== null;
    },
    stop: async () => {
      stopped = true;
      await runner?.stop().catch(() => {});
      await watching;
    },
  };
}

/** Resolves when a runner ends, for whatever reason. One that cannot reach its database may never settle. */
function ended(runner: Runner): Promise<void> {
  return new Promise((resolve) => {
    runner.events.once('stop', () => resolve());
    runner.promise.then(resolve, () => resolve());
  });
}
