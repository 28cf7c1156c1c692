import { parseCronItems, type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { recoverCall } from '../core/connector-calls/recover-call.ts';
import { requeueOverdue } from '../core/connector-calls/requeue-overdue.ts';
import type { Context } from '../core/foundation/context.ts';
import { expirePayments } from '../core/payments/expire-payments.ts';
import { WORKER_SCHEMA } from '../database/orm-options.ts';
import { sweep } from './sweep.ts';

/** What the jobs of a process are started with. */
export interface JobsOptions {
  /** The database. The worker has connections of its own: it listens on one all the time. */
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** A context that sees every merchant. */
  readonly contextFor: (requestId: string) => Context;
}

/** How many jobs a process does at once. */
const CONCURRENCY = 3;
/** The worker's own connections: one to listen on, the others to take jobs and give them back. */
const CONNECTIONS = 3;
/** How often a process looks for jobs that nobody told it of. */
const POLL_MS = 1_000;

/**
 * Does the jobs that are due, in this process, until it is stopped. Several processes may: each job is taken
 * by one. One that is told to stop gives its jobs back; those of one that was killed are queued anew.
 */
export function startJobs(options: JobsOptions): Promise<Runner> {
  const { contextFor, databaseUrl, logger } = options;
  const tasks: TaskList = {
    look_up_call: async (payload, { job }) => {
      const { callId, merchantId } = payload as { merchantId: string; callId: string };
      await recoverCall(contextFor(`job_${job.id}`), merchantId, callId);
    },
    expire_payments: async (_payload, { job }) => {
      const ended = await expirePayments(contextFor(`job_${job.id}`));
      if (ended > 0) logger.info({ ended }, 'payments expired');
    },
    requeue_overdue: async (_payload, { job }) => {
      const overdue = await requeueOverdue(contextFor(`job_${job.id}`));
      if (overdue > 0) logger.warn({ overdue }, 'look-ups queued anew');
    },
    sweep: (_payload, { job }) => sweep(contextFor(`job_${job.id}`)),
  };
  return run({
    connectionString: databaseUrl,
    maxPoolSize: CONNECTIONS,
    schema: WORKER_SCHEMA,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => {
      // Every job taken and done would be a line; what goes wrong is what is worth one.
      if (level === 'error' || level === 'warning') logger.warn({ worker: level }, message);
    }),
    taskList: tasks,
    parsedCronItems: parseCronItems([
      { task: 'expire_payments', match: '* * * * *' },
      { task: 'requeue_overdue', match: '* * * * *' },
      { task: 'sweep', match: '17 * * * *' },
    ]),
  });
}
