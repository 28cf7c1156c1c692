import { Logger as WorkerLogger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { recoverCall } from '../core/connector-calls/recover-call.ts';
import type { Context } from '../core/context.ts';
import { expirePayments } from '../core/payments/expire-payments.ts';
import { WORKER_SCHEMA } from '../database/worker-schema.ts';
import { sweep } from './sweep.ts';

/** What the jobs of a process are started with. */
export interface JobsOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  /** A context that sees every merchant. */
  readonly contextFor: (requestId: string) => Context;
  /** Further jobs: how they are done and, in cron's notation, when. */
  readonly more?: { readonly tasks: TaskList; readonly crontab: readonly { task: string; match: string }[] };
  readonly concurrency?: number;
}

/** How many jobs a process does at once. */
const CONCURRENCY = 4;
/** How often a process looks for jobs that nobody told it of. */
const POLL_MS = 1_000;

/**
 * Does the jobs that are due, in this process, until it is stopped. Several processes may: each job is taken
 * by one, and one that dies gives its jobs back.
 */
export function startJobs(options: JobsOptions): Promise<Runner> {
  const { contextFor, logger, more, pool } = options;
  const tasks: TaskList = {
    look_up_call: async (payload, { job }) => {
      const { callId, merchantId } = payload as { merchantId: string; callId: string };
      await recoverCall(contextFor(`job_${job.id}`), merchantId, callId);
    },
    expire_payments: async (_payload, { job }) => {
      const ended = await expirePayments(contextFor(`job_${job.id}`));
      if (ended > 0) logger.info({ ended }, 'payments expired');
    },
    sweep: (_payload, { job }) => sweep(contextFor(`job_${job.id}`)),
    ...more?.tasks,
  };
  return run({
    pgPool: pool,
    schema: WORKER_SCHEMA,
    concurrency: options.concurrency ?? CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => {
      // Every job taken and done would be a line; what goes wrong is what is worth one.
      if (level === 'error' || level === 'warning') logger.warn({ worker: level }, message);
    }),
    taskList: tasks,
    parsedCronItems: parseCronItems([
      { task: 'expire_payments', match: '* * * * *' },
      { task: 'sweep', match: '17 * * * *' },
      ...(more?.crontab ?? []),
    ]),
  });
}
