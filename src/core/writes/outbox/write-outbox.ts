import { AdminKey } from '../../entities/admin-key.ts';
import { ApiKey } from '../../entities/api-key.ts';
import { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import { Dispute } from '../../entities/dispute.ts';
import { DisputeAnswer } from '../../entities/dispute-answer.ts';
import { MerchantAccount } from '../../entities/merchant-account.ts';
import { Operator } from '../../entities/operator.ts';
import { Payout } from '../../entities/payout.ts';
import { Refund } from '../../entities/refund.ts';
import { TeamMember } from '../../entities/team-member.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { packText } from '../../foundation/packed-text.ts';
import type { ChangeNotification } from '../../foundation/ports/change-notification.ts';
import type { NewEvent, QueuedDelivery } from '../../foundation/transaction.ts';
import { EVERY_MERCHANT, isSettings, settingsOwner } from '../../reads/index.ts';
import { stampChanges, writeHistory } from '../apply-changes.ts';
import { eventsForTransitions } from './events.ts';
import { type MovingObject, reconciles } from './subscriptions.ts';

/** The kinds of object that live dashboards can subscribe to. */
export type LiveObjectType = 'payment' | 'refund' | 'dispute' | 'payout' | 'webhook_delivery';

interface ChangedObject {
  readonly merchantId: string;
  readonly type: LiveObjectType;
  readonly id: string;
}

/**
 * Adds a transaction's outbox to its commit: status changes, events, their deliveries, and updates for live dashboards.
 *
 * @returns The notification to send once it has committed.
 */
export async function writeOutbox(tx: WritingContext): Promise<ChangeNotification> {
  const { changed, outbox } = tx.transaction;
  const at = stampChanges(tx);
  writeHistory(tx, at);
  const moved = [...changed].find((entity) => moving.some((target) => entity instanceof target));
  if (moved && (await reconciles(tx, moved as MovingObject)))
    await (await import('./balance-entries.ts')).writeBalanceEntries(tx, at);
  const events = [...outbox.events, ...(await eventsForTransitions(tx, at))];
  const deliveries = [
    ...outbox.queuedDeliveries,
    ...events.flatMap((event) =>
      event.deliveries.map(({ deliveryId }) => ({ merchantId: event.merchantId, deliveryId })),
    ),
  ];
  const updates = updatesOf(changed, deliveries);
  if (events.length > 0 || updates.length > 0) insertRows(tx, events, updates);
  return {
    merchantIds: new Set(updates.map(({ merchantId }) => merchantId)),
    deliveries: deliveries.length > 0,
    ...keyHoldersOf(changed),
    ...settingsChangedIn(changed),
  };
}

/** The objects whose state acts on a merchant's balance: those of `balanceEffects`. */
const moving = [Capture, Refund, Dispute, Payout, Attempt] as const;

/** The classes whose changes alter what keys and people of a merchant may do. */
const holding = [ApiKey, MerchantAccount, TeamMember] as const;

/** The merchants whose accounts, API keys or members a transaction changed; `*` for administrators. */
function keyHoldersOf(changed: Iterable<object>): Pick<ChangeNotification, 'keyHolders'> {
  const holders = [...changed].flatMap((entity) => {
    if (entity instanceof AdminKey || entity instanceof Operator) return [EVERY_MERCHANT];
    return holding.some((target) => entity instanceof target) ? [(entity as Ids).merchant_id] : [];
  });
  return holders.length > 0 ? { keyHolders: new Set(holders) } : {};
}

/** The merchants whose settings a transaction changed. */
function settingsChangedIn(changed: Iterable<object>): Pick<ChangeNotification, 'settingsOf'> {
  const owners = [...changed].filter(isSettings).map(settingsOwner);
  return owners.length > 0 ? { settingsOf: new Set(owners) } : {};
}

/** An entry of the change feed: an object that a transaction changed, and deliveries that it queued. */
interface NewUpdate extends ChangedObject {
  readonly deliveries: readonly string[];
}

/** Deliveries that one entry names. A replay queues thousands. */
const DELIVERIES_MAX = 100;

/**
 * The entries of a transaction: one for each object that it changed. Its deliveries are named by the last of their
 * merchant, which most often is the payment that they report, or else by entries of their own.
 */
function updatesOf(entities: Iterable<object>, queued: readonly QueuedDelivery[]): NewUpdate[] {
  const changed = [...entities].flatMap(liveObjectsOf);
  const objects = [...new Map(changed.map((object) => [JSON.stringify(object), object])).values()];
  const updates: NewUpdate[] = objects.map((object) => ({ ...object, deliveries: [] }));
  for (const [merchantId, deliveries] of Map.groupBy(queued, (delivery) => delivery.merchantId)) {
    const ids = [...new Set(deliveries.map(({ deliveryId }) => deliveryId))];
    const last = updates.findLastIndex((update) => update.merchantId === merchantId);
    if (last >= 0) updates[last] = { ...updates[last]!, deliveries: ids.splice(0, DELIVERIES_MAX) };
    while (ids.length > 0) {
      const [id, ...others] = ids.splice(0, DELIVERIES_MAX);
      updates.push({ merchantId, type: 'webhook_delivery', id: id!, deliveries: others });
    }
  }
  return updates;
}

type Ids = { merchant_id: string; payment_id?: string | null; payout_id?: string | null };

/** The payment or payout that an entity is or belongs to, if any, and the refund or dispute itself. */
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

/** Adds events in order, their deliveries, due at once, and updates to the pending writes, which are sent with the commit. */
function insertRows(
  { ports, requestId, transaction: { writes } }: WritingContext,
  events: readonly NewEvent[],
  updates: readonly NewUpdate[],
): void {
  const traceparent = ports.traceparent();
  for (const event of events) {
    const { merchantId: merchant_id, eventId: event_id, objectId: object_id, paymentId: payment_id } = event;
    const { at: created_at, profileId: profile_id, test = false, type: event_type } = event;
    const both = { merchant_id, event_id, event_type, object_id, payment_id, profile_id, created_at };
    const { body, objectType: object_type, payoutId: payout_id } = event;
    const of = { object_type, payout_id, test, traceparent, request_id: requestId };
    writes.insert('events', { ...both, ...of, body: packText(body) });
    for (const { deliveryId: delivery_id, endpointId: endpoint_id } of event.deliveries) {
      const delivery = { ...both, delivery_id, endpoint_id, next_attempt_at: created_at, urgent: test };
      const { payment_id: _, ...queued } = delivery;
      writes.insert('webhook_deliveries', { ...delivery, status: 'pending', event_sequence: 0 });
      writes.insert('pending_deliveries', queued);
    }
  }
  const recorded_at = ports.now();
  for (const { deliveries: queued, id: object_id, merchantId: merchant_id, type: object_type } of updates) {
    const deliveries = queued.length > 0 ? queued : null;
    writes.insert('updates', { merchant_id, object_type, object_id, deliveries, recorded_at });
  }
}
