import type { Context } from '../foundation/context.ts';

/** Interval of heartbeats. */
export const HEARTBEAT_MS = 1_000;
/** A process without a heartbeat for this long counts as gone, and others take over its work. */
export const GONE_AFTER_MS = 4_000;

/** A reading of the database's clock. */
export interface DatabaseTime {
  /** Unix time in milliseconds, with a fraction. */
  readonly atMs: number;
}

/** A recorded heartbeat. */
export interface Beat extends DatabaseTime {
  /** The identifiers of the data keys, the encrypting key first. */
  readonly keyIds: readonly string[];
}

/** Where processes record their heartbeats. */
export interface HeartbeatStore {
  /** Records a heartbeat, and the data keys that the process knows, the encrypting key first. */
  beat(processId: string, keyIds: readonly string[]): Promise<Beat>;
  /** Reads the database's clock, before the first heartbeat. */
  time(): Promise<DatabaseTime>;
  /** Removes an ending process. */
  leave(processId: string): Promise<void>;
}

/**
 * An SQL condition: whether the process that a column names is alive, by the database's clock. Qualify the column by its
 * table: `processes` has a column of the same name.
 */
export const isAlive = (column: string) => `exists (
  select from processes p where p.process_id = ${column} and p.seen_at > now() - interval '${GONE_AFTER_MS} ms')`;

/** The live processes, for cluster nodes that cannot look them up. */
export const alive = `
  select p.process_id from processes p where p.seen_at > now() - interval '${GONE_AFTER_MS} ms'`;

/** Whether a process is alive. */
export async function isRunning(ctx: Context, processId: string): Promise<boolean> {
  const text = `select ${isAlive('$1')} as running`;
  const [row] = await ctx.rows.query<{ running: boolean }>(
    { text, values: [processId], touches: { reads: ['processes'] } },
    ctx.merchantId,
  );
  return row!.running;
}
