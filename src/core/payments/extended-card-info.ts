import { secondsFromNow } from '../business-profiles/choose-profile.ts';
import { encryptCard } from '../cards/encrypt-card.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import { ExtendedCardInfo } from '../entities/extended-card-info.ts';
import { Payment } from '../entities/payment.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { working } from '../foundation/permissions.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';
import { readOne } from '../reads/index.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { inTransaction } from '../writes/transactions.ts';
import { cardOfPayment } from './method-data.ts';

/** Seconds for which the details can be read unless the profile says otherwise. */
const TTL_DEFAULT_S = 900;

/** Beyond the specification, which has the profile's `extended_card_info_config` alone. */
@ValueObject({
  about: "Details of the card that was typed for a payment, encrypted for the merchant's key.",
})
export class EncryptedCardInfo {
  @f.Id('Payment that the card was typed for.', { required: true }) payment_id!: string;
  @f.Text(
    'The details: a compact JWE (RSA-OAEP-256, A256GCM) for `extended_card_info_config.public_key` of the profile. Decrypted, it is JSON with `card_number`, `card_exp_month`, `card_exp_year`, `card_holder_name`, `card_network`, `card_type`, `card_issuer` and `card_issuing_country`; the verification code is not kept.',
    {
      required: true,
      example: 'eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0.Rm9yIHRoZSBtZXJjaGFudA.…',
    },
  )
  payload!: string;
  @f.Timestamp('Time at which the details can no longer be read; they are deleted within an hour.', {
    required: true,
  })
  expires_on!: Date;
}

/**
 * Whether the card of a payment was typed for it: only its number is with the payment itself. That of a saved method, a
 * token or a mandate is in the vault, and what another service stored came from the merchant.
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
    // What was typed for a former confirmation is not what the payment is paid with.
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

/**
 * The encrypted card of a payment; null if nothing is kept of it, or no longer. Each reading is in the audit log.
 */
export async function readExtendedCardInfo(
  ctx: Context,
  paymentId: string,
): Promise<EncryptedCardInfo | null> {
  const payment = await readOne(working(ctx), Payment, paymentId, ['payment_id']);
  if (!payment) return null;
  const { merchant_id: merchantId, payment_id } = payment;
  // A read may have no command, and this one is recorded like one.
  const command = { name: 'retrieveExtendedCardInfo', recorded: new Set<string>() };
  return inTransaction({ ...evenIfSuspended(ctx), merchantId, command }, async (tx) => {
    const found = await tx.transaction.em.findOne(ExtendedCardInfo, {
      merchant_id: merchantId,
      payment_id,
      expires_at: { $gt: tx.ports.now() },
    });
    if (!found) return null;
    const read = { field: 'extended_card_info', before: null, after: 'read', concealed: false };
    recordAudit(tx, { merchantId, objectType: 'payment', objectId: payment_id, changes: [read] });
    return { payment_id, payload: found.payload, expires_on: found.expires_at };
  });
}
