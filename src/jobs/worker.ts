import {
  type CronItem,
  parseCronItems,
  run,
  type Task,
  type TaskList,
  Logger as WorkerLogger,
} from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { forgetCards } from '../core/connector-calls/forget-cards.ts';
import type { Context } from '../core/foundation/context.ts';
import { sealAuditLog } from '../core/maintenance/audit-chain.ts';
import { foldStats } from '../core/maintenance/fold-stats.ts';
import { keepPartitions } from '../core/maintenance/partitions.ts';
import { type Retention, retentionDefaults } from '../core/maintenance/retention.ts';
import { sweepEvidenceObjects } from '../core/maintenance/sweep-evidence-objects.ts';
import { expireAuthorizations } from '../core/payments/expire-authorizations.ts';
import { expirePayments } from '../core/payments/expire-payments.ts';
import { expirePayouts } from '../core/payouts/expire-payouts.ts';
import type { MerchantShare } from '../core/writes/due-objects.ts';
import { WORKER_SCHEMA } from '../database/orm-options.ts';
import { connectionOptions } from '../database/pools.ts';
import { type SupervisedJobs, superviseRunner } from './supervise.ts';

export interface JobsOptions {
  /** The worker opens connections of its own, one of them to LISTEN permanently. */
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** A context that sees every merchant. */
  readonly contextFor: (requestId: string) => Context;
  /** How long data is kept; the defaults unless given. */
  readonly retention?: Retention | undefined;
}

/** How many jobs a process runs at once. */
const CONCURRENCY = 3;
/** The worker's own connections: one to listen on, the others to fetch and complete jobs. */
const CONNECTIONS = 3;
/** How often a process polls for jobs it was not notified of. */
const POLL_MS = 1_000;
/** In how many parts, by the hash of the merchant, processes share what falls due every minute. A power of two. */
const SHARES = 4;

/** Runs every minute for each share of the merchants. */
const sharedTasks: Readonly<Record<string, (ctx: Context, share: MerchantShare) => Promise<number>>> = {
  expire_payments: expirePayments,
  expire_payouts: expirePayouts,
  expire_authorizations: expireAuthorizations,
};

/** When the tasks that are not shared run. */
const crontab: readonly CronItem[] = [
  { task: 'fold_stats', match: '* * * * *' },
  { task: 'seal_audit_log', match: '* * * * *' },
  { task: 'forget_cards', match: '47 * * * *' },
  { task: 'keep_partitions', match: '7 * * * *' },
  { task: 'sweep', match: '17 * * * *' },
  { task: 'sweep_evidence_objects', match: '27 * * * *' },
];

/** Under its key a job that still waits is not queued again, so that none pile up while no process runs them. */
const sharedCrontab: readonly CronItem[] = Object.keys(sharedTasks).flatMap((task) =>
  Array.from({ length: SHARES }, (_, index): CronItem => {
    const name = `${task}_${index}`;
    const options = { jobKey: name, jobKeyMode: 'preserve_run_at' as const };
    return { task, match: '* * * * *', identifier: name, payload: { share: { index, of: SHARES } }, options };
  }),
);

/**
 * Runs due jobs in this process until it is stopped. Any number of processes may: each job is locked by one of
 * them. A process that stops releases its jobs; those of a killed one run when they are next due.
 */
export async function startJobs(options: JobsOptions): Promise<SupervisedJobs> {
  const { contextFor, databaseUrl, logger, retention } = options;
  const tasks: Record<string, (ctx: Context, payload: unknown) => Promise<void>> = {
    ...Object.fromEntries(
      Object.entries(sharedTasks).map(([task, expire]) => [
        task,
        async (ctx: Context, payload: unknown) => {
          const expired = await expire(ctx, (payload as { share: MerchantShare }).share);
          if (expired > 0) logger.info({ task, expired }, 'expired');
        },
      ]),
    ),
    fold_stats: (ctx) => foldStats(ctx.rows),
    forget_cards: (ctx) => forgetCards(ctx),
    keep_partitions: async (ctx) => {
      const { dropped, late, made } = await keepPartitions(ctx, retention);
      if (made.length + dropped.length > 0) logger.info({ made, dropped }, 'partitions made and dropped');
      if (late > 0)
        logger.warn({ rows: late }, 'partitions were made after their first rows: the job has not run');
    },
    seal_audit_log: async (ctx) => {
      await sealAuditLog((work) => ctx.transact(null, ({ rows }) => work(rows)));
    },
    sweep: (ctx) => sweep(ctx, retention),
    sweep_evidence_objects: (ctx) => sweepEvidenceObjects(ctx, retention),
  };
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([task, run]): [string, Task] => [
      task,
      (payload, { job }) => {
        const ctx = contextFor(`job_${job.id}`);
        return ctx.ports.observe(
          { kind: 'job', labels: { task } },
          () => run(ctx, payload),
          () => 'done',
        );
      },
    ]),
  );
  let stopping = false;
  const start = async () => {
    const pool = workerPool(databaseUrl, (error) => {
      if (!stopping) logger.warn({ err: error }, 'a connection of the job runner broke');
    });
    try {
      const runner = await run({
        pgPool: pool,
        schema: WORKER_SCHEMA,
        concurrency: CONCURRENCY,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        logger: new WorkerLogger(() => (level, message) => {
          // Lower levels log every job.
          if (level === 'error' || level === 'warning') logger.warn({ worker: level }, message);
        }),
        taskList,
        parsedCronItems: parseCronItems([...crontab, ...sharedCrontab]),
        // Without batches, a job that cannot be reported as done or failed is an error that is handled: batches are
        // reported by promises nobody awaits, whose rejection would end the process.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      });
      const close = () => void pool.end().catch(() => {});
      runner.promise.then(close, close);
      return runner;
    } catch (error) {
      await pool.end();
      throw error;
    }
  };
  const jobs = await superviseRunner(start, logger);
  return {
    get running() {
      return jobs.running;
    },
    stop: () => {
      stopping = true;
      return jobs.stop();
    },
  };
}

/** How long the queue's own statements may take. */
const QUEUE_STATEMENT_MS = 30_000;

function workerPool(url: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: CONNECTIONS,
    application_name: 'switchyard jobs',
    query_timeout: QUEUE_STATEMENT_MS,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Tables whose rows expire. */
const expiring = [
  'idempotency_keys',
  'payment_tokens',
  'ephemeral_keys',
  'card_testing_counters',
  'attempt_counts',
  'incoming_events',
  'auth.sessions',
  'auth.verifications',
] as const;

/** How many rows one statement deletes, so that it holds locks briefly and ends well within its time limit. */
const BATCH_MAX = 1_000;

const DAY_MS = 24 * 60 * 60_000;
/** A table's rows to delete; `$1` in the condition is `before`. */
interface StaleRows {
  readonly table: string;
  readonly where: string;
  readonly before: Date;
}

/** Deletes expired rows, and rows past their retention, of tables that are not partitioned. */
export async function sweep(ctx: Context, retention: Retention = retentionDefaults): Promise<void> {
  const now = ctx.ports.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  for (const table of expiring) {
    await deleteAll(ctx, { table, where: 'expires_at <= $1::timestamptz', before: now });
  }
  await deleteAll(ctx, {
    table: 'auth.rate_limits',
    where: 'last_request < extract(epoch from $1::timestamptz) * 1000',
    before: ago(DAY_MS),
  });
  await deleteAll(ctx, { table: 'processes', where: 'seen_at < $1::timestamptz', before: ago(DAY_MS) });
  await deleteAll(ctx, {
    table: 'evidence_contents',
    where: 'created_at < $1::timestamptz and object_name is null',
    before: ago(retention.evidenceFilesDays * DAY_MS),
  });
  const sandboxBefore = ago(retention.sandboxDays * DAY_MS);
  for (const [table, since] of sandboxTimes) {
    await deleteAll(ctx, { table, where: `${since} < $1::timestamptz`, before: sandboxBefore });
  }
  await sweepJobs(ctx);
}

/** The sandbox's tables, and the time that says when a row was last of use. */
const sandboxTimes = [
  ['sandbox_transactions', 'coalesce(settles_at, created_at)'],
  ['sandbox_disputes', 'respond_by'],
  ['sandbox_events', 'coalesce(told_at, next_at)'],
] as const;

/** Deletes jobs that have used up their attempts. Those of a process that still runs them are left out by the queue. */
async function sweepJobs(ctx: Context): Promise<void> {
  const text = `select count(*) as deleted from ${WORKER_SCHEMA}.complete_jobs(array(
    select id from ${WORKER_SCHEMA}.jobs where attempts >= max_attempts limit ${BATCH_MAX}))`;
  await ctx.rows.query({ text, values: [] }, null);
}

async function deleteAll(ctx: Context, stale: StaleRows): Promise<void> {
  const { before, table, where } = stale;
  const text = `
    with deleted as (
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${BATCH_MAX}))
      returning 1)
    select count(*) as deleted from deleted`;
  let deleted: number;
  do {
    const [row] = await ctx.rows.query({ text, values: [before.toISOString()] }, null);
    deleted = Number(row?.deleted);
  } while (deleted === BATCH_MAX);
}
