import type { Context } from '../core/context.ts';

/** Tables of what is only good for a while. */
const transient = ['idempotency_keys', 'payment_tokens', 'card_testing_counters', 'incoming_events'] as const;

/** How many rows of a table one run deletes, so that no run holds locks for long. */
const BATCH_MAX = 10_000;

/** Deletes what has expired. */
export async function sweep(ctx: Context): Promise<void> {
  for (const table of transient) {
    const text = `delete from ${table} where ctid = any(array(
                    select ctid from ${table} where expires_at <= $1::timestamptz limit ${BATCH_MAX}))`;
    await ctx.rows.query({ text, values: [ctx.now().toISOString()] }, null);
  }
}
