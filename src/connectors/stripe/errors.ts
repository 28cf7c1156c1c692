import Stripe from 'stripe';
import { type ConnectorFailure, NotSentError } from '../../core/foundation/ports/connector.ts';
import type { ErrorMappingRow } from '../../core/foundation/ports/connector-errors.ts';
import { InexactAmountError } from '../amounts.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { isKnownCode } from './error-table.ts';

/** Stripe's response does not determine the outcome. Carries neither the request nor the package's error. */
export class StripeUnavailableError extends Error {
  override readonly name = 'StripeUnavailableError';
}

/** A request that is not sent, because Stripe or this connector does not support it: the call has failed. */
export class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

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

/** Some of Stripe's messages quote the invalid value. A card number or key in one must not be stored. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/\b(sk|rk|whsec|pi|seti)_\w*secret\w*|\b(sk|rk|pk|whsec)_\w+/g, '***')
    .replace(/(?:\d[ -]?){12,19}/g, '***');

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
    message: withoutSecrets(decline.message ?? 'Stripe declined the request.'),
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
): ConnectorFailure => ({ kind: 'failed', code, message: withoutSecrets(message), connectorTransactionId });

/** System error codes of connections that were never established. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The error code of a failed `fetch`, which the package passes on as its detail. */
function connectionCode(detail: unknown): string | null {
  const cause = (detail as { cause?: { code?: unknown } } | null)?.cause;
  return typeof cause?.code === 'string' ? cause.code : null;
}

/**
 * Throws an error for a request without a response. Only the kind of the package's error is passed on, because it holds
 * headers and the whole response.
 */
function throwUnanswered(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const code = connectionCode(error.detail);
    if (code && NEVER_CONNECTED.has(code)) throw new NotSentError(`Stripe could not be reached: ${code}.`);
    throw new StripeUnavailableError(`The connection to Stripe broke${code ? `: ${code}` : ''}.`);
  }
  const { code = null, requestId = null, statusCode = null, type } = error;
  throw new StripeUnavailableError(
    `Stripe did not say what became of a request: ${type}, status ${statusCode}, code ${code}, request ${requestId}.`,
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
 * The result of requests to Stripe. An error that certainly had no effect becomes a failure; any other is thrown
 * without the package's details.
 *
 * @param repeatable Whether to send a call again later that Stripe was too busy for, rather than fail it: its object
 * stays the same. For a waiting customer another connector is better.
 * @throws {NotSentError} if Stripe was not reached.
 * @throws {StripeUnavailableError} if the request's effect is unknown.
 */
export async function answered<T>(
  setup: Pick<ConnectorSetup, 'warn'>,
  { flow, repeatable }: { readonly flow: ErrorMappingRow['flow']; readonly repeatable: boolean },
  ask: () => Promise<T>,
): Promise<T | ConnectorFailure> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RefusedRequestError) return failure(error.code, error.message);
    if (error instanceof InexactAmountError) return failure('amount_not_exact', error.message);
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const code = codeOf(error);
    const hadNoTime = error instanceof Stripe.errors.StripeRateLimitError;
    if (code === null || (repeatable && hadNoTime)) throwUnanswered(error);
    return declineFailure(setup, flow, { ...declineOf(error), code }, subjectOf(error));
  }
}

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
    throwUnanswered(error);
  }
}

/** Whether Stripe has no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
