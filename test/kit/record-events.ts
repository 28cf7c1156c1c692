import { objectClassOf } from '../../src/core/entities/event-objects.ts';
import { type EventTypeValue, objectOf } from '../../src/core/entities/event-types.ts';
import type { NewEvent } from '../../src/core/foundation/transaction.ts';
import { resourceOf } from '../../src/core/model/index.ts';
import type { Row } from '../../src/core/reads/index.ts';
import { sampleEventObject } from '../../src/core/webhooks/sample-object.ts';
import { eventBody } from '../../src/core/writes/outbox/events.ts';
import { inTransaction } from '../../src/core/writes/transactions.ts';
import type { TestService } from './service.ts';

/** An event to record for a payment or payout; `payment_succeeded` by default. */
export interface SeededEvent {
  readonly merchantId: string;
  readonly profileId: string;
  readonly objectId: string;
  readonly type?: EventTypeValue;
}

/**
 * Records events and one webhook delivery for each through the outbox, as a command does.
 *
 * @returns the events' identifiers, in the given order.
 */
export async function recordEvents(
  service: Pick<TestService, 'contextFor'>,
  seeded: readonly SeededEvent[],
): Promise<string[]> {
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const at = ctx.ports.now();
  const events = seeded.map(({ merchantId, objectId, profileId, type = 'payment_succeeded' }): NewEvent => {
    const eventId = ctx.ports.ids.make('evt');
    const isPayout = objectOf(type) === 'payout';
    const { id } = resourceOf(objectClassOf(type));
    const owner = { merchant_id: merchantId, profile_id: profileId, [id]: objectId };
    const object = Object.fromEntries(
      Object.entries(sampleEventObject(type)).map(([name, value]) => [
        name,
        name in owner ? owner[name as keyof typeof owner] : value,
      ]),
    );
    return {
      merchantId,
      eventId,
      type,
      objectType: objectOf(type),
      objectId,
      paymentId: isPayout ? null : objectId,
      payoutId: isPayout ? objectId : null,
      profileId,
      body: eventBody({ eventId, type, merchantId, at, object }),
      at,
      deliveries: [{ deliveryId: ctx.ports.ids.make('whd'), endpointId: profileId }],
    };
  });
  await inTransaction(ctx, async (tx) => void tx.transaction.outbox.events.push(...events));
  return events.map(({ eventId }) => eventId);
}

/** The webhook deliveries of events, in the order the events were recorded. */
export async function deliveriesOf(
  { database }: Pick<TestService, 'database'>,
  eventIds: readonly string[],
): Promise<Row[]> {
  const text = `
    select d.*, q.lease, q.leased_until, coalesce(q.next_attempt_at, d.next_attempt_at) as next_attempt_at
    from webhook_deliveries d join events e using (merchant_id, event_id)
    left join pending_deliveries q using (merchant_id, delivery_id)
    where d.event_id = any($1::text[]) order by e.sequence, d.delivery_id`;
  return database.rows.query({ text, values: [eventIds] }, null);
}
