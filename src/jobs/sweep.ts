import type { Context } from '../core/foundation/context.ts';
import { CURSOR_GOOD_MS } from '../core/writes/change-feed/cursor.ts';

/** Tables of what is only good for a while. */
const transient = ['idempotency_keys', 'payment_tokens', 'card_testing_counters', 'incoming_events'] as const;

/** How many rows of a table one statement deletes, so that none holds locks for long. */
const BATCH_MAX = 10_000;

const DAY_MS = 24 * 60 * 60_000;
/** For how long events are kept, and with them their deliveries. */
const EVENTS_KEPT_MS = 30 * DAY_MS;
/** An hour more than a cursor is good: clocks differ, and updates do not lie in the order of their times. */
const UPDATES_KEPT_MS = CURSOR_GOOD_MS + 60 * 60_000;

/** The rows of a table that are to go; `$1` is a moment. */
interface Stale {
  readonly table: string;
  readonly where: string;
  readonly before: Date;
}

/** Deletes what has expired, and what has been kept for long enough. */
export async function sweep(ctx: Context): Promise<void> {
  const now = ctx.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  for (const table of transient) {
    await deleteAll(ctx, { table, where: 'expires_at <= $1::timestamptz', before: now });
  }
  await deleteAll(ctx, {
    table: 'updates',
    where: 'recorded_at < $1::timestamptz',
    before: ago(UPDATES_KEPT_MS),
  });
  // An event that has yet to be delivered stays, but not for longer: an endpoint that rests uses up few tries, so
  // what waits for one that is gone for good would pile up. The second condition is always true, and leads to the index.
  const nothingPending = `not exists (
    select from webhook_deliveries d where d.merchant_id = t.merchant_id and d.event_id = t.event_id
      and d.status = 'pending' and d.created_at >= $1::timestamptz)`;
  const where = `created_at < $1::timestamptz and event_id > '' and ${nothingPending}`;
  await deleteAll(ctx, { table: 'events', where, before: ago(EVENTS_KEPT_MS) });
}

async function deleteAll(ctx: Context, { before, table, where }: Stale): Promise<void> {
  const text = `
    with gone as (
      delete from ${table} where ctid = any(array(select t.ctid from ${table} t where ${where} limit ${BATCH_MAX}))
      returning 1)
    select count(*) as gone from gone`;
  let gone: number;
  do {
    const [row] = await ctx.rows.query({ text, values: [before.toISOString()] }, null);
    gone = Number(row?.gone);
  } while (gone === BATCH_MAX);
}
