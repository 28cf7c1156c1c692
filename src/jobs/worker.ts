import { parseCronItems, type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { recoverCall, requeueOverdue } from '../core/connector-calls/recover-calls.ts';
import type { Context } from '../core/foundation/context.ts';
import { expireAuthorizations } from '../core/payments/expire-authorizations.ts';
import { expirePayments } from '../core/payments/expire-payments.ts';
import { WORKER_SCHEMA } from '../database/orm-options.ts';
import { sweep } from './sweep.ts';

export interface JobsOptions {
  /** The worker opens connections of its own, one of them to LISTEN permanently. */
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** A context that sees every merchant. */
  readonly contextFor: (requestId: string) => Context;
}

/** How many jobs a process runs at once. */
const CONCURRENCY = 3;
/** The worker's own connections: one to listen on, the others to fetch and complete jobs. */
const CONNECTIONS = 3;
/** How often a process polls for jobs it was not notified of. */
const POLL_MS = 1_000;

/**
 * Runs due jobs in this process until it is stopped. Any number of processes may: each job is locked by one of
 * them. A process that stops releases its jobs; those of a killed one are requeued.
 */
export function startJobs(options: JobsOptions): Promise<Runner> {
  const { contextFor, databaseUrl, logger } = options;
  const tasks: TaskList = {
    look_up_call: async (payload, { job }) => {
      const { callId, merchantId } = payload as { merchantId: string; callId: string };
      await recoverCall(contextFor(`job_${job.id}`), merchantId, callId);
    },
    expire_payments: async (_payload, { job }) => {
      const expired = await expirePayments(contextFor(`job_${job.id}`));
      if (expired > 0) logger.info({ expired }, 'payments expired');
    },
    expire_authorizations: async (_payload, { job }) => {
      const expired = await expireAuthorizations(contextFor(`job_${job.id}`));
      if (expired > 0) logger.info({ expired }, 'authorizations expired');
    },
    requeue_overdue: async (_payload, { job }) => {
      const overdue = await requeueOverdue(contextFor(`job_${job.id}`));
      if (overdue > 0) logger.warn({ overdue }, 'connector call lookups requeued');
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
      // Lower levels log every job.
      if (level === 'error' || level === 'warning') logger.warn({ worker: level }, message);
    }),
    taskList: tasks,
    parsedCronItems: parseCronItems([
      { task: 'expire_payments', match: '* * * * *' },
      { task: 'expire_authorizations', match: '* * * * *' },
      { task: 'requeue_overdue', match: '* * * * *' },
      { task: 'sweep', match: '17 * * * *' },
    ]),
  });
}
