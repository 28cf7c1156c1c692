import type { Context } from '../foundation/context.ts';
import { OPENS_AFTER } from '../webhook-endpoints/breaker.ts';
import type { EndpointKey } from '../webhook-endpoints/endpoint-health.ts';

/** An endpoint with something to do for. */
export interface DueEndpoint extends EndpointKey {
  /** It wants no more: what waits for it is to be given up. */
  readonly isStopped: boolean;
}

/**
 * How many tries at an endpoint may be under way at once, over all processes. With an open breaker it is one.
 * It bounds what an endpoint that never answers can hold up.
 */
export const UNDER_WAY_MAX = 8;

/** Tries that are allowed at an endpoint `e` of health `h` beyond those under way; `$3` is now. */
export const roomSql = `
  (case when h.failures >= ${OPENS_AFTER} then 1 else ${UNDER_WAY_MAX} end - (
    select count(*) from webhook_deliveries l
    where l.merchant_id = e.merchant_id and l.profile_id = e.profile_id and l.status = 'pending'
      and l.lease is not null and l.leased_until > $3::timestamptz))::int`;

/** The least that text can be: every endpoint comes after it. */
export const beforeAll: EndpointKey = Object.freeze({ merchantId: '', profileId: '' });

/**
 * The endpoints that have something due, in their order, from behind one of them. The index is walked from one
 * endpoint to the next, so a backlog of one is passed over in a single step however long it is, and no further
 * than until enough are found. That there is something due is asked as for the first in order, and the last join
 * has a limit: otherwise the planner may prefer to read the whole table.
 */
const text = `
  with recursive e as (
      (select merchant_id, profile_id from webhook_deliveries
       where status = 'pending' and (merchant_id, profile_id) > ($1, $2)
       order by merchant_id, profile_id limit 1)
    union all
      select n.merchant_id, n.profile_id from e cross join lateral (
        select d.merchant_id, d.profile_id from webhook_deliveries d
        where d.status = 'pending' and (d.merchant_id, d.profile_id) > (e.merchant_id, e.profile_id)
        order by d.merchant_id, d.profile_id limit 1) n
  )
  select e.merchant_id, e.profile_id, h.stopped_at is not null as stopped
  from e left join lateral (
    select * from webhook_endpoints h
    where h.merchant_id = e.merchant_id and h.profile_id = e.profile_id limit 1) h on true
  where case
    when h.stopped_at is not null then (
      select true from webhook_deliveries d
      where d.merchant_id = e.merchant_id and d.profile_id = e.profile_id and d.status = 'pending'
        and (d.lease is null or d.leased_until <= $3::timestamptz)
      order by d.next_attempt_at, d.event_sequence limit 1)
    when h.resting_until > $3::timestamptz then false
    else (
      select true from webhook_deliveries d
      where d.merchant_id = e.merchant_id and d.profile_id = e.profile_id and d.status = 'pending'
        and d.next_attempt_at <= $3::timestamptz and (d.lease is null or d.leased_until <= $3::timestamptz)
      order by d.next_attempt_at, d.event_sequence limit 1) and ${roomSql} > 0
    end
  limit $4::int`;

/** Up to so many endpoints with something due, from behind one of them. */
export async function findDueEndpoints(
  ctx: Context,
  after: EndpointKey,
  limit: number,
): Promise<DueEndpoint[]> {
  const values = [after.merchantId, after.profileId, ctx.now().toISOString(), limit];
  const rows = await ctx.rows.query({ text, values }, null);
  return rows.map((row) => ({
    merchantId: row.merchant_id as string,
    profileId: row.profile_id as string,
    isStopped: row.stopped as boolean,
  }));
}
