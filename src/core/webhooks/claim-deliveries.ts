import type { Context } from '../foundation/context.ts';
import type { RowSource } from '../reads/index.ts';
import type { EndpointKey } from '../webhook-endpoints/endpoint-health.ts';
import { roomSql } from './due-endpoints.ts';
import { lockEndpoints } from './endpoint-turn.ts';

/** A delivery that is this process's to try, for as long as its lease holds. */
export interface ClaimedDelivery extends EndpointKey {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The event's, byte for byte. */
  readonly body: string;
  /** The number of the try to come. One that was begun and never recorded does not count. */
  readonly attemptNumber: number;
  readonly lease: string;
}

export interface ClaimRequest {
  readonly endpoints: readonly EndpointKey[];
  readonly limit: number;
  /** How long the claim holds. It is longer than a try may take. */
  readonly leaseMs: number;
}

export interface DeliveryLease {
  readonly deliveries: readonly ClaimedDelivery[];
  /** How many were set aside, so that another look sees what is behind them. */
  readonly setAside: number;
  /** Whether somebody else is claiming at one of the endpoints, which therefore was left out. */
  readonly isContested: boolean;
}

/** How many of an endpoint's due deliveries are looked at. Those of an object wait for one another. */
const WINDOW = 32;
/** For how long a delivery that waits for another is set aside, unless that is over sooner. */
const SET_ASIDE_MS = 10 * 60_000;

/**
 * Of each endpoint those due first, and of each the one that it has to wait for, if any. Of those that need
 * not wait as many are claimed as there is room for. Where fewer are found, the others are set aside, so that
 * the next look sees what is behind them; they come forward when the one before them is over. One that waits
 * for a delivery under way stays, as that may be over at any moment.
 */
const text = `
  with e as (
    select e.merchant_id, e.profile_id, ${roomSql} as room
    from unnest($1::text[], $2::text[]) as e(merchant_id, profile_id)
    left join webhook_endpoints h on h.merchant_id = e.merchant_id and h.profile_id = e.profile_id
    where h.stopped_at is null and (h.resting_until is null or h.resting_until <= $3::timestamptz)
  ), due as materialized (
    select d.*, e.room, before.waits is not null as waits, before.lease as lease_before,
           before.next_attempt_at as before_at
    from e cross join lateral (
      select d.merchant_id, d.profile_id, d.delivery_id, d.object_id, d.event_sequence, d.redelivery, d.lease,
             d.next_attempt_at
      from webhook_deliveries d
      where d.merchant_id = e.merchant_id and d.profile_id = e.profile_id and d.status = 'pending'
        and d.next_attempt_at <= $3::timestamptz and (d.lease is null or d.leased_until <= $3::timestamptz)
      order by d.next_attempt_at, d.event_sequence limit ${WINDOW}
    ) d left join lateral (
      select true as waits, b.lease, b.next_attempt_at from webhook_deliveries b
      where not d.redelivery and b.merchant_id = d.merchant_id and b.object_id = d.object_id
        and b.profile_id = d.profile_id and b.status = 'pending' and not b.redelivery
        and b.event_sequence < d.event_sequence
      order by b.event_sequence desc limit 1
    ) before on true
    where e.room > 0
  ), placed as (
    select *, row_number() over (partition by merchant_id, profile_id, waits
                                 order by next_attempt_at, event_sequence) as place,
           count(*) filter (where not waits) over (partition by merchant_id, profile_id) as ready
    from due
  ), claimed as (
    update webhook_deliveries d
    set lease = $4, leased_until = $5::timestamptz, next_attempt_at = $5::timestamptz
    from (select * from placed where not waits and place <= room order by place, merchant_id, profile_id limit $6::int) p
    where d.merchant_id = p.merchant_id and d.delivery_id = p.delivery_id and d.status = 'pending'
      and d.lease is not distinct from p.lease
    returning d.merchant_id, d.profile_id, d.delivery_id, d.event_id, d.event_type, d.attempt_count
  ), set_aside as (
    update webhook_deliveries d set next_attempt_at = greatest(p.before_at, $7::timestamptz)
    from placed p
    where p.waits and p.lease_before is null and p.ready < p.room
      and d.merchant_id = p.merchant_id and d.delivery_id = p.delivery_id and d.status = 'pending'
      and d.lease is null
    returning 1
  )
  select c.*, v.body, a.set_aside
  from (select count(*) as set_aside from set_aside) a
  left join claimed c on true
  left join events v on v.merchant_id = c.merchant_id and v.event_id = c.event_id`;

/**
 * Claims deliveries of these endpoints that are due: the first of each object, so that a merchant hears of it in
 * order; redeliveries besides. No endpoint gets more tries at once than it may have.
 */
export async function claimDeliveries(ctx: Context, request: ClaimRequest): Promise<DeliveryLease> {
  const { endpoints, limit } = request;
  if (endpoints.length === 0 || limit <= 0) return { deliveries: [], setAside: 0, isContested: false };
  return ctx.transact(null, async ({ rows }) => {
    const taken = await lockEndpoints(rows, endpoints);
    const isContested = taken.length < endpoints.length;
    if (taken.length === 0) return { deliveries: [], setAside: 0, isContested };
    return { ...(await claimFrom(ctx, rows, { ...request, endpoints: taken })), isContested };
  });
}

async function claimFrom(
  ctx: Context,
  rows: RowSource,
  request: ClaimRequest,
): Promise<Omit<DeliveryLease, 'isContested'>> {
  const { endpoints, leaseMs, limit } = request;
  const now = ctx.now().getTime();
  const lease = Buffer.from(ctx.randomBytes(12)).toString('base64url');
  const values = [
    endpoints.map(({ merchantId }) => merchantId),
    endpoints.map(({ profileId }) => profileId),
    new Date(now).toISOString(),
    lease,
    new Date(now + leaseMs).toISOString(),
    limit,
    new Date(now + SET_ASIDE_MS).toISOString(),
  ];
  const found = await rows.query({ text, values }, null);
  const claimed = found.filter((row) => row.delivery_id !== null);
  return {
    deliveries: claimed.map((row) => ({
      merchantId: row.merchant_id as string,
      profileId: row.profile_id as string,
      deliveryId: row.delivery_id as string,
      eventId: row.event_id as string,
      eventType: row.event_type as string,
      body: row.body as string,
      attemptNumber: Number(row.attempt_count) + 1,
      lease,
    })),
    setAside: Number(found[0]?.set_aside),
  };
}

const back = `
  update webhook_deliveries set lease = null, leased_until = null, next_attempt_at = $4::timestamptz
  where merchant_id = $1 and delivery_id = $2 and lease = $3`;

/** Gives a claim back that nothing came of, so that somebody else need not wait for it to run out. */
export async function giveBack(ctx: Context, claimed: ClaimedDelivery): Promise<void> {
  const { deliveryId, lease, merchantId } = claimed;
  const values = [merchantId, deliveryId, lease, ctx.now().toISOString()];
  await ctx.rows.query({ text: back, values }, merchantId);
}
