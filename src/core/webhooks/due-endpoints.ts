import type { Context } from '../foundation/context.ts';
import { type EndpointKey, TRIPS_AFTER } from '../webhook-endpoints/endpoint-health.ts';

/** An endpoint with due deliveries. */
export interface DueEndpoint extends EndpointKey {
  /** Its pending deliveries are to fail instead of being attempted. */
  readonly isDisabled: boolean;
}

/**
 * Attempts in flight per endpoint, over all processes; one while its breaker is tripped. Bounds the resources that an
 * unresponsive endpoint can occupy.
 */
export const IN_FLIGHT_MAX = 8;

/** Remaining capacity of endpoint `e` with health `h`, in attempts; `$3` is now. */
export const capacitySql = `
  (case when h.failures >= ${TRIPS_AFTER} then 1 else ${IN_FLIGHT_MAX} end - (
    select count(*) from webhook_deliveries l
    where l.merchant_id = e.merchant_id and l.profile_id = e.profile_id and l.status = 'pending'
      and l.lease is not null and l.leased_until > $3::timestamptz))::int`;

/** Sorts before every endpoint. */
export const beforeAll: EndpointKey = Object.freeze({ merchantId: '', profileId: '' });

/**
 * Walks the index from one endpoint to the next (a loose index scan), so a backlog of any length costs one step, and
 * stops when enough due endpoints are found. The `exists` checks have an ORDER BY, and the last join a LIMIT, because
 * otherwise the planner may prefer to read the whole table.
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
  select e.merchant_id as "merchantId", e.profile_id as "profileId", h.stopped_at is not null as "isDisabled"
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
      order by d.next_attempt_at, d.event_sequence limit 1) and ${capacitySql} > 0
    end
  limit $4::int`;

/** Finds up to `limit` endpoints with due deliveries, in key order from behind `after`. */
export function findDueEndpoints(ctx: Context, after: EndpointKey, limit: number): Promise<DueEndpoint[]> {
  const values = [after.merchantId, after.profileId, ctx.ports.now().toISOString(), limit];
  return ctx.rows.query<DueEndpoint>(
    { text, values, touches: { reads: ['webhook_deliveries', 'webhook_endpoints'] } },
    null,
  );
}
