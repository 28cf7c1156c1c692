import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../foundation/context.ts';
import type { RowSource, Statement } from '../foundation/transaction.ts';
import { CURSOR_GOOD_MS } from '../writes/change-feed.ts';
import { type Retention, retentionDefaults } from './retention.ts';

/*
 * Growing tables are partitioned by month, the feed of updates by day. Partitions are created ahead, and dropped when
 * their youngest row is past retention: deleting rows one by one would write as much again as they did, and leave their
 * space to vacuum. Identifiers begin with their time and are the partition key, so primary keys need no extra column
 * and an identifier leads to one partition.
 *
 * A row without a partition goes to the default one: no write fails because the job has not run. The job then creates
 * the partition and moves the row. The functions in the migration act as the tables' owner, since the serving role
 * cannot change tables.
 */

/** The changes of one run. */
export interface PartitionsKept {
  readonly made: readonly string[];
  readonly dropped: readonly string[];
  /** Rows written before their partition was created. */
  readonly late: number;
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
  const { late, made } = await makePartitions(ctx.rows, new Date(now));
  const dropped: string[] = [];
  const keptMs = {
    webhook_deliveries: retention.eventsDays * DAY_MS,
    events: retention.eventsDays * DAY_MS,
    connector_calls: retention.connectorCallsDays * DAY_MS,
    audit_log: retention.auditLogDays * DAY_MS,
    updates: UPDATES_KEPT_MS,
  };
  for (const [table, ms] of Object.entries(keptMs)) {
    const values = [table, new Date(now - ms).toISOString()];
    const text = 'select drop_partition($1, $2::timestamptz) as name';
    const statement: Statement = { text, values, touches: 'everything' };
    let name: string | null;
    do {
      name = await dropOne(ctx.rows, statement);
      if (name !== null) dropped.push(name);
    } while (name !== null);
  }
  return { made, dropped, late };
}

/** Creates a table's partition of a time, unless it exists; returns how many rows were waiting for it. */
export async function makePartition(rows: RowSource, table: string, at: Date): Promise<number> {
  const values = [table, at.toISOString()];
  const text = 'select make_partition($1, $2::timestamptz) as moved';
  const statement: Statement = { text, values, touches: 'everything' };
  const [row] = await retryLocks(() => rows.query<{ moved: number }>(statement, null));
  return Number(row?.moved);
}

/** Creates the partitions for the present and ahead, and for rows in the default partition. */
async function makePartitions(rows: RowSource, at: Date): Promise<Omit<PartitionsKept, 'dropped'>> {
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
  let late = 0;
  for (const { parent, starts_at } of missing) {
    const startsAt = new Date(starts_at);
    late += await makePartition(rows, parent, startsAt);
    made.push(`${parent} ${startsAt.toISOString().slice(0, 10)}`);
  }
  return { made, late };
}

/** SQLSTATE `object_in_use`: something in the partition is needed still. */
const NEEDED = '55006';

async function dropOne(rows: RowSource, statement: Statement): Promise<string | null> {
  try {
    const [row] = await retryLocks(() => rows.query<{ name: string | null }>(statement, null));
    return row?.name ?? null;
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
