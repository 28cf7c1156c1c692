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
  /** What the attempt says about how many the endpoint can take at once; null if nothing. */
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

/**
 * One statement, which does nothing unless the lease is still held: it records the outcome, notifies live
 * dashboards, brings forward the next delivery of the same object, which may have been deferred, and changes how many
 * attempts the endpoint may have in flight: more only while others are due, so that most attempts write no endpoint.
 */
const text = `
  with ended as (
    delete from pending_deliveries
    where $4 <> 'pending' and merchant_id = $1 and delivery_id = $2 and lease = $3 returning 1
  ), kept as (
    update pending_deliveries set lease = null, leased_until = null, next_attempt_at = $9::timestamptz,
      attempt_count = attempt_count + jsonb_array_length($5::jsonb), urgent = urgent and $5::jsonb = '[]'
    where $4 = 'pending' and merchant_id = $1 and delivery_id = $2 and lease = $3 returning 1
  ), recorded as (
    update webhook_deliveries set status = $4, attempts = attempts || $5::jsonb,
      attempt_count = attempt_count + jsonb_array_length($5::jsonb),
      status_code = case $5::jsonb when '[]' then status_code else $6::int end, error_message = $7,
      urgent = urgent and $5::jsonb = '[]', url = coalesce($8::bytea, url), next_attempt_at = $9::timestamptz,
      completed_at = case when $4 <> 'pending' then $10::timestamptz end
    where merchant_id = $1 and delivery_id = $2 and event_id = $11
      and (exists (select from ended) or exists (select from kept))
    returning merchant_id, endpoint_id, delivery_id, object_id, event_sequence, status, redelivery
  ), live_updates as (
    insert into updates (merchant_id, object_type, object_id, recorded_at)
    select merchant_id, 'webhook_delivery', delivery_id, $10::timestamptz from recorded
  ), next as (
    select n.delivery_id from recorded r cross join lateral (
      select n.delivery_id from pending_deliveries n
      where n.merchant_id = r.merchant_id and n.object_id = r.object_id and n.endpoint_id = r.endpoint_id
        and not n.redelivery and n.event_sequence > r.event_sequence
      order by n.event_sequence limit 1) n
    where r.status <> 'pending' and not r.redelivery
  ), brought_forward as (
    update pending_deliveries d set next_attempt_at = $10::timestamptz from next n
    where d.merchant_id = $1 and d.delivery_id = n.delivery_id
      and d.next_attempt_at > $10::timestamptz
  ), paced as (
    update webhook_endpoint_states h set in_flight_max = case $12::text when 'more' then h.in_flight_max + 1
      else greatest(h.in_flight_max / 2, ${inFlight.fewest}) end
    from recorded r
    where h.merchant_id = r.merchant_id and h.endpoint_id = r.endpoint_id
      and case $12::text when 'more' then h.in_flight_max < ${inFlight.most} and h.due_at <= $10::timestamptz
        when 'fewer' then h.in_flight_max > ${inFlight.fewest} end
  )
  select h.failures > 0 as has_failures, h.resting_until > $10::timestamptz as is_resting from recorded r
  left join webhook_endpoint_states h on h.merchant_id = r.merchant_id and h.endpoint_id = r.endpoint_id`;

/** Records the outcome of a leased delivery and releases its lease. */
export async function recordAttempt(
  ctx: Context,
  { deliveryId, eventId, lease, merchantId }: LeasedDelivery,
  { attempt, errorMessage, nextAttemptAt, pace, status, url }: DeliveryOutcome,
): Promise<RecordResult> {
  const aad = { table: 'webhook_deliveries', column: 'url', key: [merchantId, deliveryId] };
  const values = [
    merchantId,
    deliveryId,
    lease,
    status,
    JSON.stringify(attempt === null ? [] : [attempt]),
    attempt?.status_code ?? null,
    errorMessage,
    url === null ? null : ctx.ports.encryption.encrypt(url, aad),
    nextAttemptAt?.toISOString() ?? null,
    ctx.ports.now().toISOString(),
    eventId,
    pace,
  ];
  const [row] = await ctx.rows.query<{ has_failures: boolean | null; is_resting: boolean | null }>(
    { text, values, touches: { writes: ['pending_deliveries', 'webhook_deliveries', 'updates', 'webhook_endpoint_states'] } },
    merchantId,
  );
  if (row) ctx.ports.notify({ merchantIds: new Set([merchantId]), deliveries: false });
  return {
    heldLease: row !== undefined,
    hasFailures: row?.has_failures === true,
    isResting: row?.is_resting === true,
  };
}
