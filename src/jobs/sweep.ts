import type { Context } from '../core/foundation/context.ts';
import { CURSOR_GOOD_MS } from '../core/writes/change-feed/cursor.ts';

/** Tables whose rows expire. */
const expiring = ['idempotency_keys', 'payment_tokens', 'card_testing_counters', 'incoming_events'] as const;

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
