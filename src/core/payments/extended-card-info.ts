import { secondsFromNow } from '../business-profiles/choose-profile.ts';
import { encryptCard } from '../cards/encrypt-card.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import { ExtendedCardInfo } from '../entities/extended-card-info.ts';
import { Payment } from '../entities/payment.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';
import { readOne } from '../reads/index.ts';
import { cardOfPayment } from './method-data.ts';

/** Seconds for which the details can be read unless the profile says otherwise. */
const TTL_DEFAULT_S = 900;

/** Beyond the specification, which has the profile's `extended_card_info_config` alone. */
@ValueObject({
  about: "Details of the card that a payment was confirmed with, encrypted for the merchant's key.",
})
export class EncryptedCardInfo {
  @f.Id('Payment that was confirmed with the card.', { required: true }) payment_id!: string;
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
 * Keeps the card that a locked payment is confirmed with, encrypted for the merchant, if its profile has a key for that.
 * The last confirmation's counts.
 */
export async function keepExtendedCardInfo(
  tx: WritingContext,
  payment: Payment,
  { extended_card_info_config: config }: Pick<BusinessProfile, 'extended_card_info_config'>,
): Promise<void> {
  if (!config?.public_key || payment.payment_method !== 'card') return;
  const card = await cardOfPayment(tx, payment);
  const payload =
    card && (await encryptCard(config.public_key, card, payment.payment_method_data?.card ?? {}));
  if (!payload) return;
  const { merchant_id, payment_id } = payment;
  const { em } = tx.transaction;
  const kept =
    (await em.findOne(ExtendedCardInfo, { merchant_id, payment_id })) ??
    Object.assign(new ExtendedCardInfo(), { merchant_id, payment_id });
  kept.payload = payload;
  kept.expires_at = secondsFromNow(tx, config.ttl_in_secs ?? TTL_DEFAULT_S);
  em.persist(kept);
}

/** The encrypted card of a payment; null if nothing is kept of it, or no longer. */
export async function readExtendedCardInfo(
  ctx: Context,
  paymentId: string,
): Promise<EncryptedCardInfo | null> {
  const payment = await readOne(ctx, Payment, paymentId, ['payment_id']);
  if (!payment) return null;
  const { merchant_id, payment_id } = payment;
  const text = `select payload, expires_at as expires_on from extended_card_infos
    where merchant_id = $1 and payment_id = $2 and expires_at > $3::timestamptz`;
  const values = [merchant_id, payment_id, ctx.ports.now()];
  const touches = { reads: ['extended_card_infos'] };
  type Kept = Pick<EncryptedCardInfo, 'payload' | 'expires_on'>;
  const [found] = await ctx.rows.query<Kept>({ text, values, touches }, merchant_id);
  return found ? { ...found, payment_id } : null;
}
