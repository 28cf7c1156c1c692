import { requireUnexpired } from '../../access/choose-profile.ts';
import type { ClientSecret } from '../../access/client-secrets.ts';
import type { Payment } from '../../entities/payment.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { isAddressToken, tokenAddress } from '../../foundation/cryptography.ts';
import type { Ports } from '../../foundation/ports/ports.ts';
import { urlPath } from '../../foundation/url-path.ts';

/** The statuses in which a payment expires. */
export const EXPIRING = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_customer_action',
] as const;

/**
 * Checks that the session of a payment is not over, if the payment expires in its status, or may be confirmed again until
 * then.
 *
 * @throws {Problem} `unexpected_state`.
 */
export function requireSession(
  ctx: WritingContext,
  payment: Payment,
  toBe: 'updated' | 'confirmed' | 'cancelled' | 'paid',
): void {
  const isOpen = (EXPIRING as readonly string[]).includes(payment.status);
  if (isOpen || payment.manual_retry_allowed) requireUnexpired(ctx, 'payment', payment, toBe);
}

/** A payment's client secret, valid until the payment's session expires. */
export const sessionSecretOf = ({
  client_secret: secret,
  expires_on: expiresOn,
}: Pick<Payment, 'client_secret' | 'expires_on'>): ClientSecret => ({
  secret,
  createdAt: expiresOn,
  lifetimeS: 0,
});

/** The parameter of a return URL that numbers the attempt whose challenge leads back. */
export const RETURNING_ATTEMPT = 'attempt';

/**
 * The return URL for connectors: this service's, which redirects on to the merchant. It has a token, because merchants
 * may choose guessable identifiers and the page shows the payment's status and amount. The client secret would not do:
 * the connector and the issuer see the URL, and must not be able to act on the payment. Attempts after the first are
 * named, since a customer may come back from a challenge that another has replaced.
 */
export function returnAddress(
  ports: Pick<Ports, 'encryption' | 'pagesUrl'>,
  { attempt_count, merchant_id, payment_id }: Pick<Payment, 'attempt_count' | 'merchant_id' | 'payment_id'>,
): string {
  const address = pageAddress(ports, 'return', { merchant_id, payment_id });
  return attempt_count > 1 ? address + urlPath`?${RETURNING_ATTEMPT}=${attempt_count}` : address;
}

/**
 * The pages that a customer's browser opens with a token of the payment: where a connector or issuer sends it back to;
 * the one that forwards it with a form; the payment's hosted page; and the hosted page in a frame of the merchant's.
 */
export type PublicPage = 'return' | 'continue' | 'pay' | 'secure';

/** The address of a page of a payment, which nobody can guess. */
export const pageAddress = (
  ports: Pick<Ports, 'encryption' | 'pagesUrl'>,
  page: PublicPage,
  { merchant_id, payment_id }: Pick<Payment, 'merchant_id' | 'payment_id'>,
): string => tokenAddress(ports, page, merchant_id, payment_id);

/** Whether the token in a page's address belongs to the page and payment. */
export const isPageToken = (
  ctx: Context,
  page: PublicPage,
  merchantId: string,
  paymentId: string,
  presented: string,
): boolean => isAddressToken(ctx.ports, page, merchantId, paymentId, presented);
