import type { Context } from '../foundation/context.ts';
import type { RowSource } from '../reads/index.ts';
import { type EndpointKey, inFlight, keyColumns, TRIPS_AFTER } from '../webhook-endpoints/endpoint-health.ts';
import { findDue } from '../writes/find-due.ts';

/** An endpoint that may have due deliveries. */
export interface DueEndpoint extends EndpointKey {
  /** Its pending deliveries are to fail instead of being attempted. */
  readonly isDisabled: boolean;
  /** Since when it is due, in ISO 8601: endpoints are looked at in this order. */
  readonly dueAt: string;
}

/**
 * Remaining capacity of endpoint `e` with health `h`, in attempts; `$3` is now. While it rests, only one manually requested attempt
 * runs at a time, besides earlier ones.
 */
export const capacitySql = `
  (case when h.failures >= ${TRIPS_AFTER} or h.resting_until > $3::timestamptz then 1
    else coalesce(h.in_flight_max, ${inFlight.fewest}) end - (
    select count(*) from pending_deliveries l
    where l.merchant_id = e.merchant_id and l.merchant_id = any($1::text[]) and l.endpoint_id = e.endpoint_id
      and l.lease is not null and l.leased_until > $3::timestamptz
      and (l.urgent or h.resting_until is null or h.resting_until <= $3::timestamptz)))::int`;

/** The place of an endpoint among the due ones. */
export type DuePlace = Pick<DueEndpoint, 'dueAt' | 'merchantId' | 'endpointId'>;

/** Sorts before every endpoint. */
export const beforeAll: DuePlace = Object.freeze({ dueAt: '-infinity', merchantId: '', endpointId: '' });

/**
 * Reads the index of due times only as far as the limit: not resting endpoints, nor endpoints whose next
 * delivery is a retry in an hour.
 */
const text = (isOfSome: () => string) => `
  select merchant_id as "merchantId", endpoint_id as "endpointId", stopped_at is not null as "isDisabled",
         due_at::text as "dueAt"
  from webhook_endpoint_states
  where due_at <= $1::timestamptz and (due_at, merchant_id, endpoint_id) > ($2::timestamptz, $3, $4)
    and ${isOfSome()}
  order by due_at, merchant_id, endpoint_id limit $5::int`;

/**
 * Finds up to `limit` endpoints that are due at a moment, the longest due first, from behind `after`. One with as many
 * attempts in flight as it may have, or whose deliveries were taken by another process, is among them.
 */
export async function findDueEndpoints(
  ctx: Context,
  at: Date,
  after: DuePlace,
  limit: number,
): Promise<DueEndpoint[]> {
  const values = [at.toISOString(), after.dueAt, after.merchantId, after.endpointId, limit];
  const found = await findDue<DueEndpoint>(ctx.rows, { text, values, reads: ['webhook_endpoint_states'] });
  // In order, unless a cluster was asked node by node.
  return found.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : Number(a.dueAt > b.dueAt))).slice(0, limit);
}

/** Sets endpoints' next due time, after their due deliveries were leased. */
export async function settleEndpoints(
  ctx: Context,
  rows: RowSource,
  endpoints: readonly EndpointKey[],
): Promise<void> {
  if (endpoints.length === 0) return;
  const values = [...keyColumns(endpoints), ctx.ports.now().toISOString(), TRIPS_AFTER];
  const touches = { reads: ['pending_deliveries'], writes: ['webhook_endpoint_states'] };
  const settle = 'select settle_webhook_endpoints($1::text[], $2::text[], $3::timestamptz, $4::int)';
  await rows.query({ text: settle, values, touches }, null);
}
