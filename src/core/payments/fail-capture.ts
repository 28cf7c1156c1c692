import {
  type EventOf,
  type EventSource,
  paymentOfTransaction,
  type Reported,
  recorded,
  TooEarlyError,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { recordOutcome } from '../connector-calls/run-calls.ts';
import type { Attempt } from '../entities/attempt.ts';
import { Capture } from '../entities/capture.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import type { Payment } from '../entities/payment.ts';
import { recordFailure } from '../error-mappings/map-error.ts';
import type { WritingContext } from '../foundation/context.ts';
import { ERROR_MESSAGE_MAX, TEXT_MAX } from '../model/index.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';
import { activeAttempt, transitionAttempt } from './attempts.ts';

type CaptureFailed = EventOf<'capture_failed'>;

/**
 * Records that a succeeded capture failed later. The payment keeps the amounts of its other captures, and fails without
 * any; the uncaptured rest stays capturable.
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
  const { attemptId, payment } = found;
  const attempt = await activeAttempt(tx, payment);
  if (attempt.attempt_id !== attemptId) return recorded;
  const { merchant_id, payment_id } = payment;
  const captures = await tx.transaction.em.find(Capture, { merchant_id, payment_id });
  const capture = await lockCapture(tx, captures, event);
  if (!capture) return unknownObject;
  if (capture.status === 'pending') {
    const key = { merchant_id, object_id: payment_id, part_id: capture.capture_id };
    const call = await tx.transaction.em.findOneOrFail(ConnectorCall, { ...key, operation: 'capture' });
    const { code, message } = event;
    return { isKnown: true, next: await recordOutcome(tx, call, { kind: 'failed', code, message }) };
  }
  if (capture.status !== 'charged') return recorded;
  if (attempt.status === 'capture_initiated' || attempt.status === 'void_initiated') {
    throw new TooEarlyError('A capture or void of the authorization is under way.');
  }
  capture.error_code = event.code.slice(0, TEXT_MAX);
  capture.error_message = event.message.slice(0, ERROR_MESSAGE_MAX);
  capture.error_reason = event.message.slice(0, TEXT_MAX);
  capture.captured_at = null;
  capture.modified_at = tx.ports.now();
  changeStatus(tx, capture, 'failed', 'connector');
  await takeBack(tx, payment, attempt, capture.amount, event);
  return recorded;
}

/**
 * Locks the capture of an event: the named one, or the only one. One made together with its authorization has no
 * identifier of the connector's.
 */
async function lockCapture(
  tx: WritingContext,
  captures: readonly Capture[],
  { connectorCaptureId: id }: CaptureFailed,
): Promise<Capture | null> {
  const named = captures.filter((capture) => id === null || capture.connector_capture_id === id);
  const [only] = named.length > 0 ? named : captures.filter(({ reference_id }) => !reference_id);
  return named.length <= 1 && only ? lock(tx, Capture, only.capture_id) : null;
}

async function takeBack(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  amount: number,
  failure: CaptureFailed,
): Promise<void> {
  const call = { connector: attempt.connector!, flow: 'payment', operation: 'capture' } as const;
  await recordFailure(tx, call, failure, attempt, payment);
  const left = payment.amount_received - amount;
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
