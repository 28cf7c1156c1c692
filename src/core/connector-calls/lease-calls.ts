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

/** Longer than a look-up with a repetition of its call takes: a look-up that vanishes is left to another process. */
const LEASE_DEADLINES = 4;

/** How many of the oldest calls to consider: enough to see other merchants' behind a single one's. */
const WINDOW = 1_000;

/** A process's request for calls. */
export interface CallRequest {
  readonly limit: number;
  /** Calls of one merchant in progress here at most, so that one whose connector hangs leaves room for others. */
  readonly perMerchant: number;
  /** Calls in progress by merchant. */
  readonly underWay: ReadonlyMap<string, number>;
  /** Include calls whose process is gone. */
  readonly abandoned: boolean;
}

/**
 * Leases calls whose outcome has to be looked up: due ones, and with `abandoned` also those whose process is gone. Each
 * is leased to one process, the oldest of each merchant in turn.
 */
export async function leaseCalls(ctx: Context, request: CallRequest): Promise<LeasedCall[]> {
  const { abandoned, limit, perMerchant, underWay } = request;
  const late = 'c.look_up_at <= $1::timestamptz';
  const gone = `c.process_id is not null and not ${isAlive('c.process_id')}`;
  const oldest = (isDue: string, order: string) => `(
      select c.merchant_id, c.call_id, c.look_up_at from connector_calls c
      where c.status = 'intended' and ${isDue}
        and c.merchant_id <> all(array(select merchant_id from busy where calls >= $7::int))
      ${order} limit ${WINDOW})`;
  // A scan that follows an index to the first row marks entries of settled calls as dead on its way; any other reads
  // all that were settled since the last vacuum, and the planner may prefer that for many rows. So the first due call
  // is found before the rest, and calls whose process is gone have a separate branch.
  const anyLate = `(select true from connector_calls c where c.status = 'intended' and ${late} order by c.look_up_at limit 1)`;
  const ofGone = oldest(`${gone} and (c.look_up_at > $1::timestamptz or c.look_up_at is null)`, '');
  // The condition is repeated where rows are locked: another process may have taken one since the oldest were found.
  const text = `
    with busy as (select * from unnest($5::text[], $6::int[]) as b(merchant_id, calls)),
    oldest as materialized (
      ${oldest(`${late} and ${anyLate}`, 'order by c.look_up_at')}${abandoned ? ` union all ${ofGone}` : ''}),
    ranked as (
      select merchant_id, call_id, look_up_at,
             coalesce(b.calls, 0) + row_number() over (partition by merchant_id order by look_up_at) as rank
      from oldest left join busy b using (merchant_id)),
    due as (
      select c.merchant_id, c.call_id from ranked r join connector_calls c using (merchant_id, call_id)
      where r.rank <= $7::int and c.status = 'intended' and (${late}${abandoned ? ` or ${gone}` : ''})
      order by r.rank, r.look_up_at limit $2::int for update of c skip locked)
    update connector_calls c set process_id = $3, look_up_at = $4::timestamptz
    from due where c.merchant_id = due.merchant_id and c.call_id = due.call_id
    returning c.merchant_id, c.call_id, c.traceparent`;
  const now = ctx.ports.now().getTime();
  const leasedUntil = new Date(now + LEASE_DEADLINES * ctx.ports.guard.deadlineMs);
  const taken = [limit, ctx.ports.processId, leasedUntil.toISOString()];
  const values = [
    new Date(now).toISOString(),
    ...taken,
    [...underWay.keys()],
    [...underWay.values()],
    perMerchant,
  ];
  const rows = await ctx.rows.query<{ merchant_id: string; call_id: string; traceparent: string | null }>(
    { text, values, touches: { reads: abandoned ? ['processes'] : [], writes: ['connector_calls'] } },
    null,
  );
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    callId: row.call_id,
    traceparent: row.traceparent,
  }));
}
