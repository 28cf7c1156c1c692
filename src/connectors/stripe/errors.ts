import Stripe from 'stripe';
import { maskedText } from '../../core/foundation/mask-text.ts';
import { type ConnectorFailure, UnansweredError } from '../../core/foundation/ports/connector.ts';
import type { ErrorMappingRow } from '../../core/foundation/ports/connector-errors.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { connectionError, type VendorErrors } from '../exchange.ts';
import { isKnownCode } from './error-table.ts';

/** The members that Stripe's errors and the last error of a payment have in common. */
export interface Decline {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly advice_code?: string | undefined;
  readonly network_advice_code?: string | undefined;
  readonly network_decline_code?: string | undefined;
  readonly message?: string | undefined;
}

/** Mastercard's advice codes that forbid another try with the same card. */
const NEVER_AGAIN: ReadonlySet<string> = new Set(['03', '21']);

/**
 * A failure with Stripe's reason: the decline code, or else the error's. A code missing from the table is reported as
 * it is, and follows the general mapping.
 */
export function declineFailure(
  { warn }: Pick<ConnectorSetup, 'warn'>,
  flow: ErrorMappingRow['flow'],
  decline: Decline,
  connectorTransactionId: string | null,
): ConnectorFailure {
  // The package represents a missing decline code as an empty one.
  const code = decline.decline_code || decline.code || 'invalid_request';
  if (!isKnownCode(flow, code)) {
    warn({ code, flow }, 'Stripe gave an error code that the connector does not know.');
  }
  const { advice_code, network_advice_code: networkAdvice, network_decline_code: issuerCode } = decline;
  const never = advice_code === 'do_not_try_again' || NEVER_AGAIN.has(networkAdvice ?? '');
  return {
    kind: 'failed',
    code,
    message: maskedText(decline.message ?? 'Stripe declined the request.'),
    connectorTransactionId,
    ...(issuerCode ? { issuerCode } : {}),
    ...(never || networkAdvice
      ? { advice: { code: networkAdvice ?? null, retry: never ? 'never' : 'allowed' } }
      : {}),
  };
}

/** A failure of our own, or one with a known code. */
export const failure = (
  code: string,
  message: string,
  connectorTransactionId: string | null = null,
): ConnectorFailure => ({ kind: 'failed', code, message: maskedText(message), connectorTransactionId });

/**
 * The error of a request without a response. Only the kind of the package's error is passed on, because it holds headers
 * and the whole response.
 */
export function unansweredOf(error: unknown): Error | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  // The package passes the error of `fetch` on as its detail.
  if (error instanceof Stripe.errors.StripeConnectionError) return connectionError('Stripe', error.detail);
  const { code = null, requestId = null, statusCode = null, type } = error;
  return new UnansweredError(
    `Stripe did not report the outcome of a request: ${type}, status ${statusCode}, code ${code}, request ${requestId}.`,
  );
}

/** The payment or setup that an error concerns, from Stripe's response. */
const subjectOf = (error: InstanceType<typeof Stripe.errors.StripeError>): string | null =>
  error.payment_intent?.id ?? error.setup_intent?.id ?? null;

/** Codes for Stripe's errors without one. */
const codeOf = (error: InstanceType<typeof Stripe.errors.StripeError>): string | null => {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return error.code ?? 'authentication_error';
  if (error instanceof Stripe.errors.StripePermissionError) return error.code ?? 'permission_error';
  if (error instanceof Stripe.errors.StripeRateLimitError) return error.code ?? 'rate_limit';
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return error.code ?? 'invalid_request';
  if (error instanceof Stripe.errors.StripeCardError) return error.code ?? 'card_declined';
  return null;
};

/**
 * The package's errors. An error that certainly had no effect is a failure; any other is passed on without its details.
 *
 * @param repeatable Whether a call that Stripe was too busy for is sent again later, rather than failed: its object
 * stays the same. While a customer waits, another connector is better.
 */
export const stripeErrors = (
  setup: Pick<ConnectorSetup, 'warn'>,
  { flow, repeatable }: { readonly flow: ErrorMappingRow['flow']; readonly repeatable: boolean },
): VendorErrors => ({
  failureOf(error) {
    if (!(error instanceof Stripe.errors.StripeError)) return null;
    const code = codeOf(error);
    const hadNoTime = error instanceof Stripe.errors.StripeRateLimitError;
    if (code === null || (repeatable && hadNoTime)) return null;
    return declineFailure(setup, flow, { ...declineOf(error), code }, subjectOf(error));
  },
  unansweredOf,
});

const declineOf = (error: InstanceType<typeof Stripe.errors.StripeError>): Decline => ({
  decline_code: error.decline_code,
  advice_code: error.advice_code,
  network_advice_code: error.network_advice_code,
  network_decline_code: error.network_decline_code,
  message: error.message,
});

/** Requests whose caller records no failures: errors are thrown without the package's details. */
export async function sanitized<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw unansweredOf(error) ?? error;
  }
}

/** Whether Stripe has no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
