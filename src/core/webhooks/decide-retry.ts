import { nextAttemptAt, type Random } from '../webhook-endpoints/endpoint-health.ts';

/** The outcome of posting a message, as the retry decision needs it. */
export type PostOutcome =
  | { readonly kind: 'response'; readonly statusCode: number; readonly retryAfter: string | null }
  | { readonly kind: 'no_response'; readonly message: string };

/** The consequences of an attempt, for its delivery and for the endpoint. */
export interface RetryDecision {
  readonly status: 'delivered' | 'failed' | 'pending';
  /** Why the attempt failed. */
  readonly errorMessage: string | null;
  /** Set while the delivery is pending. */
  readonly nextAttemptAt: Date | null;
  /** The end of a pause that the endpoint asked for. */
  readonly pauseUntil: Date | null;
  readonly disablesEndpoint: boolean;
}

/** The error message of deliveries to a disabled endpoint. */
export const DISABLED_MESSAGE =
  'The endpoint responded with 410 (Gone) and was disabled. Set webhook_details again, then redeliver.';

/** Overload responses: `Retry-After` applies to the whole endpoint, not just this delivery. */
const overloaded = [429, 503];

export interface CompletedAttempt {
  readonly attemptNumber: number;
  readonly completedAt: Date;
  readonly outcome: PostOutcome;
}

/**
 * Decides whether a delivery is retried: 2xx is success; anything else is retried per schedule. Specification: Events.
 */
export function decideRetry(
  { attemptNumber, completedAt, outcome }: CompletedAttempt,
  random: Random,
  delaysMs?: readonly number[],
): RetryDecision {
  const final = { nextAttemptAt: null, pauseUntil: null, disablesEndpoint: false };
  const status = outcome.kind === 'response' ? outcome.statusCode : null;
  if (status !== null && status >= 200 && status <= 299) {
    return { ...final, status: 'delivered', errorMessage: null };
  }
  if (status === 410) {
    return { ...final, status: 'failed', errorMessage: DISABLED_MESSAGE, disablesEndpoint: true };
  }
  const retryAfter = outcome.kind === 'response' ? readRetryAfter(outcome.retryAfter, completedAt) : null;
  const next = nextAttemptAt({ attemptNumber, failedAt: completedAt, retryAfter }, random, delaysMs);
  return {
    status: next === null ? 'failed' : 'pending',
    errorMessage: outcome.kind === 'response' ? statusMessage(outcome.statusCode) : outcome.message,
    nextAttemptAt: next,
    pauseUntil: status !== null && overloaded.includes(status) ? retryAfter : null,
    disablesEndpoint: false,
  };
}

function statusMessage(status: number): string {
  const redirects = status >= 300 && status <= 399 ? ' Redirects are not followed.' : '';
  return `The endpoint responded with ${status}.${redirects}`;
}

/** The HTTP date formats, with and without a time zone (RFC 9110, section 5.6.7). */
const dateWithZone = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
const dateWithoutZone = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Parses a `Retry-After` header, in seconds or as a date; null if it is missing, malformed or not in the future.
 */
export function readRetryAfter(header: string | null, now: Date): Date | null {
  const ms = retryAfterMs(header?.trim() ?? '', now);
  return Number.isFinite(ms) && ms > now.getTime() ? new Date(ms) : null;
}

function retryAfterMs(text: string, now: Date): number {
  if (/^\d{1,9}$/.test(text)) return now.getTime() + Number(text) * 1_000;
  if (dateWithZone.test(text)) return Date.parse(text);
  return dateWithoutZone.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}
