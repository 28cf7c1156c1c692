import type { Context } from '../foundation/context.ts';
import { isAlive } from '../writes/liveness.ts';

/** A call to look up. */
export interface CallKey {
  readonly merchantId: string;
  readonly callId: string;
}

/** A call that this process has taken to look up. */
export interface LeasedCall extends CallKey {
  /** The W3C traceparent of the request that committed it. */
  readonly traceparent: string | null;
}

/** Longer than a look-up takes, with a repeat of its call: if it ends without a trace, another process does it. */
const LEASE_DEADLINES = 4;

/**
 * Takes calls whose outcome has to be looked up: those that are due, and with `abandoned` also those whose process is
 * gone. Each is taken by one process.
 */
export async function leaseCalls(ctx: Context, limit: number, abandoned: boolean): Promise<LeasedCall[]> {
  // Each part scans an index of its own, which forgets settled calls as it meets them. A scan of both at once does not,
  // and reads all that were settled since the last vacuum.
  const gone = `, gone as (
      select c.merchant_id, c.call_id from connector_calls c
      where c.status = 'intended' and c.process_id is not null and not ${isAlive('c.process_id')}
        and (c.look_up_at > $1::timestamptz or c.look_up_at is null)
      limit $2::int - (select count(*) from late) for update skip locked)`;
  const text = `
    with late as (
      select c.merchant_id, c.call_id from connector_calls c
      where c.status = 'intended' and c.look_up_at <= $1::timestamptz
      order by c.look_up_at limit $2::int for update skip locked)${abandoned ? gone : ''},
    due as (select * from late ${abandoned ? 'union all select * from gone' : ''})
    update connector_calls c set process_id = $3, look_up_at = $4::timestamptz
    from due where c.merchant_id = due.merchant_id and c.call_id = due.call_id
    returning c.merchant_id, c.call_id, c.traceparent`;
  const now = ctx.now().getTime();
  const leasedUntil = new Date(now + LEASE_DEADLINES * ctx.guard.deadlineMs);
  const values = [new Date(now).toISOString(), limit, ctx.processId, leasedUntil.toISOString()];
  const rows = await ctx.rows.query<{ merchant_id: string; call_id: string; traceparent: string | null }>(
    { text, values },
    null,
  );
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    callId: row.call_id,
    traceparent: row.traceparent,
  }));
}
