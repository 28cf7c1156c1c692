import { Event } from '../entities/event.ts';
import { WebhookDelivery } from '../entities/webhook-delivery.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { type Row, readOne } from '../reads/index.ts';
import { requireEndpoint } from '../webhook-endpoints/require-endpoint.ts';
import { inTransaction } from '../writes/transactions.ts';
import type { WebhookRedelivery } from './webhook-redelivery.ts';

/**
 * Delivers an event again, to the endpoint that its profile has now: the same text under the same `webhook-id`,
 * as a delivery of its own that is due at once, neither waiting for others of its object nor holding them up.
 * A switch that is off does not keep it back, as somebody asks for this very event.
 *
 * While such a delivery is still to be made, asking again makes that one due at once instead of adding another:
 * whoever has mended an endpoint need not wait for its next try.
 *
 * @returns The delivery's identifier.
 * @throws {Problem} `missing_parameter` or `parameters_exclusive` unless exactly one of the two is named;
 * `resource_not_found`, also for an event that is no longer kept; `unexpected_state` without an endpoint.
 */
export function redeliverWebhook(ctx: Context, asked: WebhookRedelivery): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { merchant_id: merchantId, event_id: eventId, profile_id: profileId } = await eventNamed(tx, asked);
    await requireEndpoint(tx, merchantId as string, (profileId as string | undefined) ?? null);
    return queueAgain(tx, merchantId as string, eventId as string);
  });
}

/** The event that is named, or whose delivery is. Both identifiers are the service's own, so they are unique. */
async function eventNamed(tx: WritingContext, asked: WebhookRedelivery): Promise<Row> {
  const { event_id: eventId = null, delivery_id: deliveryId = null } = asked;
  if (eventId !== null && deliveryId !== null) {
    throw new Problem('parameters_exclusive', 'Give event_id or delivery_id, not both.', {
      param: 'delivery_id',
    });
  }
  const named = (target: typeof Event | typeof WebhookDelivery, id: string) =>
    readOne(tx, target, id, ['event_id', 'profile_id']);
  if (eventId !== null) {
    const event = await named(Event, eventId);
    if (!event) throw notFound('event', 'event_id');
    return event;
  }
  if (deliveryId === null) {
    throw new Problem('missing_parameter', 'event_id or delivery_id is required.', { param: 'event_id' });
  }
  const delivery = await named(WebhookDelivery, deliveryId);
  if (!delivery) throw notFound('webhook delivery', 'delivery_id');
  return delivery;
}

// The index that the conflict is found by has at most one row an event, so two who ask at once get the same one.
const text = `
  insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, payment_id, profile_id,
                                  status, redelivery, next_attempt_at, created_at, event_sequence)
  select merchant_id, $3, event_id, event_type, object_id, payment_id, profile_id, 'pending', true, $4::timestamptz,
         $4::timestamptz, sequence
  from events where merchant_id = $1 and event_id = $2
  on conflict (merchant_id, event_id) where status = 'pending' and redelivery
    do update set next_attempt_at = excluded.next_attempt_at
  returning delivery_id`;

async function queueAgain(tx: WritingContext, merchantId: string, eventId: string): Promise<string> {
  const values = [merchantId, eventId, tx.ids.make('whd'), tx.now().toISOString()];
  const [row] = await tx.rows.query({ text, values }, tx.merchantId);
  if (!row) throw notFound('event', 'event_id');
  const deliveryId = row.delivery_id as string;
  tx.transaction.outbox.queuedDeliveries.push({ merchantId, deliveryId });
  return deliveryId;
}
