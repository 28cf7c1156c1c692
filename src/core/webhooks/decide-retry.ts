import { nextAttemptAt, type Random } from '../webhook-endpoints/retry-schedule.ts';
import { readRetryAfter } from './retry-after.ts';

/** What came of posting an event. */
export type Reply =
  | { readonly kind: 'answered'; readonly statusCode: number; readonly retryAfter: string | null }
  | { readonly kind: 'unanswered'; readonly message: string };

/** What follows from a try. */
export interface RetryDecision {
  readonly status: 'delivered' | 'failed' | 'pending';
  /** Why it did not succeed. */
  readonly errorMessage: string | null;
  /** When it is tried again, while it is pending. */
  readonly nextAttemptAt: Date | null;
  /** Until when the endpoint asked to be left alone altogether. */
  readonly restUntil: Date | null;
  /** Whether the endpoint wants no more. */
  readonly stops: boolean;
}

/** Why the deliveries of an endpoint that wants no more are given up. */
export const STOPPED_MESSAGE =
  'The endpoint answered 410 (Gone): it wants no more events. Set webhook_details again, then redeliver.';

/** Statuses that say that there is too much of it: what they ask for concerns all that is sent there. */
const overloaded = [429, 503];

export interface CompletedPost {
  readonly attemptNumber: number;
  /** When the try was over. */
  readonly at: Date;
  readonly reply: Reply;
}

/** Judges a try: any 2xx is success, anything else is tried again while the schedule has it. Specification: Events. */
export function decideRetry(
  { attemptNumber, at, reply }: CompletedPost,
  random: Random,
  delaysMs?: readonly number[],
): RetryDecision {
  const settled = { nextAttemptAt: null, restUntil: null, stops: false };
  const status = reply.kind === 'answered' ? reply.statusCode : null;
  if (status !== null && status >= 200 && status <= 299) {
    return { ...settled, status: 'delivered', errorMessage: null };
  }
  if (status === 410) return { ...settled, status: 'failed', errorMessage: STOPPED_MESSAGE, stops: true };
  const retryAfter = reply.kind === 'answered' ? readRetryAfter(reply.retryAfter, at) : null;
  const next = nextAttemptAt({ attemptNumber, failedAt: at, retryAfter }, random, delaysMs);
  return {
    status: next === null ? 'failed' : 'pending',
    errorMessage: reply.kind === 'answered' ? answered(reply.statusCode) : reply.message,
    nextAttemptAt: next,
    restUntil: status !== null && overloaded.includes(status) ? retryAfter : null,
    stops: false,
  };
}

function answered(status: number): string {
  const redirects = status >= 300 && status <= 399 ? ' Redirects are not followed.' : '';
  return `The endpoint answered ${status}.${redirects}`;
}
