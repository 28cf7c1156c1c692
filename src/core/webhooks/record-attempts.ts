import type { WebhookAttempt } from '../entities/webhook-attempt.ts';
import type { Context } from '../foundation/context.ts';
import { inFlight } from '../webhook-endpoints/endpoint-health.ts';
import type { LeasedDelivery } from './lease-deliveries.ts';

/** The result of working on a leased delivery. */
export interface DeliveryOutcome {
  readonly status: 'delivered' | 'failed' | 'pending';
  /** Null if the delivery failed without an attempt. */
  readonly attempt: Required<WebhookAttempt> | null;
  readonly errorMessage: string | null;
  /** Where the message was posted; null without an attempt. */
  readonly url: string | null;
  /** Set while the delivery is pending. */
  readonly nextAttemptAt: Date | null;
  /** Whether the attempt suggests more or fewer deliveries to the endpoint at once; null if neither. */
  readonly pace: 'more' | 'fewer' | null;
}

export interface RecordResult {
  /** False if the lease had expired and another process holds the delivery; nothing is recorded then. */
  readonly heldLease: boolean;
  /** Whether the endpoint's health counts failures. */
  readonly hasFailures: boolean;
  /** Whether the endpoint rests. */
  readonly isResting: boolean;
}

/** A leased delivery of an endpoint and its outcome. */
export interface Recording {
  readonly delivery: LeasedDelivery;
  readonly outcome: DeliveryOutcome;
}

/**
 * One statement, which leaves out deliveries whose lease is not held anymore: it records the outcomes, notifies live
 * dashboards, brings forward the next delivery of each object, which may have been deferred, and changes how many
 * attempts the endpoint may have in flight, as if each were recorded alone: by one more for each success, while others are
 * due, so that most attempts write no endpoint; by half for each failure. The updates are of the deliveries whose leases
 * are held before it, and not of those recorded: a cluster keeps what an INSERT takes from another part on every node. They come
 * first, as a cluster runs the parts one after the other, and each sees what those before it wrote.
 */
const text = `
  with outcomes as (
    select * from jsonb_to_recordset($3::jsonb) as o(delivery_id text, event_id text, lease text, status text, attempts jsonb,
      status_code int, error_message text, url text, next_attempt_at timestamptz, pace text)
  ), live_updates as (
    insert into updates (merchant_id, object_type, object_id, recorded_at)
    select q.merchant_id, 'webhook_delivery', q.delivery_id, $4::timestamptz from pending_deliveries q
    where q.merchant_id = $1 and q.delivery_id = any($6) and q.lease = any($7::text[])
    returning 1
  ), ended as (
    delete from pending_deliveries q using outcomes o
    where q.merchant_id = $1 and q.delivery_id = o.delivery_id and q.delivery_id = any($6) and q.lease = o.lease
      and o.status <> 'pending'
    returning q.delivery_id, q.object_id, q.event_sequence, q.redelivery
  ), kept as (
    update pending_deliveries q set lease = null, leased_until = null, next_attempt_at = o.next_attempt_at,
      attempt_count = q.attempt_count + jsonb_array_length(o.attempts), urgent = q.urgent and o.attempts = '[]'
    from outcomes o
    where q.merchant_id = $1 and q.delivery_id = o.delivery_id and q.delivery_id = any($6) and q.lease = o.lease
      and o.status = 'pending'
    returning q.delivery_id
  ), recorded as (
    update webhook_deliveries d set status = o.status, attempts = d.attempts || o.attempts,
      attempt_count = d.attempt_count + jsonb_array_length(o.attempts),
      status_code = case when o.attempts = '[]' then d.status_code else o.status_code end, error_message = o.error_message,
      urgent = d.urgent and o.attempts = '[]', url = coalesce(decode(o.url, 'hex'), d.url),
      next_attempt_at = o.next_attempt_at, completed_at = case when o.status <> 'pending' then $4::timestamptz end,
      failed_at = case when o.status = 'failed' then $4::timestamptz end
    from outcomes o
    where d.merchant_id = $1 and d.event_id = o.event_id and d.delivery_id = o.delivery_id and d.event_id = any($5::text[])
      and o.delivery_id in (select delivery_id from ended union all select delivery_id from kept)
    returning d.delivery_id, o.pace
  ), next as (
    select n.delivery_id from ended e cross join lateral (
      select n.delivery_id from pending_deliveries n
      where n.merchant_id = $1 and n.object_id = e.object_id and n.endpoint_id = $2
        and not n.redelivery and n.event_sequence > e.event_sequence
      order by n.event_sequence limit 1) n
    where not e.redelivery
  ), brought_forward as (
    update pending_deliveries d set next_attempt_at = $4::timestamptz from next n
    where d.merchant_id = $1 and d.delivery_id = n.delivery_id and d.delivery_id = any(array(select delivery_id from next))
      and d.next_attempt_at > $4::timestamptz
  ), paced as (
    update webhook_endpoint_states h set in_flight_max = case when p.fewer > 0 then greatest(h.in_flight_max >> least(p.fewer, 30), ${inFlight.fewest})
      else least(h.in_flight_max + p.more, ${inFlight.most}) end
    from (select count(*) filter (where pace = 'more')::int as more, count(*) filter (where pace = 'fewer')::int as fewer
          from recorded) p
    where h.merchant_id = $1 and h.endpoint_id = $2
      and case when p.fewer > 0 then h.in_flight_max > ${inFlight.fewest}
        else p.more > 0 and h.in_flight_max < ${inFlight.most} and h.due_at <= $4::timestamptz end
  )
  select r.delivery_id,
    (select h.failures > 0 from webhook_endpoint_states h
     where h.merchant_id = $1 and h.endpoint_id = $2) as has_failures,
    (select h.resting_until > $4::timestamptz from webhook_endpoint_states h
     where h.merchant_id = $1 and h.endpoint_id = $2) as is_resting
  from recorded r`;

interface RecordedRow {
  readonly delivery_id: string;
  readonly has_failures: boolean | null;
  readonly is_resting: boolean | null;
}

/**
 * Records the outcomes of leased deliveries of one endpoint and releases their leases.
 *
 * @returns The results, in the order of the recordings.
 */
export async function recordAttempts(
  ctx: Context,
  recordings: readonly Recording[],
): Promise<RecordResult[]> {
  const { endpointId, merchantId } = recordings[0]!.delivery;
  const values = [
    merchantId,
    endpointId,
    JSON.stringify(recordings.map((recording) => parametersOf(ctx, recording))),
    ctx.ports.now().toISOString(),
    recordings.map(({ delivery }) => delivery.eventId),
    recordings.map(({ delivery }) => delivery.deliveryId),
    recordings.map(({ delivery }) => delivery.lease),
  ];
  const writes = ['pending_deliveries', 'webhook_deliveries', 'updates', 'webhook_endpoint_states'];
  const rows = await ctx.rows.query<RecordedRow>({ text, values, touches: { writes } }, merchantId);
  if (rows.length > 0) ctx.ports.notify({ merchantIds: new Set([merchantId]), deliveries: false });
  const recorded = new Map(rows.map((row) => [row.delivery_id, row]));
  return recordings.map(({ delivery }) => {
    const row = recorded.get(delivery.deliveryId);
    return {
      heldLease: row !== undefined,
      hasFailures: row?.has_failures === true,
      isResting: row?.is_resting === true,
    };
  });
}

function parametersOf(ctx: Context, { delivery, outcome }: Recording) {
  const { deliveryId, eventId, lease, merchantId } = delivery;
  const { attempt, errorMessage, nextAttemptAt, pace, status, url } = outcome;
  const aad = { table: 'webhook_deliveries', column: 'url', key: [merchantId, deliveryId] };
  return {
    delivery_id: deliveryId,
    event_id: eventId,
    lease,
    status,
    attempts: attempt === null ? [] : [attempt],
    status_code: attempt?.status_code ?? null,
    error_message: errorMessage,
    url: url === null ? null : ctx.ports.encryption.encrypt(url, aad).toString('hex'),
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
    pace,
  };
}
