import { AdminKey } from '../../entities/admin-key.ts';
import { ApiKey } from '../../entities/api-key.ts';
import { Dispute } from '../../entities/dispute.ts';
import { DisputeAnswer } from '../../entities/dispute-answer.ts';
import { MerchantAccount } from '../../entities/merchant-account.ts';
import { Operator } from '../../entities/operator.ts';
import { Refund } from '../../entities/refund.ts';
import { TeamMember } from '../../entities/team-member.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { ChangeNotification } from '../../foundation/ports/change-notification.ts';
import type { NewEvent, QueuedDelivery } from '../../foundation/transaction.ts';
import { EVERY_MERCHANT, isSettings, settingsOwner } from '../../reads/index.ts';
import { eventsForTransitions } from './events.ts';

/** The kinds of object that live dashboards can subscribe to. */
export type LiveObjectType = 'payment' | 'refund' | 'dispute' | 'payout' | 'webhook_delivery';

interface ChangedObject {
  readonly merchantId: string;
  readonly type: LiveObjectType;
  readonly id: string;
}

/**
 * Has a transaction's outbox written with its commit: its events, their deliveries, and the updates for live
 * dashboards.
 *
 * @returns The notification to send once it has committed.
 */
export async function writeOutbox(tx: WritingContext): Promise<ChangeNotification> {
  const { changed, outbox } = tx.transaction;
  const events = [...outbox.events, ...(await eventsForTransitions(tx))];
  const deliveries = [
    ...outbox.queuedDeliveries,
    ...events.flatMap((event) =>
      event.deliveries.map(({ deliveryId }) => ({ merchantId: event.merchantId, deliveryId })),
    ),
  ];
  const updates = changedObjects(changed, deliveries);
  if (events.length > 0 || updates.length > 0) insertRows(tx, events, updates);
  return {
    merchantIds: new Set(updates.map(({ merchantId }) => merchantId)),
    deliveries: deliveries.length > 0,
    ...keyHoldersOf(changed),
    ...settingsChangedIn(changed),
  };
}

/** The merchants whose accounts, API keys or people a transaction changed; `*` for administrators. */
function keyHoldersOf(changed: Iterable<object>): Pick<ChangeNotification, 'keyHolders'> {
  const holders = [...changed].flatMap((entity) => {
    if (entity instanceof AdminKey || entity instanceof Operator) return [EVERY_MERCHANT];
    const isHeld =
      entity instanceof ApiKey || entity instanceof MerchantAccount || entity instanceof TeamMember;
    return isHeld ? [entity.merchant_id] : [];
  });
  return holders.length > 0 ? { keyHolders: new Set(holders) } : {};
}

/** The merchants whose settings a transaction changed. */
function settingsChangedIn(changed: Iterable<object>): Pick<ChangeNotification, 'settingsOf'> {
  const owners = [...changed].filter(isSettings).map(settingsOwner);
  return owners.length > 0 ? { settingsOf: new Set(owners) } : {};
}

/** The objects that a transaction changed, each once. */
function changedObjects(entities: Iterable<object>, deliveries: readonly QueuedDelivery[]): ChangedObject[] {
  const objects: ChangedObject[] = [
    ...[...entities].flatMap(liveObjectsOf),
    ...deliveries.map(
      ({ merchantId, deliveryId: id }) => ({ merchantId, type: 'webhook_delivery', id }) as const,
    ),
  ];
  return [...new Map(objects.map((object) => [JSON.stringify(object), object])).values()];
}

type Ids = { merchant_id: string; payment_id?: string | null; payout_id?: string | null };

/** The payment or payout that an entity is or belongs to, if any; of a refund or dispute, that one too. */
function liveObjectsOf(entity: object): ChangedObject[] {
  const { merchant_id: merchantId, payment_id: paymentId, payout_id: payoutId } = entity as Ids;
  const objects: ChangedObject[] = [];
  if (entity instanceof Refund) objects.push({ merchantId, type: 'refund', id: entity.refund_id });
  if (entity instanceof Dispute || entity instanceof DisputeAnswer) {
    objects.push({ merchantId, type: 'dispute', id: entity.dispute_id });
  }
  if (paymentId) objects.push({ merchantId, type: 'payment', id: paymentId });
  else if (payoutId) objects.push({ merchantId, type: 'payout', id: payoutId });
  return objects;
}

// On a cluster, rows that are inserted from a SELECT without RETURNING are copied, which row-level security refuses.
const text = `
  with new_events as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                         $9::text[], $10::boolean[], $11::timestamptz[])
      with ordinality as e(merchant_id, event_id, event_type, object_type, object_id, payment_id, payout_id, profile_id,
                           body, test, created_at, place)
  ), inserted_events as (
    insert into events (merchant_id, event_id, event_type, object_type, object_id, payment_id, payout_id, profile_id,
                        body, test, created_at, traceparent, request_id)
    select merchant_id, event_id, event_type, object_type, object_id, payment_id, payout_id, profile_id, body, test,
           created_at, $12, $13
    from new_events order by place
    returning event_id, sequence
  ), queued_deliveries as (
    insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, payment_id, profile_id,
                                    endpoint_id, status, next_attempt_at, created_at, event_sequence, urgent)
    select n.merchant_id, d.delivery_id, n.event_id, n.event_type, n.object_id, n.payment_id, n.profile_id,
           d.endpoint_id, 'pending', n.created_at, n.created_at, i.sequence, n.test
    from unnest($14::text[], $15::text[], $16::text[]) d(event_id, delivery_id, endpoint_id)
    join new_events n using (event_id) join inserted_events i using (event_id)
    returning 1
  )
  insert into updates (merchant_id, object_type, object_id, recorded_at)
  select merchant_id, object_type, object_id, $20::timestamptz
  from unnest($17::text[], $18::text[], $19::text[]) as u(merchant_id, object_type, object_id)
  returning 1`;

/** The properties behind the parameters $1 to $9, $14 to $16 and $17 to $19. */
const eventColumns = [
  'merchantId',
  'eventId',
  'type',
  'objectType',
  'objectId',
  'paymentId',
  'payoutId',
  'profileId',
  'body',
] as const;
const deliveryColumns = ['eventId', 'deliveryId', 'endpointId'] as const;
const updateColumns = ['merchantId', 'type', 'id'] as const;

/** Inserts events in order, their deliveries, due at once, and updates, all with the pending writes. */
function insertRows(
  tx: WritingContext,
  events: readonly NewEvent[],
  updates: readonly ChangedObject[],
): void {
  const deliveries = events.flatMap(({ deliveries: queued, eventId }) =>
    queued.map((delivery) => ({ eventId, ...delivery })),
  );
  const values = [
    ...eventColumns.map((name) => events.map((event) => event[name])),
    events.map((event) => event.test ?? false),
    events.map((event) => event.at.toISOString()),
    tx.ports.traceparent(),
    tx.requestId,
    ...deliveryColumns.map((name) => deliveries.map((delivery) => delivery[name])),
    ...updateColumns.map((name) => updates.map((update) => update[name])),
    tx.ports.now().toISOString(),
  ];
  tx.transaction.writes.sendLast({
    text,
    values,
    touches: { writes: ['events', 'webhook_deliveries', 'updates'] },
  });
}
