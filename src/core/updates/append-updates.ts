import type { WritingContext } from '../transactions.ts';

/** What dashboards follow live. */
export type Followed = 'payment' | 'payout' | 'webhook_delivery';

type Values = { merchant_id: string; payment_id?: string | null; payout_id?: string | null };

interface Update {
  readonly merchantId: string;
  readonly type: Followed;
  readonly id: string;
}

/** The payment or payout that an object is, or is a part of; null for what is neither. */
function followed(entity: object): Update | null {
  const { merchant_id: merchantId, payment_id: paymentId, payout_id: payoutId } = entity as Values;
  if (paymentId) return { merchantId, type: 'payment', id: paymentId };
  return payoutId ? { merchantId, type: 'payout', id: payoutId } : null;
}

const text = `
  insert into updates (merchant_id, object_type, object_id, recorded_at)
  select merchant_id, object_type, object_id, $4::timestamptz
  from unnest($1::text[], $2::text[], $3::text[]) as u(merchant_id, object_type, object_id)`;

/**
 * Appends to the feed of live dashboards which payments and payouts a transaction changed and which webhook
 * deliveries it queued, as one of the last things that it does.
 *
 * @returns The merchants whose they are.
 */
export async function appendUpdates(tx: WritingContext): Promise<ReadonlySet<string>> {
  const { touched, queued } = tx.transaction.news;
  const updates: (Update | null)[] = [
    ...[...touched].map(followed),
    ...queued.map(
      ({ merchantId, deliveryId: id }) => ({ merchantId, type: 'webhook_delivery', id }) as const,
    ),
  ];
  const changed = new Map(
    updates.filter((update) => update !== null).map((update) => [JSON.stringify(update), update]),
  );
  if (changed.size === 0) return new Set();
  const all = [...changed.values()];
  const values = [
    all.map(({ merchantId }) => merchantId),
    all.map(({ type }) => type),
    all.map(({ id }) => id),
    tx.now().toISOString(),
  ];
  await tx.rows.query({ text, values }, tx.merchantId);
  return new Set(all.map(({ merchantId }) => merchantId));
}
