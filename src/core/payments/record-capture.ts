import {
  type EventOf,
  type EventSource,
  paymentOfTransaction,
  type Reported,
  TooEarlyError,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { recordNotAsAsked } from '../connector-calls/not-as-asked.ts';
import { readCharges } from '../connector-calls/read-outcome.ts';
import { isLater, noteDecision, recordOutcome } from '../connector-calls/run-calls.ts';
import { Attempt } from '../entities/attempt.ts';
import { Capture } from '../entities/capture.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import type { Payment } from '../entities/payment.ts';
import { wordsOnAttempts, wordsOnCaptures } from '../entities/states/later-words.ts';
import { StatusChange } from '../entities/status-change.ts';
import { clearFailure } from '../error-mappings/map-error.ts';
import type { CallRecord } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { Charges } from '../foundation/ports/connector.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';
import { activeAttemptId, transitionAttempt } from './attempts.ts';
import { addCapture, chargeCapture, chargedSum, isAtOnce, nameOfCapture } from './capture-payment.ts';
import { cannotTakeMoney } from './late-money.ts';
import { startReversal } from './reverse-payment.ts';
import { storeCharges } from './store-response.ts';

type CaptureMade = EventOf<'capture_made'>;

/**
 * Records a capture that an account reports. One that the service did not ask for, such as one made in the connector's
 * dashboard, becomes a capture of its payment, also if the authorization had failed, expired or been cancelled there.
 * Money that the payment cannot take goes back; more than is authorized is shown as not as asked.
 *
 * @throws {TooEarlyError} while it may be one of our own whose response is not recorded yet.
 */
export async function recordCapture(
  tx: WritingContext,
  source: EventSource,
  event: CaptureMade,
): Promise<Reported> {
  const found = await paymentOfTransaction(tx, source, event.connectorTransactionId);
  if (!found) return unknownObject;
  const { payment } = found;
  const attempt = await lock(tx, Attempt, found.attemptId);
  const { merchant_id, payment_id } = payment;
  const { connectorCaptureId: connector_capture_id } = event;
  const known = await findCapture(tx, attempt, event);
  if (known?.status === 'pending') {
    const key = { merchant_id, object_id: payment_id, part_id: known.capture_id };
    const call = await tx.transaction.em.findOneOrFail(ConnectorCall, { ...key, operation: 'capture' });
    const succeeded = { kind: 'succeeded', connectorTransactionId: connector_capture_id } as const;
    const outcome = { ...succeeded, ...readCharges(event) };
    return { isKnown: true, next: await recordOutcome(tx, call, outcome, null, event.at) };
  }
  if (known) {
    const capture = await lock(tx, Capture, known.capture_id);
    const next = await captureAgain(tx, payment, attempt, capture, readCharges(event), event.at);
    return { isKnown: true, next };
  }
  if (wordsOnAttempts.captured[attempt.status] === 'waits') {
    throw new TooEarlyError('The authorization is changing.');
  }
  const next = await captureElsewhere(tx, payment, attempt, event);
  return { isKnown: true, next, arrived: nameOfCapture(event) };
}

/** A capture that the service did not ask for, and does not know yet. */
async function captureElsewhere(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  event: CaptureMade,
): Promise<CallRecord | null> {
  if (goesBackAsWhole(payment, attempt)) return null;
  return take(tx, payment, attempt, event, async (received) => {
    const capturable = event.final ? 0 : leftAfter(payment, event.amount);
    const capture = await addCapture(tx, payment, attempt, event.amount);
    capture.connector_capture_id = event.connectorCaptureId;
    changeStatus(tx, capture, 'pending', 'connector');
    noteDecision(tx, capture, event.at);
    receive(tx, payment, attempt, capture, received, capturable);
    await storeCharges(tx, payment, capture, readCharges(event));
  });
}

/**
 * Records that a capture was received after all, as a connector reports that recovered it; or what was charged for it, if
 * it is known to be received.
 */
export async function captureAgain(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  capture: Capture,
  charges: Charges,
  at: Date,
): Promise<CallRecord | null> {
  if (!isLater(capture, at)) return null;
  const effect = wordsOnCaptures.charged[capture.status];
  if (effect === 'waits' || wordsOnAttempts.captured[attempt.status] === 'waits') {
    throw new TooEarlyError('A call about the authorization is under way.');
  }
  noteDecision(tx, capture, at);
  if (effect === 'agrees') {
    if (capture.status === 'charged') await storeCharges(tx, payment, capture, charges);
    return null;
  }
  const { amount, connector_capture_id: connectorCaptureId = null } = capture;
  const money = { amount, connectorCaptureId, currency: capture.currency ?? payment.currency };
  return take(tx, payment, attempt, money, async (received) => {
    const { amount_capturable } = payment;
    const capturable = (await wasCharged(tx, capture)) ? amount_capturable : leftAfter(payment, amount);
    receive(tx, payment, attempt, capture, received, capturable);
    await storeCharges(tx, payment, capture, charges);
  });
}

/** What stays capturable beside a capture that is counted for the first time. */
const leftAfter = ({ amount_capturable }: Payment, amount: number): number =>
  Math.max(amount_capturable - amount, 0);

/** Whether a capture was received before it failed: what it took of the authorization is taken already. */
async function wasCharged(tx: WritingContext, { capture_id, merchant_id }: Capture): Promise<boolean> {
  const change = { merchant_id, object_type: 'capture', object_id: capture_id, to_status: 'charged' };
  return (await tx.transaction.em.count(StatusChange, change)) > 0;
}

/** Captured money that a connector reports. */
interface CapturedMoney {
  readonly amount: number;
  readonly currency: string;
  readonly connectorCaptureId: string | null;
}

/**
 * Takes captured money as far as its authorization reaches: it goes back if the payment cannot take it, and more than is
 * left is shown as not as asked.
 *
 * @param count Counts it, beside what was received before.
 */
async function take(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  { amount, connectorCaptureId, currency }: CapturedMoney,
  count: (received: number) => Promise<void>,
): Promise<CallRecord | null> {
  const reason = await reasonToReturn(tx, payment, attempt);
  if (reason !== null) {
    const money = { operation: 'refund', amount, currency, connectorCaptureId, reason } as const;
    return startReversal(tx, payment, attempt, money);
  }
  const received = await chargedSum(tx, attempt);
  const left = payment.net_amount - received;
  if (currency === payment.currency && amount >= 1 && amount <= left) {
    await count(received);
    return null;
  }
  const what = `a capture of ${amount} ${currency}, in minor units (${connectorCaptureId}), where ${left} ${payment.currency} could be captured`;
  recordNotAsAsked(tx, 'payment_not_as_asked', what, payment, attempt);
  payment.updated = attempt.modified_at = tx.ports.now();
  return null;
}

/** Why captured money has to go back; null if its payment can take it. */
async function reasonToReturn(tx: WritingContext, payment: Payment, attempt: Attempt) {
  const isAlive =
    activeAttemptId(payment) === attempt.attempt_id &&
    !['failed', 'cancelled', 'expired'].includes(payment.status);
  return isAlive ? null : cannotTakeMoney(tx, payment, attempt);
}

/**
 * The capture that an account reports, by its identifier. Money that was captured together with its authorization has
 * none: a report of the same amount is about it, unless there is more to capture.
 */
async function findCapture(
  tx: WritingContext,
  attempt: Attempt,
  { amount, connectorCaptureId }: CaptureMade,
): Promise<Capture | null> {
  const { attempt_id: authorized_attempt_id, merchant_id, payment_id } = attempt;
  const captures = await tx.transaction.em.find(Capture, { merchant_id, payment_id, authorized_attempt_id });
  const named = captures.find((one) => one.connector_capture_id === connectorCaptureId);
  if (named || attempt.status === 'partial_charged_and_chargeable') return named ?? null;
  return captures.find((one) => one.amount === amount && isAtOnce(one, attempt)) ?? null;
}

/** Whether what was captured together with the authorization goes back, which is in no capture. */
const goesBackAsWhole = ({ reversals }: Payment, { attempt_id }: Attempt): boolean =>
  (reversals ?? []).some(
    (one) => one.attempt_id === attempt_id && one.operation === 'refund' && !one.connector_capture_id,
  );

/**
 * Counts a capture, beside what was received `before`. It may come after the end of its authorization.
 *
 * @param capturable What is left to capture then.
 */
function receive(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  capture: Capture,
  before: number,
  capturable: number,
): void {
  attempt.authorized_at ??= tx.ports.now();
  clearFailure(attempt, payment);
  payment.manual_retry_allowed = null;
  chargeCapture(tx, payment, capture);
  // Refunded money was received first: what is received again includes it.
  payment.amount_received = Math.max(before + capture.amount, payment.amount_refunded);
  payment.amount_capturable = capturable;
  const isComplete = payment.amount_received === payment.net_amount;
  const partial = capturable > 0 ? 'partial_charged_and_chargeable' : 'partial_charged';
  transitionAttempt(tx, payment, attempt, isComplete ? 'charged' : partial, 'connector');
}
