import type { ClientSecret } from '../access/authenticate.ts';
import type { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';

/** A payment's client secret, valid until the payment's session expires. */
export const sessionSecretOf = ({
  client_secret: secret,
  expires_on: expiresOn,
}: Pick<Payment, 'client_secret' | 'expires_on'>): ClientSecret => ({
  secret,
  createdAt: expiresOn,
  lifetimeS: 0,
});

/** Where connectors redirect the customer's browser: to this service, which redirects on to the merchant. */
export function returnAddress(ctx: Context, payment: Payment): string {
  return `${ctx.publicUrl()}/return/${payment.merchant_id}/${payment.payment_id}`;
}
