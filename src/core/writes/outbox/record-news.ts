import type { Announcement } from '../../foundation/announcement.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { eventsOf } from './events-of.ts';
import { insertNews } from './insert-news.ts';
import { updatesOf } from './updates-of.ts';

/**
 * Records what a transaction has to tell, as the last thing that it does: the events that follow from it, their
 * deliveries, and what live dashboards are to show anew.
 *
 * @returns What is to be announced once it has committed.
 */
export async function recordNews(tx: WritingContext): Promise<Announcement> {
  const { changed, news } = tx.transaction;
  const events = [...news.events, ...(await eventsOf(tx))];
  const queued = events.flatMap(({ merchantId, deliveryId }) =>
    deliveryId === null ? [] : [{ merchantId, deliveryId }],
  );
  const deliveries = [...news.queued, ...queued];
  const updates = updatesOf(changed, deliveries);
  if (events.length > 0 || updates.length > 0) await insertNews(tx, events, updates);
  return {
    merchantIds: new Set(updates.map(({ merchantId }) => merchantId)),
    deliveries: deliveries.length > 0,
  };
}
