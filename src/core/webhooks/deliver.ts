import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Context } from '../foundation/context.ts';
import { afterAnswer, afterSilence, isOpen } from '../webhook-endpoints/breaker.ts';
import { type Endpoint, readEndpoint } from '../webhook-endpoints/endpoint.ts';
import { changeHealth, stopEndpoint } from '../webhook-endpoints/endpoint-health.ts';
import { randomFrom } from '../webhook-endpoints/retry-schedule.ts';
import { type ClaimedDelivery, giveBack } from './claim-deliveries.ts';
import { composeHeaders } from './compose.ts';
import { decideRetry, type RetryDecision, STOPPED_MESSAGE } from './decide-retry.ts';
import { keptText } from './read-answer.ts';
import { type DeliveryOutcome, recordAttempt } from './record-attempt.ts';
import { scrubbed } from './scrub.ts';
import type { Posted, Sender } from './send.ts';
import { userAgent } from './user-agent.ts';

/** What deliveries are made with. */
export interface DeliveryParts {
  /** A context that sees every merchant. */
  readonly ctx: Context;
  readonly sender: Sender;
  readonly logger: Logger;
  readonly retryDelaysMs: readonly number[];
}

/** How long after each other an outcome is recorded anew that the database did not take. */
const RECORD_AGAIN_MS = [100, 500, 2_000];

const GONE_MESSAGE = 'The profile has no webhook_url any more. Set webhook_details, then redeliver.';

/** Makes one try at a claimed delivery and records what came of it. Given up by the signal, it gives the claim back. */
export async function deliver(
  parts: DeliveryParts,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { ctx } = parts;
  try {
    const endpoint = await readEndpoint(ctx, claimed.merchantId, claimed.profileId);
    if (!endpoint || endpoint.stoppedAt !== null) {
      const errorMessage = endpoint ? STOPPED_MESSAGE : GONE_MESSAGE;
      const nowhere = { attempt: null, url: null, nextAttemptAt: null };
      await record(parts, claimed, { ...nowhere, status: 'failed', errorMessage }, signal);
      return;
    }
    await attempt(parts, claimed, endpoint, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    await giveBack(ctx, claimed);
  }
}

async function attempt(
  parts: DeliveryParts,
  claimed: ClaimedDelivery,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<void> {
  const { ctx, sender } = parts;
  const { attemptNumber, body, eventId } = claimed;
  const startedAt = ctx.now();
  const headers = composeHeaders(endpoint, { eventId, at: startedAt, body }, userAgent);
  const posted = await sender.post({ url: endpoint.url, headers, body }, signal);
  const at = ctx.now();
  const random = randomFrom(ctx.randomBytes);
  const judged = decideRetry({ attemptNumber, at, reply: posted }, random, parts.retryDelaysMs);
  logTry(parts, claimed, posted);
  const isTrouble = posted.kind === 'unanswered' || judged.restUntil !== null || judged.stops;
  const hasMoved = isTrouble && (await isElsewhere(ctx, endpoint));
  const verdict: RetryDecision = hasMoved ? { ...judged, status: 'pending', nextAttemptAt: at } : judged;
  // Before the outcome, after which others may be tried at the endpoint.
  if (isTrouble && !hasMoved) await noteTrouble(parts, claimed, posted, verdict);
  const outcome = outcomeOf(claimed, endpoint, startedAt, posted, verdict);
  const { isTroubled } = await record(parts, claimed, outcome, signal);
  if (isTroubled && posted.kind === 'answered') {
    await changeHealth(ctx, claimed, (health) => afterAnswer(health, at));
  }
}

function outcomeOf(
  { attemptNumber }: ClaimedDelivery,
  endpoint: Endpoint,
  startedAt: Date,
  posted: Posted,
  { errorMessage, nextAttemptAt, status }: RetryDecision,
): DeliveryOutcome {
  const isAnswered = posted.kind === 'answered';
  return {
    status,
    errorMessage,
    nextAttemptAt,
    url: endpoint.url,
    attempt: {
      attempt_number: attemptNumber,
      started_at: startedAt.toISOString(),
      duration_ms: posted.durationMs,
      status_code: isAnswered ? posted.statusCode : null,
      error: isAnswered ? null : posted.error,
      error_message: errorMessage,
      // Stars may be more than what they stand for.
      answer: isAnswered ? keptText(Buffer.from(scrubbed(posted.answer, endpoint))) : null,
    },
  };
}

/** Whether the endpoint was set to another address while this one was asked: what it said is not of the new one. */
async function isElsewhere(ctx: Context, tried: Endpoint): Promise<boolean> {
  const current = await readEndpoint(ctx, tried.merchantId, tried.profileId);
  return current?.url !== tried.url;
}

/** Keeps what a try says of the endpoint itself: that it does not answer, wants a rest, or wants no more. */
async function noteTrouble(
  { ctx, logger }: DeliveryParts,
  claimed: ClaimedDelivery,
  posted: Posted,
  { restUntil, stops }: RetryDecision,
): Promise<void> {
  const { merchantId, profileId } = claimed;
  const named = { merchant_id: merchantId, profile_id: profileId };
  const now = ctx.now();
  if (posted.kind === 'unanswered') {
    const random = randomFrom(ctx.randomBytes);
    const { before, after } = await changeHealth(ctx, claimed, (health) => afterSilence(health, now, random));
    if (isOpen(after) && !isOpen(before)) {
      logger.warn({ ...named, until: after.restingUntil }, 'webhook endpoint does not answer and rests');
    }
  } else if (restUntil !== null) {
    await changeHealth(ctx, claimed, (health) => afterAnswer(health, now, restUntil));
  } else if (stops) {
    await stopEndpoint(ctx, claimed);
    logger.warn(named, 'webhook endpoint wants no more and is stopped');
  }
}

/** Records an outcome, again if need be: one that is lost is sent once more. */
async function record(
  { ctx, logger }: DeliveryParts,
  claimed: ClaimedDelivery,
  outcome: DeliveryOutcome,
  signal: AbortSignal,
) {
  for (const waitMs of RECORD_AGAIN_MS) {
    try {
      return await recordAttempt(ctx, claimed, outcome);
    } catch (error) {
      logger.error({ err: error, delivery_id: claimed.deliveryId }, 'webhook try could not be recorded');
      await sleep(waitMs, undefined, { signal });
    }
  }
  return recordAttempt(ctx, claimed, outcome);
}

/** One line for each try; nothing of the address, of what was sent, or of what was answered. */
function logTry({ logger }: DeliveryParts, claimed: ClaimedDelivery, posted: Posted): void {
  logger.debug(
    {
      merchant_id: claimed.merchantId,
      delivery_id: claimed.deliveryId,
      event_id: claimed.eventId,
      event_type: claimed.eventType,
      attempt_number: claimed.attemptNumber,
      ...(posted.kind === 'answered' ? { status: posted.statusCode } : { error: posted.error }),
      duration_ms: posted.durationMs,
    },
    'webhook tried',
  );
}
