import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Context } from '../foundation/context.ts';
import { maskedText } from '../foundation/mask-text.ts';
import { type Endpoint, readEndpoint } from '../webhook-endpoints/endpoint.ts';
import {
  afterNoResponse,
  afterResponse,
  changeHealth,
  disableEndpoint,
  healthy,
  isTripped,
  randomFrom,
} from '../webhook-endpoints/endpoint-health.ts';
import type { AttemptRecorder } from './attempt-recorder.ts';
import { bodyFor, composeHeaders } from './compose.ts';
import { DISABLED_MESSAGE, decideRetry, type RetryDecision } from './decide-retry.ts';
import { type LeasedDelivery, releaseLease } from './lease-deliveries.ts';
import { maskSecrets } from './mask-secrets.ts';
import { storableText } from './post/http-post.ts';
import type { PostResult, WebhookSender } from './post/sender.ts';
import type { DeliveryOutcome } from './record-attempts.ts';

export interface DeliveryDeps {
  /** A context that sees every merchant. */
  readonly ctx: Context;
  readonly sender: WebhookSender;
  readonly recorder: AttemptRecorder;
  readonly logger: Logger;
  readonly retryDelaysMs: readonly number[];
}

/** Delays between tries to record an outcome when the database rejects it. */
const RECORD_RETRY_MS = [100, 500, 2_000];

const NO_URL_MESSAGE =
  'The endpoint is gone: the profile no longer has a webhook_url, or the further endpoint was deleted. Set webhook_details or name another endpoint, then redeliver.';

/**
 * Makes one attempt at a leased delivery to its endpoint, null if that is gone, and records the outcome. Without an enabled
 * endpoint the delivery fails. Releases the lease if aborted.
 */
export async function deliver(
  deps: DeliveryDeps,
  delivery: LeasedDelivery,
  endpoint: Promise<Endpoint | null>,
  signal: AbortSignal,
): Promise<void> {
  const { ctx } = deps;
  try {
    await ctx.ports.observe(
      {
        kind: 'webhook_attempt',
        labels: {},
        ids: { delivery_id: delivery.deliveryId, event_type: delivery.eventType },
        cause: delivery.traceparent,
      },
      async () => attemptIfEnabled(deps, delivery, await endpoint, signal),
      (status) => (status === 'pending' ? 'to_retry' : status),
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    await releaseLease(ctx, delivery);
  }
}

/** @returns The delivery's status afterwards. */
async function attemptIfEnabled(
  deps: DeliveryDeps,
  delivery: LeasedDelivery,
  endpoint: Endpoint | null,
  signal: AbortSignal,
): Promise<DeliveryOutcome['status']> {
  if (endpoint && endpoint.disabledAt === null) return attempt(deps, delivery, endpoint, signal);
  const errorMessage = endpoint ? DISABLED_MESSAGE : NO_URL_MESSAGE;
  const notAttempted = { attempt: null, url: null, nextAttemptAt: null, pace: null };
  await record(deps, delivery, { ...notAttempted, status: 'failed', errorMessage }, signal);
  return 'failed';
}

async function attempt(
  deps: DeliveryDeps,
  delivery: LeasedDelivery,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<DeliveryOutcome['status']> {
  const { ctx, sender } = deps;
  const { attemptNumber, eventId } = delivery;
  const body = bodyFor(endpoint, delivery.body);
  const startedAt = ctx.ports.now();
  const headers = composeHeaders(endpoint, { eventId, at: startedAt, body });
  const result = await sender.post({ url: endpoint.url, headers, body }, signal);
  const completedAt = ctx.ports.now();
  const random = randomFrom(ctx.ports.randomBytes);
  const decision = decideRetry({ attemptNumber, completedAt, outcome: result }, random, deps.retryDelaysMs);
  logAttempt(deps, delivery, result);
  const affectsHealth =
    result.kind === 'no_response' || decision.pauseUntil !== null || decision.disablesEndpoint;
  const hasMoved = affectsHealth && (await hasNewUrl(ctx, endpoint));
  // Change the health before recording the outcome, which frees capacity for other attempts at the endpoint.
  if (affectsHealth && !hasMoved) await changeEndpoint(deps, delivery, result, decision);
  const outcome = outcomeOf(
    delivery,
    endpoint,
    startedAt,
    result,
    hasMoved
      ? { ...decision, status: 'pending', nextAttemptAt: completedAt, pace: null }
      : { ...decision, pace: paceOf(result) },
  );
  const { hasFailures, isResting } = await record(deps, delivery, outcome, signal);
  if (delivery.isUrgent && isResting && outcome.status === 'delivered') {
    await changeHealth(ctx, delivery, () => healthy);
  } else if (hasFailures && result.kind === 'response') {
    await changeHealth(ctx, delivery, (health) => afterResponse(health, completedAt));
  }
  return outcome.status;
}

function outcomeOf(
  { attemptNumber }: LeasedDelivery,
  endpoint: Endpoint,
  startedAt: Date,
  result: PostResult,
  { errorMessage, nextAttemptAt, pace, status }: RetryDecision & Pick<DeliveryOutcome, 'pace'>,
): DeliveryOutcome {
  const hasResponse = result.kind === 'response';
  return {
    status,
    errorMessage,
    nextAttemptAt,
    pace,
    url: endpoint.url,
    attempt: {
      attempt_number: attemptNumber,
      started_at: startedAt.toISOString(),
      duration_ms: result.durationMs,
      status_code: hasResponse ? result.statusCode : null,
      error: hasResponse ? null : result.error,
      error_message: errorMessage,
      // A mask may be longer than the secret it replaces, so truncate again.
      answer: hasResponse
        ? storableText(Buffer.from(maskedText(maskSecrets(result.responseBody, endpoint))))
        : null,
    },
  };
}

/** A response such as 400 is about the event, not about how many the endpoint can take. */
function paceOf(result: PostResult): DeliveryOutcome['pace'] {
  if (result.kind === 'no_response' || result.statusCode >= 500 || result.statusCode === 429) return 'fewer';
  return result.statusCode >= 200 && result.statusCode <= 299 ? 'more' : null;
}

/** Whether the endpoint's URL changed during the attempt, whose result then does not apply to the new one. */
async function hasNewUrl(ctx: Context, attempted: Endpoint): Promise<boolean> {
  const current = await readEndpoint(ctx, attempted);
  return current?.url !== attempted.url;
}

/** Applies the consequences for the endpoint: a failure counted, a pause it asked for, or its disabling. */
async function changeEndpoint(
  { ctx, logger }: DeliveryDeps,
  delivery: LeasedDelivery,
  result: PostResult,
  { disablesEndpoint, pauseUntil }: RetryDecision,
): Promise<void> {
  const { endpointId, merchantId, profileId } = delivery;
  const ids = { merchant_id: merchantId, profile_id: profileId, endpoint_id: endpointId };
  const now = ctx.ports.now();
  if (result.kind === 'no_response') {
    const random = randomFrom(ctx.ports.randomBytes);
    const { before, after } = await changeHealth(ctx, delivery, (h) => afterNoResponse(h, now, random));
    if (isTripped(after) && !isTripped(before)) {
      logger.warn({ ...ids, until: after.circuitOpenUntil }, 'webhook endpoint circuit opened');
    }
  } else if (pauseUntil !== null) {
    await changeHealth(ctx, delivery, (health) => afterResponse(health, now, pauseUntil));
  } else if (disablesEndpoint) {
    await disableEndpoint(ctx, delivery);
    logger.warn(ids, 'webhook endpoint responded with 410 and was disabled');
  }
}

/** Records an outcome, with retries: if it were lost, the message would be sent again. */
async function record(
  { logger, recorder }: DeliveryDeps,
  delivery: LeasedDelivery,
  outcome: DeliveryOutcome,
  signal: AbortSignal,
) {
  for (const waitMs of RECORD_RETRY_MS) {
    try {
      return await recorder.record(delivery, outcome);
    } catch (error) {
      logger.error({ err: error, delivery_id: delivery.deliveryId }, 'webhook attempt could not be recorded');
      await sleep(waitMs, undefined, { signal });
    }
  }
  return recorder.record(delivery, outcome);
}

/** Logs one line per attempt, without the URL and the bodies. */
function logAttempt({ logger }: DeliveryDeps, delivery: LeasedDelivery, result: PostResult): void {
  logger.debug(
    {
      merchant_id: delivery.merchantId,
      delivery_id: delivery.deliveryId,
      event_id: delivery.eventId,
      event_type: delivery.eventType,
      attempt_number: delivery.attemptNumber,
      ...(result.kind === 'response' ? { status: result.statusCode } : { error: result.error }),
      duration_ms: result.durationMs,
    },
    'webhook attempted',
  );
}
