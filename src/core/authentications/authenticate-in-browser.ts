import { Payment } from '../entities/payment.ts';
import type { BrowserInfo } from '../entities/values/payment-parts.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import type { FormAction } from '../foundation/ports/customer-action.ts';
import { returnAddress } from '../payments/customer/customer-session.ts';
import { readOne } from '../reads/index.ts';
import { runAuthentication } from './run-authentication.ts';

/** Where a page that authenticated its customer leads on to. */
export interface AfterAuthentication {
  /** The form of the issuer's challenge; null if there is none, or the payment waits for it no longer. */
  readonly challenge: FormAction | null;
  /** The page that leads back to the merchant. */
  readonly returnUrl: string;
}

/** The problems of a payment that waits for no authentication, or no longer. */
const isOver = (error: unknown): boolean => error instanceof Problem && error.code === 'unexpected_state';

/**
 * Authenticates a payment's cardholder at a page of the service, whose address has a token of the payment. The issuer's method
 * URL is not loaded: no connector gives one.
 *
 * @param browser The customer's browser. What the payment has of it already is kept.
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
