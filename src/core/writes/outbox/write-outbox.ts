import type { ChangeNotification } from '../../foundation/change-notification.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { changedObjects } from './changed-objects.ts';
import { eventsForTransitions } from './events-for-transitions.ts';
import { insertOutboxRows } from './insert-outbox-rows.ts';

/**
 * Records what a transaction has to tell, as the last thing that it does: the events that follow from it, their
 * deliveries, and what live dashboards are to show anew.
 *
 * @returns What is to be announced once it has committed.
 */
export async function writeOutbox(tx: WritingContext): Promise<ChangeNotification> {
  const { changed, outbox } = tx.transaction;
  const events = [...outbox.events, ...(await eventsForTransitions(tx))];
  const queued = events.flatMap(({ merchantId, deliveryId }) =>
    deliveryId === null ? [] : [{ merchantId, deliveryId }],
  );
  const deliveries = [...outbox.queuedDeliveries, ...queued];
  const updates = changedObjects(changed, deliveries);
  if (events.length > 0 || updates.length > 0) await insertOutboxRows(tx, events, updates);
  return {
    merchantIds: new Set(updates.map(({ merchantId }) => merchantId)),
    deliveries: deliveries.length > 0,
  };
}
