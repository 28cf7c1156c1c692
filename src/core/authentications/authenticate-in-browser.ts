import { Payment } from '../entities/payment.ts';
import type { BrowserInfo } from '../entities/values/payment-parts.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import type { FormAction } from '../foundation/ports/customer-action.ts';
import { returnAddress } from '../payments/customer/customer-session.ts';
import { readOne } from '../reads/index.ts';
import { runAuthentication } from './run-authentication.ts';

/** The address that follows a page's authentication. */
export interface AfterAuthentication {
  /** The form of the issuer's challenge; null without a challenge, or if the payment no longer waits for it. */
  readonly challenge: FormAction | null;
  /** The page that leads back to the merchant. */
  readonly returnUrl: string;
}

/** The problem codes of a payment that does not, or no longer, wait for authentication. */
const isOver = (error: unknown): boolean => error instanceof Problem && error.code === 'unexpected_state';

/**
 * Authenticates a payment's cardholder on a page of the service, whose address contains a token of the payment. The
 * issuer's method URL is not loaded: no connector gives one.
 *
 * @param browser The customer's browser. Details that the payment already has are kept.
 *
 * @throws {Problem} `resource_not_found`; `no_connector_available`; `connector_unreachable`, with nothing changed.
 */
export async function authenticateInBrowser(
  ctx: Context,
  paymentId: string,
  browser: BrowserInfo,
): Promise<AfterAuthentication> {
  const device = { device_channel: 'BRW' } as const;
  const outcome = await runAuthentication(ctx, paymentId, { browser }, device).then(
    (authenticated) => authenticated.outcome,
    (error: unknown) => {
      if (isOver(error)) return null;
      throw error;
    },
  );
  const payment = await readOne(ctx, Payment, paymentId, [
    'merchant_id',
    'payment_id',
    'status',
    'attempt_count',
  ]);
  if (!payment) throw notFound('payment');
  const isWaiting = payment.status === 'requires_customer_action';
  const url = isWaiting && outcome?.transStatus === 'C' ? outcome.acsUrl : null;
  const fields = { creq: outcome?.challengeRequest ?? '' };
  return {
    challenge: url ? { type: 'form', url, fields } : null,
    returnUrl: returnAddress(ctx.ports, payment),
  };
}
