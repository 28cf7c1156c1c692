import { parseCronItems, type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { forgetCards } from '../core/connector-calls/forget-cards.ts';
import { recoverCall, requeueOverdue } from '../core/connector-calls/recover-calls.ts';
import type { Context, JobQueue } from '../core/foundation/context.ts';
import { expireAuthorizations } from '../core/payments/expire-authorizations.ts';
import { expirePayments } from '../core/payments/expire-payments.ts';
import { expirePayouts } from '../core/payouts/expire-payouts.ts';
import { CURSOR_GOOD_MS } from '../core/writes/change-feed.ts';
import { WORKER_SCHEMA } from '../database/orm-options.ts';

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
    expire_payouts: async (_payload, { job }) => {
      const expired = await expirePayouts(contextFor(`job_${job.id}`));
      if (expired > 0) logger.info({ expired }, 'payouts expired');
    },
    expire_authorizations: async (_payload, { job }) => {
      const expired = await expireAuthorizations(contextFor(`job_${job.id}`));
      if (expired > 0) logger.info({ expired }, 'authorizations expired');
    },
    requeue_overdue: async (_payload, { job }) => {
      const overdue = await requeueOverdue(contextFor(`job_${job.id}`));
      if (overdue > 0) logger.warn({ overdue }, 'connector call lookups requeued');
    },
    forget_cards: (_payload, { job }) => forgetCards(contextFor(`job_${job.id}`)),
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
      { task: 'expire_payouts', match: '* * * * *' },
      { task: 'expire_authorizations', match: '* * * * *' },
      { task: 'requeue_overdue', match: '* * * * *' },
      { task: 'forget_cards', match: '47 * * * *' },
      { task: 'sweep', match: '17 * * * *' },
    ]),
  });
}

/** How often a job runs at most, with exponential back-off. */
const ATTEMPTS_MAX = 25;

/** The graphile-worker queue in the same database: a job exists if, and only if, its transaction committed. */
export const databaseQueue: JobQueue = {
  async add(tx, { name, payload, runAt, key }) {
    const text = `select 1 from ${WORKER_SCHEMA}.add_job($1::text, payload := $2::json, run_at := $3::timestamptz,
                  max_attempts := $4::int, job_key := $5::text, job_key_mode := 'replace')`;
    const values = [name, JSON.stringify(payload), runAt.toISOString(), ATTEMPTS_MAX, key];
    await tx.rows.query({ text, values }, tx.merchantId);
  },
  async remove(tx, key) {
    await tx.rows.query(
      { text: `select 1 from ${WORKER_SCHEMA}.remove_job($1::text)`, values: [key] },
      tx.merchantId,
    );
  },
};

/** Tables whose rows expire. */
const expiring = [
  'idempotency_keys',
  'payment_tokens',
  'ephemeral_keys',
  'card_testing_counters',
  'incoming_events',
] as const;

/** How many rows one statement deletes, so that it does not hold locks for long. */
const BATCH_MAX = 10_000;

const DAY_MS = 24 * 60 * 60_000;
/** The retention of events and their deliveries. */
const EVENTS_KEPT_MS = 30 * DAY_MS;
/** An hour longer than a cursor is valid: clocks differ, and updates are not ordered by their times. */
const UPDATES_KEPT_MS = CURSOR_GOOD_MS + 60 * 60_000;

/** A table's rows to delete; `$1` in the condition is `before`. */
interface StaleRows {
  readonly table: string;
  readonly where: string;
  readonly before: Date;
}

/** Deletes expired rows, and rows past their retention. */
export async function sweep(ctx: Context): Promise<void> {
  const now = ctx.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  for (const table of expiring) {
    await deleteAll(ctx, { table, where: 'expires_at <= $1::timestamptz', before: now });
  }
  await deleteAll(ctx, {
    table: 'updates',
    where: 'recorded_at < $1::timestamptz',
    before: ago(UPDATES_KEPT_MS),
  });
  // A recent pending delivery, such as a redelivery, keeps its event. An old one does not: an endpoint whose circuit
  // stays open uses up few attempts, so deliveries to a dead endpoint would pile up. `event_id > ''` is always true
  // and makes the planner use the index.
  const nothingPending = `not exists (
    select from webhook_deliveries d where d.merchant_id = t.merchant_id and d.event_id = t.event_id
      and d.status = 'pending' and d.created_at >= $1::timestamptz)`;
  const where = `created_at < $1::timestamptz and event_id > '' and ${nothingPending}`;
  await deleteAll(ctx, { table: 'events', where, before: ago(EVENTS_KEPT_MS) });
}

async function deleteAll(ctx: Context, { before, table, where }: StaleRows): Promise<void> {
  const text = `
    with deleted as (
      delete from ${table} where ctid = any(array(select t.ctid from ${table} t where ${where} limit ${BATCH_MAX}))
      returning 1)
    select count(*) as deleted from deleted`;
  let deleted: number;
  do {
    const [row] = await ctx.rows.query({ text, values: [before.toISOString()] }, null);
    deleted = Number(row?.deleted);
  } while (deleted === BATCH_MAX);
}
