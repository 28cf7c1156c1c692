import Stripe from 'stripe';
import { type ConnectorAccess, NotSentError } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';

/** The version of Stripe's API for requests. Create webhook endpoints with the same version. */
export const API_VERSION = '2026-10-28.endive';

/**
 * Far above any deadline: the signal of a call ends its requests. The package needs a number, and would otherwise take
 * its own.
 */
const TIMEOUT_MS = 10 * 60_000;

/** Whether a key moves real money. */
export const isLiveKey = (key: string): boolean => /^(sk|rk)_live_/.test(key);

/**
 * A client for one call with the account's key, which lives no longer than the call. It does not retry, and ends with
 * the signal.
 *
 * @throws {NotSentError} for an account without a key, and for a live key where no money may move.
 */
export function stripeClient(
  { baseUrl, environment }: ConnectorSetup,
  { credentials }: Pick<ConnectorAccess, 'credentials'>,
  signal: AbortSignal,
): Stripe {
  const { api_key: key } = credentials;
  if (typeof key !== 'string' || key === '') throw new NotSentError('The account has no api_key of Stripe.');
  if (environment === 'test' && isLiveKey(key)) {
    throw new NotSentError("The account has a live key of Stripe, and this service's environment is test.");
  }
  const elsewhere = baseUrl === null ? null : new URL(baseUrl);
  return new Stripe(key, {
    apiVersion: API_VERSION,
    // Recovery decides about retries: without its own, and with fetch, the package sends every request once.
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(fetchUntil(signal)),
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(elsewhere && {
      protocol: elsewhere.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: elsewhere.hostname,
      port: elsewhere.port || (elsewhere.protocol === 'http:' ? '80' : '443'),
    }),
  });
}

/** `fetch` for the package, whose own signal is only for its time-out. */
const fetchUntil =
  (signal: AbortSignal): typeof fetch =>
  (url, init) =>
    fetch(url, { ...init, signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal });
