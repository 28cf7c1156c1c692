import type { Payment } from '../entities/payment.ts';
import type { EphemeralKey } from '../entities/values/payment-parts.ts';
import type { Context } from '../foundation/context.ts';

/** How long it is good, in seconds. */
const LIFETIME_S = 60 * 60;

/**
 * The short-lived key of a new payment's customer; null where there is no customer. It is a keyed digest of
 * whom and what it is for: shown when the payment is made, kept nowhere, and known again by making it anew.
 */
export function makeEphemeralKey(ctx: Context, payment: Payment): EphemeralKey | null {
  const { created, customer_id: customerId, merchant_id: merchantId, payment_id: paymentId } = payment;
  if (!customerId) return null;
  const createdAt = Math.floor(created.getTime() / 1000);
  const claims = JSON.stringify(['ephemeral_key', merchantId, paymentId, customerId, createdAt]);
  return {
    customer_id: customerId,
    created_at: createdAt,
    expires: createdAt + LIFETIME_S,
    secret: `epk_${ctx.encryption.digests(claims)[0]!}`,
  };
}
