import type { QueuedDelivery } from '../../foundation/outbox.ts';

/** What dashboards follow live. */
export type Followed = 'payment' | 'payout' | 'webhook_delivery';

/** That something changed which dashboards follow. */
export interface ChangedObject {
  readonly merchantId: string;
  readonly type: Followed;
  readonly id: string;
}

type Values = { merchant_id: string; payment_id?: string | null; payout_id?: string | null };

/** The payment or payout that an object is, or is a part of; nothing for what is neither. */
function followed(entity: object): ChangedObject[] {
  const { merchant_id: merchantId, payment_id: paymentId, payout_id: payoutId } = entity as Values;
  if (paymentId) return [{ merchantId, type: 'payment', id: paymentId }];
  return payoutId ? [{ merchantId, type: 'payout', id: payoutId }] : [];
}

const queuedUpdate = ({ merchantId, deliveryId: id }: QueuedDelivery) =>
  ({ merchantId, type: 'webhook_delivery', id }) as const;

/** What the feed of live dashboards says of a transaction: which payments, payouts and deliveries it changed. */
export function changedObjects(
  changed: Iterable<object>,
  queued: readonly QueuedDelivery[],
): ChangedObject[] {
  const updates = [...[...changed].flatMap(followed), ...queued.map(queuedUpdate)];
  return [...new Map(updates.map((update) => [JSON.stringify(update), update])).values()];
}
