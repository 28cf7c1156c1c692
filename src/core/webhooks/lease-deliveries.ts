import type { Context } from '../foundation/context.ts';
import { unpackText } from '../foundation/packed-text.ts';
import type { RowSource } from '../reads/index.ts';
import {
  type EndpointKey,
  inFlight,
  keyColumns,
  keyText,
  type OwnedEndpointKey,
} from '../webhook-endpoints/endpoint-health.ts';
import { capacitySql, settleEndpoints } from './due-endpoints.ts';

/** A delivery that only this process may attempt until its lease expires. */
export interface LeasedDelivery extends OwnedEndpointKey {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The event's body, byte for byte. */
  readonly body: string;
  /** The number of the next attempt. An attempt that was started but never recorded does not count. */
  readonly attemptNumber: number;
  /** A person asked for it, so it is attempted even while the endpoint rests. */
  readonly isUrgent: boolean;
  readonly lease: string;
  /** The W3C traceparent of the event's cause. */
  readonly traceparent: string | null;
}

export interface LeaseRequest {
  readonly endpoints: readonly EndpointKey[];
  readonly limit: number;
  /** Must exceed the time-out of an attempt. */
  readonly leaseMs: number;
  /** Endpoints whose next due time is set as well, unless another process is leasing from them; none if omitted. */
  readonly settled?: readonly EndpointKey[];
}

export interface LeaseResult {
  readonly deliveries: readonly LeasedDelivery[];
  /** How many blocked deliveries were deferred, which lets the next scan see those behind them. */
  readonly deferred: number;
  /** Whether an endpoint was skipped because another process was leasing from it. */
  readonly isContested: boolean;
}

/** How many due deliveries of an endpoint are considered. */
const WINDOW = inFlight.most;
/** How long a blocked delivery is deferred, unless its blocker completes sooner. */
const DEFER_MS = 10 * 60_000;

const candidateColumns = `d.merchant_id, d.endpoint_id, d.delivery_id, d.object_id, d.event_sequence, d.redelivery,
        d.lease, d.next_attempt_at`;
const isDueSql = `d.merchant_id = e.merchant_id and d.merchant_id = any($1::text[]) and d.endpoint_id = e.endpoint_id
         and d.next_attempt_at <= $3::timestamptz and (d.lease is null or d.leased_until <= $3::timestamptz)`;

/**
 * Leases the queued deliveries of endpoints that may be attempted now:
 *
 * 1. `candidates`: the first due deliveries of each enabled endpoint with capacity; of a resting endpoint, the first
 *    manually requested one.
 * 2. Blockers: events of one object are delivered in order, so a candidate is blocked by the latest earlier
 *    delivery of the same object that is still pending. Redeliveries neither block nor are blocked.
 * 3. Capacity: `leased` takes unblocked candidates up to each endpoint's capacity and the request's limit,
 *    round-robin over the endpoints.
 * 4. Deferral: where fewer are ready than there is capacity, `deferred` postpones the blocked candidates, so that
 *    the next scan sees the deliveries behind them; `recordAttempts` brings one forward when its blocker completes. A
 *    candidate whose blocker is leased stays, as that may complete at any moment.
 */
const text = `
  with e as materialized (
    select e.merchant_id, e.endpoint_id, coalesce(h.resting_until > $3::timestamptz, false) as is_resting,
           ${capacitySql} as capacity
    from unnest($1::text[], $2::text[]) as e(merchant_id, endpoint_id)
    left join webhook_endpoint_states h
      on h.merchant_id = e.merchant_id and h.endpoint_id = e.endpoint_id and h.merchant_id = any($1::text[])
    where h.stopped_at is null
  ), candidates as materialized (
    select d.*, e.capacity, blocker.found is not null as is_blocked, blocker.lease as blocker_lease,
           blocker.next_attempt_at as blocker_due_at
    from e cross join lateral (
      (select ${candidateColumns} from pending_deliveries d
       where not e.is_resting and ${isDueSql}
       order by d.next_attempt_at, d.event_sequence limit ${WINDOW})
      union all
      (select ${candidateColumns} from pending_deliveries d
       where e.is_resting and d.urgent and ${isDueSql}
       order by d.next_attempt_at limit 1)
    ) d left join lateral (
      select true as found, b.lease, b.next_attempt_at from pending_deliveries b
      where not d.redelivery and b.merchant_id = d.merchant_id and b.merchant_id = any($1::text[]) and b.object_id = d.object_id
        and b.endpoint_id = d.endpoint_id and not b.redelivery
        and b.event_sequence < d.event_sequence
      order by b.event_sequence desc limit 1
    ) blocker on true
    where e.capacity > 0
  ), ranked as (
    select *, row_number() over (partition by merchant_id, endpoint_id, is_blocked
                                 order by next_attempt_at, event_sequence) as rank,
           count(*) filter (where not is_blocked) over (partition by merchant_id, endpoint_id) as ready
    from candidates
  ), chosen as materialized (
    select * from ranked where not is_blocked and rank <= capacity
    order by rank, merchant_id, endpoint_id limit $6::int
  ), leased as (
    update pending_deliveries d
    set lease = $4, leased_until = $5::timestamptz, next_attempt_at = $5::timestamptz
    from chosen r
    where d.merchant_id = r.merchant_id and d.merchant_id = any($1::text[]) and d.delivery_id = r.delivery_id
      and d.delivery_id = any(array(select delivery_id from chosen)) and d.lease is not distinct from r.lease
    returning d.merchant_id, d.endpoint_id, d.profile_id, d.delivery_id, d.event_id, d.event_type, d.attempt_count,
              d.urgent
  ), postponed as materialized (
    select * from ranked where is_blocked and blocker_lease is null and ready < capacity
  ), deferred as (
    update pending_deliveries d set next_attempt_at = greatest(r.blocker_due_at, $7::timestamptz)
    from postponed r
    where d.merchant_id = r.merchant_id and d.merchant_id = any($1::text[]) and d.delivery_id = r.delivery_id
      and d.delivery_id = any(array(select delivery_id from postponed)) and d.lease is null
    returning 1
  )
  select l.*, v.body, v.traceparent, d.deferred
  from (select count(*) as deferred from deferred) d
  left join leased l on true
  left join events v
    on v.merchant_id = l.merchant_id and v.merchant_id = any($1::text[]) and v.event_id = l.event_id`;

/** A leased delivery with the count of deferred ones; only the count if none was leased. */
interface LeasedRow {
  readonly deferred: string;
  readonly merchant_id: string;
  readonly endpoint_id: string;
  readonly profile_id: string;
  readonly delivery_id: string | null;
  readonly event_id: string;
  readonly event_type: string;
  readonly attempt_count: number;
  readonly urgent: boolean;
  readonly body: string;
  readonly traceparent: string | null;
}

/**
 * Leases due deliveries of these endpoints, and settles endpoints. Events of one object are leased one at a time, in
 * order, and no endpoint gets more concurrent attempts than its capacity.
 *
 * Settling does not wait for the disk, so neither does the commit of the leases: after a crash of the database the latest
 * may be gone, and their deliveries are sent once more.
 */
export async function leaseDeliveries(ctx: Context, request: LeaseRequest): Promise<LeaseResult> {
  const { endpoints, limit, settled = [] } = request;
  if (limit <= 0) return { deliveries: [], deferred: 0, isContested: false };
  return ctx.transact(null, async ({ rows }) => {
    const locked = endpoints.length > 0 ? await lockEndpoints(rows, endpoints) : [];
    const leased =
      locked.length > 0 ? await leaseLocked(ctx, rows, locked, request) : { deliveries: [], deferred: 0 };
    const taken = new Set(locked.map(keyText));
    const contested = new Set(endpoints.map(keyText).filter((key) => !taken.has(key)));
    await settleEndpoints(
      ctx,
      rows,
      settled.filter((endpoint) => !contested.has(keyText(endpoint))),
    );
    return { ...leased, isContested: contested.size > 0 };
  });
}

/** Leases from endpoints that the transaction has locked. */
async function leaseLocked(
  ctx: Context,
  rows: RowSource,
  locked: readonly EndpointKey[],
  { leaseMs, limit }: LeaseRequest,
): Promise<Omit<LeaseResult, 'isContested'>> {
  const now = ctx.ports.now().getTime();
  const lease = Buffer.from(ctx.ports.randomBytes(12)).toString('base64url');
  const values = [
    ...keyColumns(locked),
    new Date(now).toISOString(),
    lease,
    new Date(now + leaseMs).toISOString(),
    limit,
    new Date(now + DEFER_MS).toISOString(),
  ];
  const touches = { reads: ['webhook_endpoint_states', 'events'], writes: ['pending_deliveries'] };
  const found = await rows.query<LeasedRow>({ text, values, touches }, null);
  const deliveries = found.flatMap((row) => (row.delivery_id === null ? [] : [leasedDelivery(row, lease)]));
  return { deliveries, deferred: Number(found[0]?.deferred) };
}

const leasedDelivery = (row: LeasedRow, lease: string): LeasedDelivery => ({
  merchantId: row.merchant_id,
  endpointId: row.endpoint_id,
  profileId: row.profile_id,
  deliveryId: row.delivery_id!,
  eventId: row.event_id,
  eventType: row.event_type,
  body: unpackText(row.body),
  attemptNumber: row.attempt_count + 1,
  isUrgent: row.urgent,
  lease,
  traceparent: row.traceparent,
});

/** The first key of our advisory locks, which separates them from any others. */
const LOCK_CLASS = 870_241;

const lockSql = `
  select merchant_id as "merchantId", endpoint_id as "endpointId"
  from unnest($1::text[], $2::text[]) as e(merchant_id, endpoint_id)
  where pg_try_advisory_xact_lock(${LOCK_CLASS}, hashtext(merchant_id || '/' || endpoint_id))`;

/**
 * Locks endpoints until the transaction ends, so that one process at a time leases from each and sees what the
 * previous one leased.
 *
 * @returns The endpoints that no other process had locked.
 */
export function lockEndpoints(rows: RowSource, endpoints: readonly EndpointKey[]): Promise<EndpointKey[]> {
  return rows.query<EndpointKey>({ text: lockSql, values: keyColumns(endpoints), touches: {} }, null);
}

const releaseSql = `
  update pending_deliveries set lease = null, leased_until = null, next_attempt_at = $4::timestamptz
  where merchant_id = $1 and delivery_id = $2 and lease = $3`;

/** Releases the lease of a delivery that was not attempted, so that another process can lease it at once. */
export async function releaseLease(ctx: Context, delivery: LeasedDelivery): Promise<void> {
  const { deliveryId, lease, merchantId } = delivery;
  const values = [merchantId, deliveryId, lease, ctx.ports.now().toISOString()];
  await ctx.rows.query({ text: releaseSql, values, touches: { writes: ['pending_deliveries'] } }, merchantId);
}
