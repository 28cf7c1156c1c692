import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../foundation/context.ts';
import type { RowSource, Statement } from '../foundation/transaction.ts';
import { CURSOR_GOOD_MS } from '../writes/change-feed.ts';
import { type Retention, retentionDefaults } from './retention.ts';

/*
 * Growing tables are partitioned by month, the feed of updates and the request log by day. Partitions are created ahead,
 * and dropped when their youngest row is past retention: deleting rows one by one would write as much again, and leave
 * the space to vacuum. Identifiers begin with their time and are the partition key, so primary keys need no extra column
 * and an identifier leads to one partition.
 *
 * A row without a partition goes to the default one: no write fails because the job has not run. The job then creates the
 * partition and moves its rows, while writes to the table wait. If too many rows wait for a quick move, the default
 * partition itself becomes their partition, and an empty one replaces it: no row moves. The functions in the migration
 * act as the tables' owner, since the serving role cannot change tables.
 */

/** The changes of one run. */
export interface PartitionsKept {
  readonly made: readonly string[];
  readonly dropped: readonly string[];
  /** Rows that were moved because they were written before their partition was created. */
  readonly late: number;
  /** Default partitions that became the partition of their rows, by their new name. */
  readonly adopted: readonly string[];
}

const DAY_MS = 24 * 60 * 60_000;
/** An hour longer than a cursor is valid: clocks differ, and updates are not ordered by their times. */
const UPDATES_KEPT_MS = CURSOR_GOOD_MS + 60 * 60_000;

/** Creates missing partitions, and drops those whose rows are all past retention. */
export async function keepPartitions(
  ctx: Context,
  retention: Retention = retentionDefaults,
): Promise<PartitionsKept> {
  const now = ctx.ports.now().getTime();
  const { adopted, late, made } = await makePartitions(ctx.rows, new Date(now));
  const dropped: string[] = [];
  const keptMs = {
    webhook_deliveries: retention.eventsDays * DAY_MS,
    events: retention.eventsDays * DAY_MS,
    connector_calls: retention.connectorCallsDays * DAY_MS,
    audit_log: retention.auditLogDays * DAY_MS,
    request_log: retention.requestLogDays * DAY_MS,
    updates: UPDATES_KEPT_MS,
  };
  for (const [table, ms] of Object.entries(keptMs)) {
    for (;;) {
      const name = await dropOldest(ctx.rows, table, new Date(now - ms));
      if (name === null) break;
      dropped.push(name);
    }
  }
  return { made, dropped, late, adopted };
}

/** Creates a table's partition for a time, unless it exists; returns the number of rows that waited for it. */
export async function makePartition(rows: RowSource, table: string, at: Date): Promise<number> {
  return Number(await call(rows, 'make_partition($1, $2::timestamptz)', table, at.toISOString()));
}

/** SQLSTATE `program_limit_exceeded`: too many rows wait for a partition to be moved while writes wait. */
const TOO_MANY = '54000';

/**
 * Creates the partitions for the present and ahead, and for rows in the default partition.
 *
 * @param rows - Checking a default partition reads it whole: about 1 GB/s from memory. Large partitions need rows without
 *   a command's time limit.
 */
export async function makePartitions(rows: RowSource, at: Date): Promise<Omit<PartitionsKept, 'dropped'>> {
  const missing = await retryLocks(() =>
    rows.query<{ parent: string; starts_at: Date }>(
      {
        text: 'select parent, starts_at from missing_partitions($1::timestamptz)',
        values: [at.toISOString()],
        touches: {},
      },
      null,
    ),
  );
  const made: string[] = [];
  const full = new Set<string>();
  let late = 0;
  for (const { parent, starts_at } of missing) {
    const startsAt = new Date(starts_at);
    try {
      late += await makePartition(rows, parent, startsAt);
      made.push(`${parent} ${startsAt.toISOString().slice(0, 10)}`);
    } catch (error) {
      if (codeOf(error) !== TOO_MANY) throw error;
      full.add(parent);
    }
  }
  const adopted: string[] = [];
  // Rows of the present and the future now have their partitions, or are only in the default one.
  for (const parent of full) {
    await call(rows, 'bound_default_partition($1)', parent);
    await call(rows, 'check_default_partition($1)', parent);
    adopted.push(String(await call(rows, 'adopt_default_partition($1)', parent)));
  }
  return { made, late, adopted };
}

/** Calls one of the functions, and retries while a lock is held. */
async function call(rows: RowSource, name: string, ...values: readonly string[]): Promise<unknown> {
  const statement: Statement = { text: `select ${name} as value`, values, touches: 'everything' };
  const [row] = await retryLocks(() => rows.query<{ value: unknown }>(statement, null));
  return row?.value;
}

/** SQLSTATE `object_in_use`: something in the partition is still needed. */
const NEEDED = '55006';

async function dropOldest(rows: RowSource, table: string, before: Date): Promise<string | null> {
  try {
    return (await call(rows, 'drop_partition($1, $2::timestamptz)', table, before.toISOString())) as
      | string
      | null;
  } catch (error) {
    if (codeOf(error) === NEEDED) return null;
    throw error;
  }
}

/** SQLSTATE `lock_not_available`. */
const LOCKED = '55P03';
/**
 * The functions wait 0.1 s for a lock, as later statements queue behind them. If all tries fail, the job is run again.
 */
const TRIES_MAX = 20;
const PAUSE_MS = 250;

async function retryLocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== LOCKED || tries === TRIES_MAX) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code;
