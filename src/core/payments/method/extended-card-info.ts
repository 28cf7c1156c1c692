import { secondsFromNow } from '../../access/choose-profile.ts';
import { encryptCard } from '../../cards/encrypt-card.ts';
import type { BusinessProfile } from '../../entities/business-profile.ts';
import { ExtendedCardInfo } from '../../entities/extended-card-info.ts';
import type { Payment } from '../../entities/payment.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { cardOfPayment } from './method-data.ts';

/** Seconds for which the details can be read unless the profile says otherwise. */
const TTL_DEFAULT_S = 900;

/**
 * Whether the card of a payment was typed for it: only then is its number with the payment. The number of a saved method, a
 * token or a mandate is in the vault, and another service's stored card came from the merchant.
 */
const isTyped = ({ card_number, payment_method, recurring_source }: Payment): boolean =>
  payment_method === 'card' && Boolean(card_number) && !recurring_source;

/**
 * Keeps the card that was typed for a locked payment, as it is confirmed, encrypted for the merchant, if its profile has a
 * key for that. Nothing is kept of a saved card: with the key, one caller would get all of them. The last confirmation's
 * counts.
 */
export async function keepExtendedCardInfo(
  tx: WritingContext,
  payment: Payment,
  { extended_card_info_config: config }: Pick<BusinessProfile, 'extended_card_info_config'>,
): Promise<void> {
  const { merchant_id, payment_id } = payment;
  const { em } = tx.transaction;
  const { public_key: key, ttl_in_secs: ttl } = config ?? {};
  const card = key && isTyped(payment) ? await cardOfPayment(tx, payment) : null;
  const payload = key && card && (await encryptCard(key, card, payment.payment_method_data?.card ?? {}));
  if (!payload) {
    // A card typed for a former confirmation does not pay for the payment.
    if (payment.attempt_count > 0) await em.nativeDelete(ExtendedCardInfo, { merchant_id, payment_id });
    return;
  }
  const kept =
    (await em.findOne(ExtendedCardInfo, { merchant_id, payment_id })) ??
    Object.assign(new ExtendedCardInfo(), { merchant_id, payment_id });
  kept.payload = payload;
  kept.expires_at = secondsFromNow(tx, ttl ?? TTL_DEFAULT_S);
  em.persist(kept);
}
