import { recordChallenge } from '../authentications/record-authentication.ts';
import { openConnectorAccount, withoutNul } from '../connector-calls/call-connector.ts';
import {
  type EventOf,
  type EventSource,
  type Reported,
  TooEarlyError,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { awaitedName, keepEvent, takeKeptEvents } from '../connector-calls/kept-events.ts';
import { readableEvent } from '../connector-calls/read-outcome.ts';
import { CLOCKS_DIFFER_MS, recordOutcome, runCalls } from '../connector-calls/run-calls.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import type { CallRecord } from '../foundation/call-record.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { maskedText } from '../foundation/mask-text.ts';
import { requireCallsTo } from '../foundation/outgoing-calls.ts';
import {
  type ConnectorEvent,
  type IncomingWebhook,
  NotSentError,
  type Outcome,
  type ReadWebhook,
  UnansweredError,
  WebhookRefusedError,
  type WebhookResponse,
} from '../foundation/ports/connector.ts';
import { recordCardUpdate, recordMandateRevoked } from '../payment-methods/record-vendor-changes.ts';
import { recordCaptureFailure } from '../payments/reports/fail-capture.ts';
import { recordAuthorizationEnd } from '../payments/reports/record-authorization-end.ts';
import { recordCapture } from '../payments/reports/record-capture.ts';
import { recordCapturedTotal } from '../payments/reports/record-captured-total.ts';
import { recordFraudWarning } from '../payments/reports/record-fraud-warning.ts';
import { recordStoredMandate } from '../payments/reports/record-stored-mandate.ts';
import { recordPayoutReturn } from '../payouts/return-payout.ts';
import { recordRefund, recordRefundFailure } from '../refunds/record-refund.ts';
import { recordReadyReport } from '../settlements/report-feeds.ts';
import { inTransaction } from '../writes/transactions.ts';
import { findCall } from './find-call.ts';

/** Whether an event was processed now, had been processed before, or concerns no object of the service. */
export type EventResult = 'processed' | 'repeated' | 'ignored';

/** Retention of event identifiers for deduplication. Connectors stop redelivering events after days. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000;
/** How long a call without an outcome may still turn out to own an unknown transaction. */
const OUTSTANDING_MS = 24 * 60 * 60 * 1000;
/** Time limit for reading a webhook, including the connector's own requests: vendors wait for some ten seconds. */
const READ_WITHIN_MS = 5_000;
/** When the vendor may send a webhook again. */
const RETRY_AFTER_S = 5;

/**
 * Processes a connector's webhook. Each event is processed and marked as processed in one transaction: after a
 * crash the connector, which got no response, repeats the event, and it takes effect once.
 *
 * @param read Reads the request's body, which happens only once the account is known.
 * @throws {Problem} `resource_not_found` for an unknown account, or one whose connector sends no webhooks;
 * `invalid_api_key` for a wrong signature; `outgoing_calls_off` while the connector is not called; `overloaded` if an event
 * could not be processed, or the vendor did not respond to the connector's question about it. Any other failure of a connector
 * is a defect; the vendor repeats the webhook until it is mended.
 */
export async function receiveWebhook(
  ctx: Context,
  source: EventSource,
  read: () => Promise<IncomingWebhook>,
): Promise<ReceivedWebhook> {
  const own: Context = { ...withinMerchant(ctx, source.merchantId), followsUp: true };
  const { access, connector } =
    (await openConnectorAccount(own, {
      merchant_id: source.merchantId,
      merchant_connector_id: source.merchantConnectorId,
    })) ?? {};
  if (!access || !connector?.readWebhook) throw notFound('connector account');
  // Before it is read: the vendor repeats it until an operator has decided.
  requireCallsTo(ctx.ports, connector.name);
  const webhook = await read();
  const signal = AbortSignal.timeout(Math.min(ctx.ports.guard.deadlineMs, READ_WITHIN_MS));
  const { events, response = null } = await readSigned(
    connector.readWebhook(access, webhook, signal),
    signal,
  );
  const results: EventResult[] = [];
  let failure: unknown = null;
  for (const event of withoutNul(events).map(readableEvent)) {
    try {
      results.push(await receiveEvent(own, source, event));
    } catch (error) {
      // Process the other events all the same: the connector will repeat the whole webhook.
      failure ??= error;
    }
  }
  if (failure !== null) {
    throw new Problem('overloaded', 'Some events could not be processed. Send the webhook again.', {
      retryAfterS: RETRY_AFTER_S,
      // An event that comes before its object is recorded is no defect.
      ...(failure instanceof TooEarlyError ? { reason: failure.message } : { cause: failure }),
    });
  }
  return { results, response };
}

/** The results of a webhook's events, and the response that its sender expects. */
export interface ReceivedWebhook {
  readonly results: readonly EventResult[];
  readonly response: WebhookResponse | null;
}

/**
 * Reads a webhook within its time. The signature is the request's only credential. Only the log has the reason of a
 * refusal: it would help an attacker guess.
 */
async function readSigned(reading: Promise<ReadWebhook>, signal: AbortSignal): Promise<ReadWebhook> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(new UnansweredError('The vendor did not answer in time.')),
      {
        once: true,
      },
    );
  });
  try {
    return await Promise.race([reading, late]);
  } catch (error) {
    if (error instanceof WebhookRefusedError) {
      const message = 'The webhook is not signed with the secret of the connector account.';
      throw new Problem('invalid_api_key', message, { reason: error.message, cause: error });
    }
    if (!(error instanceof UnansweredError || error instanceof NotSentError)) throw error;
    throw new Problem('overloaded', 'The connector could not verify the webhook. Send it again.', {
      retryAfterS: RETRY_AFTER_S,
      reason: maskedText(error.message),
    });
  }
}

/** The result of an event, and the connector call that it leads to. */
interface Processed {
  readonly result: EventResult;
  readonly next: CallRecord | null;
}

async function receiveEvent(ctx: Context, source: EventSource, event: ConnectorEvent): Promise<EventResult> {
  const receivedAt = ctx.ports.now();
  const { next, result } = await inTransaction(ctx, async (tx): Promise<Processed> => {
    const isNew = await markProcessed(tx, source, event, receivedAt);
    if (!isNew) return { result: 'repeated', next: null };
    const { arrived, awaits, isKnown, next } = await recordEvent(tx, source, event);
    if (arrived) await recordKept(tx, source, arrived);
    // An event that does not name our call may be about a transaction that is not recorded yet.
    const namesCall = event.type === 'outcome' && Boolean(event.call.idempotencyKey);
    if (!isKnown && !namesCall && (await hasOutstandingCall(tx, source, event))) {
      throw new TooEarlyError('The object of the event may not be recorded yet.');
    }
    if (awaits) await keepEvent(tx, source, event, awaits);
    return { result: isKnown ? 'processed' : 'ignored', next };
  });
  await runCalls(ctx, next);
  return result;
}

/**
 * Records the events that were kept for the objects that have arrived, oldest first. They lead to no call. An event that
 * has to wait for more is kept again.
 */
async function recordKept(tx: WritingContext, source: EventSource, names: readonly string[]): Promise<void> {
  await tx.transaction.em.flush();
  for (const event of await takeKeptEvents(tx, source, names)) {
    const { arrived: further, awaits } = await recordEvent(tx, source, event);
    if (awaits) await keepEvent(tx, source, event, awaits);
    else if (further) await recordKept(tx, source, further);
  }
}

/** Records an event on the object that it is about. */
function recordEvent(tx: WritingContext, source: EventSource, event: ConnectorEvent): Promise<Reported> {
  switch (event.type) {
    case 'outcome':
      return recordReportedOutcome(tx, source, event);
    case 'dispute':
      return recordDispute(tx, source, event);
    case 'refund_made':
      return recordRefund(tx, source, event);
    case 'refund_failed':
      return recordRefundFailure(tx, source, event);
    case 'capture_made':
      return recordCapture(tx, source, event);
    case 'captured_total':
      return recordCapturedTotal(tx, source, event);
    case 'capture_failed':
      return recordCaptureFailure(tx, source, event);
    case 'authorization_ended':
      return recordAuthorizationEnd(tx, source, event);
    case 'payout_returned':
      return recordPayoutReturn(tx, source, event);
    case 'mandate_stored':
      return recordStoredMandate(tx, source, event);
    case 'mandate_revoked':
      return recordMandateRevoked(tx, source, event);
    case 'card_updated':
      return recordCardUpdate(tx, source, event);
    case 'fraud_warning':
      return recordFraudWarning(tx, source, event);
    case 'report_ready':
      return recordReadyReport(tx, source);
  }
}

/** Records the outcome of a call or a challenge: the customer's browser may never return to report it. */
async function recordReportedOutcome(
  tx: WritingContext,
  source: EventSource,
  { at, call: selector, outcome }: EventOf<'outcome'>,
): Promise<Reported> {
  const found = await findCall(tx, source, selector);
  if (!found) return unknownObject;
  if (found.kind === 'challenge') {
    return { isKnown: true, next: await recordChallenge(tx, found.challenge, outcome) };
  }
  const { operation, outcome: known } = found.call;
  const next = await recordOutcome(tx, found.call, outcome, null, at);
  // Money that had been given up was captured: a refund of it may have been reported before.
  const connectorTransactionId =
    operation === 'capture' ? selector.parentTransactionId : transactionOf(outcome);
  const isBack = (known as Outcome | null)?.kind === 'failed' && outcome.kind === 'succeeded';
  const arrived = isBack && connectorTransactionId ? [awaitedName('money', { connectorTransactionId })] : [];
  return { isKnown: true, next, ...(arrived.length > 0 ? { arrived } : {}) };
}

const transactionOf = (outcome: Outcome): string | null =>
  ('connectorTransactionId' in outcome && outcome.connectorTransactionId) || null;

/** Marks an event as processed; false if it already was. Of two concurrent ones, the second waits for the first. */
async function markProcessed(
  tx: WritingContext,
  source: EventSource,
  event: ConnectorEvent,
  receivedAt: Date,
): Promise<boolean> {
  const text = `insert into incoming_events
                  (merchant_id, merchant_connector_id, event_id, received_at, processed_at, expires_at)
                values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning event_id`;
  const nowMs = tx.ports.now().getTime();
  const values = [
    source.merchantId,
    source.merchantConnectorId,
    event.id,
    receivedAt.toISOString(),
    new Date(nowMs).toISOString(),
    new Date(nowMs + REMEMBERED_MS).toISOString(),
  ];
  return (
    (await tx.rows.query({ text, values, touches: { writes: ['incoming_events'] } }, source.merchantId))
      .length > 0
  );
}

/**
 * Whether a call to the account may turn out to own an event's unknown transaction: an event may overtake the response
 * that assigns its transaction to a payment. Such a call was committed before the event happened, has no transaction
 * recorded yet, and was sent with the reference that the vendor's object has, if it says so. Other systems may use the
 * vendor's account too: their events are not ours to wait for.
 */
async function hasOutstandingCall(
  tx: WritingContext,
  source: EventSource,
  { at, objectReference }: ConnectorEvent,
): Promise<boolean> {
  const text = `select 1 as found from connector_calls
                where merchant_id = $1 and merchant_connector_id = $2 and status = 'intended'
                  and created_at > $3 and created_at <= $4
                  and (outcome is null or outcome->>'kind' = 'unknown')
                  and outcome->>'connectorTransactionId' is null
                  and ($5::text is null or $5 in (part_id, object_id)) limit 1`;
  const since = new Date(tx.ports.now().getTime() - OUTSTANDING_MS).toISOString();
  const until = new Date(at.getTime() + CLOCKS_DIFFER_MS).toISOString();
  const values = [source.merchantId, source.merchantConnectorId, since, until, objectReference || null];
  const statement = { text, values, touches: { reads: ['connector_calls'] } };
  return (await tx.rows.query(statement, source.merchantId)).length > 0;
}
