import type { Context } from '../foundation/context.ts';

/** How often a process says that it is there. */
export const HEARTBEAT_MS = 1_000;
/** A process that has not been seen for this long is gone: what it was doing is for others to finish. */
export const GONE_AFTER_MS = 4_000;

/** Where processes say that they are there. */
export interface HeartbeatStore {
  /** Says that a process is there, and which key it encrypts with. */
  beat(processId: string, keyId: string): Promise<void>;
  /** Says that a process ends. */
  leave(processId: string): Promise<void>;
}

/** An SQL condition: whether the process named by a column, with its table's alias, is there. Only the database's clock is asked. */
export const isThere = (column: string) => `exists (
  select from processes p where p.process_id = ${column} and p.seen_at > now() - interval '${GONE_AFTER_MS} ms')`;

/** Whether a process is there. */
export async function isRunning(ctx: Context, processId: string): Promise<boolean> {
  const text = `select ${isThere('$1')} as running`;
  const [row] = await ctx.rows.query<{ running: boolean }>({ text, values: [processId] }, ctx.merchantId);
  return row!.running;
}
