import type { ClientSecret } from '../access/authenticate.ts';
import type { Payment } from '../entities/payment.ts';
import type { EphemeralKey } from '../entities/values/payment-parts.ts';
import type { Context } from '../foundation/context.ts';

/** How long an ephemeral key is valid, in seconds. */
const EPHEMERAL_KEY_LIFETIME_S = 60 * 60;

/** A payment's client secret, valid until the payment's session expires. */
export const sessionSecretOf = ({
  client_secret: secret,
  expires_on: expiresOn,
}: Pick<Payment, 'client_secret' | 'expires_on'>): ClientSecret => ({
  secret,
  createdAt: expiresOn,
  lifetimeS: 0,
});

/**
 * Makes the ephemeral key of a new payment's customer, or null if it has none. The key is a keyed digest of its
 * claims: returned once, stored nowhere, and verified by computing it again.
 */
export function makeEphemeralKey(ctx: Context, payment: Payment): EphemeralKey | null {
  const { created, customer_id, merchant_id, payment_id } = payment;
  if (!customer_id) return null;
  const createdAt = Math.floor(created.getTime() / 1000);
  const claims = JSON.stringify(['ephemeral_key', merchant_id, payment_id, customer_id, createdAt]);
  return {
    customer_id,
    created_at: createdAt,
    expires: createdAt + EPHEMERAL_KEY_LIFETIME_S,
    secret: `epk_${ctx.encryption.digests(claims)[0]!}`,
  };
}

/** Where connectors redirect the customer's browser: to this service, which redirects on to the merchant. */
export function returnAddress(ctx: Context, payment: Payment): string {
  return `${ctx.publicUrl()}/return/${payment.merchant_id}/${payment.payment_id}`;
}
