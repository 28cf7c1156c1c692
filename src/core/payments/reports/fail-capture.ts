import {
  type EventOf,
  type EventSource,
  paymentOfTransaction,
  type Reported,
  recorded,
  TooEarlyError,
  unknownObject,
} from '../../connector-calls/connector-reports.ts';
import { reportedSuccess } from '../../connector-calls/read-outcome.ts';
import { isLater, noteDecision, recordOutcome } from '../../connector-calls/run-calls.ts';
import { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import { Refund } from '../../entities/refund.ts';
import { reportsOnAttempts, reportsOnCaptures } from '../../entities/states/later-reports.ts';
import { lives } from '../../entities/states/lives.ts';
import { recordFailure } from '../../error-mappings/map-error.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { ConnectorFailure } from '../../foundation/ports/connector.ts';
import { ERROR_MESSAGE_MAX, TEXT_MAX } from '../../model/index.ts';
import { changeStatus } from '../../writes/apply-changes.ts';
import { lock } from '../../writes/transactions.ts';
import { activeAttemptId, transitionAttempt } from '../authorize/attempts.ts';
import { chargedSum, isAtOnce, nameOfCapture } from '../capture/capture-payment.ts';

type CaptureFailed = EventOf<'capture_failed'>;
type Failure = Pick<ConnectorFailure, 'code' | 'message'>;

/**
 * Records that a succeeded capture failed later. The payment keeps the amounts of its other captures, and fails without
 * any; the uncaptured rest stays capturable. The failure of a capture that is not known yet is kept until it is.
 *
 * @throws {TooEarlyError} while another capture or a void is in progress: its outcome comes first.
 */
export async function recordCaptureFailure(
  tx: WritingContext,
  source: EventSource,
  event: CaptureFailed,
): Promise<Reported> {
  const found = await paymentOfTransaction(tx, source, event.connectorTransactionId);
  if (!found) return unknownObject;
  const { payment } = found;
  const attempt = await lock(tx, Attempt, found.attemptId);
  const { merchant_id, payment_id } = payment;
  const captures = await tx.transaction.em.find(Capture, {
    merchant_id,
    payment_id,
    authorized_attempt_id: attempt.attempt_id,
  });
  const capture = await lockCapture(tx, attempt, captures, event);
  if (!capture) {
    if (event.connectorCaptureId !== null)
      return { isKnown: false, next: null, awaits: nameOfCapture(event) };
    // Money that was captured with its authorization and goes back is in no capture.
    return attempt.authorized_at ? recorded : unknownObject;
  }
  if (capture.status === 'pending') {
    const key = { merchant_id, object_id: payment_id, part_id: capture.capture_id };
    const call = await tx.transaction.em.findOneOrFail(ConnectorCall, { ...key, operation: 'capture' });
    // The report that it was made comes later, or never: what it took of the authorization is used up all the same.
    const made = reportedSuccess(capture.connector_capture_id ?? capture.capture_id, {
      amount: capture.amount,
      currency: capture.currency ?? payment.currency,
    });
    await recordOutcome(tx, call, made, null, event.at);
  }
  await captureFailsLater(tx, payment, attempt, capture, event, event.at);
  return recorded;
}

/** Records that a capture which had succeeded was not received; nothing if that is known. */
export async function captureFailsLater(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  capture: Capture,
  failure: Failure,
  at: Date,
): Promise<void> {
  if (!isLater(lives.capture, capture, 'failed', at)) return;
  const effect = reportsOnCaptures.failed[capture.status];
  if (effect === 'waits' || reportsOnAttempts.taken_back[attempt.status] === 'waits') {
    throw new TooEarlyError('A capture or void of the authorization is under way.');
  }
  noteDecision(tx, capture, at);
  if (effect === 'agrees') return;
  failCapture(tx, capture, failure);
  if (isCountedIn(payment, attempt)) await takeBack(tx, payment, attempt, failure);
}

/** Whether a payment counts the money of an attempt: its own, and not what went back to the customer. */
const isCountedIn = (payment: Payment, attempt: Attempt): boolean =>
  activeAttemptId(payment) === attempt.attempt_id && payment.amount_received > 0;

/** Marks a locked capture as failed, with the connector's reason. */
export function failCapture(tx: WritingContext, capture: Capture, { code, message }: Failure): void {
  capture.error_code = code.slice(0, TEXT_MAX);
  capture.error_message = message.slice(0, ERROR_MESSAGE_MAX);
  capture.error_reason = message.slice(0, TEXT_MAX);
  capture.captured_at = null;
  capture.modified_at = tx.ports.now();
  changeStatus(tx, capture, 'failed', 'connector');
}

/**
 * Locks the capture of an event: the named one, or the only one. One made together with its authorization has no
 * identifier of the connector's.
 */
async function lockCapture(
  tx: WritingContext,
  attempt: Attempt,
  captures: readonly Capture[],
  { connectorCaptureId: id }: CaptureFailed,
): Promise<Capture | null> {
  const named = captures.filter((capture) => id === null || capture.connector_capture_id === id);
  const [only] = named.length > 0 ? named : captures.filter((capture) => isAtOnce(capture, attempt));
  return named.length <= 1 && only ? lock(tx, Capture, only.capture_id) : null;
}

async function takeBack(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  failure: Failure,
): Promise<void> {
  const call = { connector: attempt.connector!, flow: 'payment', operation: 'capture' } as const;
  await recordFailure(tx, call, failure, attempt, payment);
  const left = await chargedSum(tx, attempt);
  // Refunded money was received first: the sum does not fall below it.
  payment.amount_received = Math.max(left, payment.amount_refunded);
  const isCapturable = payment.amount_capturable > 0;
  if (left > 0) {
    const to = isCapturable ? attempt.status : 'partial_charged';
    transitionAttempt(tx, payment, attempt, to, 'connector');
    return;
  }
  payment.paid_at = null;
  payment.manual_retry_allowed = isCapturable ? null : false;
  transitionAttempt(tx, payment, attempt, isCapturable ? 'capture_failed' : 'failure', 'connector');
}

/**
 * Counts what was refunded of money that was taken back as received no longer, once its refund fails: the money is
 * neither here nor with the customer by us. Lock the refund first.
 */
export async function uncountTakenBack(tx: WritingContext, refund: Refund): Promise<void> {
  const { merchant_id, payment_id } = refund;
  const payment = await lock(tx, Payment, payment_id);
  const authorized_attempt_id = activeAttemptId(payment);
  const { em } = tx.transaction;
  const captures = await em.find(Capture, { merchant_id, payment_id, authorized_attempt_id });
  if (!captures.some(({ status }) => status === 'failed')) return;
  const charged = sumOf(captures.filter(({ status }) => status === 'charged'));
  if (charged >= payment.amount_received) return;
  // No more may be refunded than was received, so the refund has to be written before the payment.
  await em.flush();
  const refunds = await em.find(Refund, { merchant_id, payment_id, status: { $ne: 'failed' } });
  payment.amount_received = Math.max(charged, sumOf(refunds));
  payment.updated = tx.ports.now();
}

const sumOf = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);
