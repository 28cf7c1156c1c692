import type { EventOf } from '../../connector-calls/connector-reports.ts';
import { compareReport, reportRecorder } from '../../connector-calls/record-report.ts';
import type { Attempt } from '../../entities/attempt.ts';
import { Capture } from '../../entities/capture.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import { Refund } from '../../entities/refund.ts';
import { reportsOnAttempts } from '../../entities/states/later-reports.ts';
import { lives } from '../../entities/states/lives.ts';
import { recordFailure } from '../../error-mappings/map-error.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { ConnectorFailure } from '../../foundation/ports/connector.ts';
import { ERROR_MESSAGE_MAX, TEXT_MAX } from '../../model/index.ts';
import { changeStatus } from '../../writes/apply-changes.ts';
import { lock } from '../../writes/transactions.ts';
import { activeAttemptId, transitionAttempt } from '../attempt/attempts.ts';
import { chargedSum, isAtOnce } from '../attempt/captures.ts';

type CaptureFailed = EventOf<'capture_failed'>;
type Failure = Pick<ConnectorFailure, 'code' | 'message'>;

/**
 * Records that a succeeded capture failed later. The payment keeps the amounts of its other captures, and fails without
 * any; the uncaptured rest stays capturable. The failure of a capture that is not known yet is kept until it is.
 *
 * @throws {TooEarlyError} while another capture or a void is in progress: its outcome comes first.
 */
export const recordCaptureFailure = reportRecorder<'capture_failed'>({
  findCapture: (tx, { attempt }, event) => lockCapture(tx, attempt, event),
  openCall: (tx, { capture, payment }) => openCaptureCall(tx, payment, capture),
  // The report of the capture comes later, or never: its part of the authorization is used up anyway.
  outcome: (_event, { capture, payment }) => ({
    connectorTransactionId: capture!.connector_capture_id ?? capture!.capture_id,
    amount: capture!.amount,
    currency: capture!.currency ?? payment.currency,
  }),
  saysMore: true,
  decide: async (tx, { attempt, capture, payment }, event) => {
    if (capture) await captureFailsLater(tx, payment, attempt, capture, event, event.at);
    else if (event.connectorCaptureId !== null) return { isKnown: false, awaits: 'capture' };
    // Money that was captured with its authorization and goes back is in no capture.
    else if (!attempt.authorized_at) return { isKnown: false };
    return {};
  },
});

/** The call of a capture that has no outcome yet. */
export const openCaptureCall = async (
  tx: WritingContext,
  { merchant_id, payment_id: object_id }: Payment,
  capture: Capture | null,
): Promise<ConnectorCall | null> => {
  if (capture?.status !== 'pending') return null;
  const key = { merchant_id, object_id, part_id: capture.capture_id, operation: 'capture' } as const;
  return tx.transaction.em.findOneOrFail(ConnectorCall, key);
};

/** Records that a capture which had succeeded was not received; nothing if that is known. */
export async function captureFailsLater(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  capture: Capture,
  failure: Failure,
  at: Date,
): Promise<void> {
  const effect = compareReport(
    tx,
    lives.capture,
    capture,
    'failed',
    at,
    reportsOnAttempts.taken_back[attempt.status],
  );
  if (effect !== 'follows') return;
  failCapture(tx, capture, failure);
  if (isCountedIn(payment, attempt)) await takeBack(tx, payment, attempt, failure);
}

/** Whether a payment counts the money of an attempt: its own attempt's, unless it was reversed. */
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
  { connectorCaptureId: id }: CaptureFailed,
): Promise<Capture | null> {
  const { attempt_id: authorized_attempt_id, merchant_id, payment_id } = attempt;
  const captures = await tx.transaction.em.find(Capture, { merchant_id, payment_id, authorized_attempt_id });
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
 * No longer counts the refunded part of reversed money as received, once its refund fails: neither the merchant nor, by us,
 * the customer has the money. Lock the refund first.
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
