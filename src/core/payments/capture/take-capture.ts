import { recordNotAsAsked } from '../../connector-calls/not-as-asked.ts';
import { compareReport } from '../../connector-calls/record-report.ts';
import { noteDecision } from '../../connector-calls/run-calls.ts';
import type { Attempt } from '../../entities/attempt.ts';
import type { Capture } from '../../entities/capture.ts';
import type { Payment } from '../../entities/payment.ts';
import { reportsOnAttempts, takesLateMoney } from '../../entities/states/later-reports.ts';
import { lives } from '../../entities/states/lives.ts';
import { StatusChange } from '../../entities/status-change.ts';
import { clearFailure } from '../../error-mappings/map-error.ts';
import type { CallRecord } from '../../foundation/call-record.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { moneyText } from '../../foundation/currencies.ts';
import type { Charges } from '../../foundation/ports/connector.ts';
import { changeStatus } from '../../writes/apply-changes.ts';
import { activeAttemptId, transitionAttempt } from '../attempt/attempts.ts';
import { addCapture, chargeCapture, chargedSum } from '../attempt/captures.ts';
import { storeCharges } from '../attempt/store-response.ts';
import { cannotTakeMoney } from '../reversal/late-money.ts';
import { startReversal } from '../reversal/reverse-payment.ts';

/**
 * Records that the connector recovered a failed capture; or the charges of a capture that is already recorded as received.
 */
export async function captureAgain(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  capture: Capture,
  charges: Charges,
  at: Date,
): Promise<CallRecord | null> {
  const captured = reportsOnAttempts.captured[attempt.status];
  const effect = compareReport(tx, lives.capture, capture, 'charged', at, captured);
  if (effect !== 'follows') {
    if (effect && capture.status === 'charged') await storeCharges(tx, payment, capture, charges);
    return null;
  }
  const { amount, connector_capture_id: connectorCaptureId = null } = capture;
  const money = { amount, connectorCaptureId, currency: capture.currency ?? payment.currency };
  return takeCapture(tx, payment, attempt, money, async (received) => {
    const { amount_capturable } = payment;
    const capturable = (await wasCharged(tx, capture)) ? amount_capturable : leftAfter(payment, amount);
    countCapture(tx, payment, attempt, capture, received, capturable);
    await storeCharges(tx, payment, capture, charges);
  });
}

/** The amount that stays capturable beside a capture that is counted for the first time. */
export const leftAfter = ({ amount_capturable }: Payment, amount: number): number =>
  Math.max(amount_capturable - amount, 0);

/** Whether a capture was received before it failed: its part of the authorization is already used. */
async function wasCharged(tx: WritingContext, { capture_id, merchant_id }: Capture): Promise<boolean> {
  const change = { merchant_id, object_type: 'capture', object_id: capture_id };
  // A capture may begin as received: its history begins with its first change.
  const either = [{ to_status: 'charged' }, { from_status: 'charged' }];
  return (await tx.transaction.em.count(StatusChange, { ...change, $or: either })) > 0;
}

/** Captured money that a connector reports. */
interface CapturedMoney {
  readonly amount: number;
  readonly currency: string;
  readonly connectorCaptureId: string | null;
  readonly isFurther?: boolean;
}

/**
 * Records captured money up to the authorized amount: it is reversed if the payment cannot accept it, and an excess is shown
 * as a mismatch.
 *
 * @param count Counts it, besides the amount received before.
 */
export async function takeCapture(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  { amount, connectorCaptureId, currency, isFurther = false }: CapturedMoney,
  count: (received: number) => Promise<void>,
): Promise<CallRecord | null> {
  const reason = await reasonToReturn(tx, payment, attempt);
  if (reason !== null) {
    const money = { operation: 'refund', amount, currency, connectorCaptureId, isFurther, reason } as const;
    return startReversal(tx, payment, attempt, money);
  }
  const received = await chargedSum(tx, attempt);
  const left = payment.net_amount - received;
  if (currency === payment.currency && amount >= 1 && amount <= left) {
    await count(received);
    return null;
  }
  const what = `a capture of ${moneyText(amount, currency)} as ${connectorCaptureId}, where ${moneyText(left, payment.currency)} could be captured`;
  recordNotAsAsked(tx, 'payment_not_as_asked', what, payment, attempt);
  payment.updated = attempt.modified_at = tx.ports.now();
  return null;
}

/** A capture that the service did not ask for. */
interface CaptureElsewhere extends CapturedMoney {
  readonly connectorCaptureId: string;
  readonly final: boolean;
  readonly at: Date;
  readonly charges: Charges;
  /** Whether it is known to be other money than any that goes back already. */
  readonly isFurther?: boolean;
}

/** Takes a capture that was made without the service, and is not known yet, as {@link takeCapture} does. */
export function takeElsewhere(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  made: CaptureElsewhere,
): Promise<CallRecord | null> {
  return takeCapture(tx, payment, attempt, made, async (received) => {
    const capturable = made.final ? 0 : leftAfter(payment, made.amount);
    const capture = await addCapture(tx, payment, attempt, made.amount);
    capture.connector_capture_id = made.connectorCaptureId;
    changeStatus(tx, capture, 'pending', 'connector');
    noteDecision(tx, capture, made.at);
    countCapture(tx, payment, attempt, capture, received, capturable);
    await storeCharges(tx, payment, capture, made.charges);
  });
}

/** Why captured money has to go back; null if its payment can take it. */
async function reasonToReturn(tx: WritingContext, payment: Payment, attempt: Attempt) {
  const isAlive =
    activeAttemptId(payment) === attempt.attempt_id && takesLateMoney[payment.status] === undefined;
  return isAlive ? null : cannotTakeMoney(tx, payment, attempt);
}

/**
 * Counts a capture, beside what was received `before`. It may come after the end of its authorization.
 *
 * @param capturable The amount left to capture afterwards.
 */
export function countCapture(
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
  // Refunded money was received first: the amount received again includes it.
  payment.amount_received = Math.max(before + capture.amount, payment.amount_refunded);
  payment.amount_capturable = capturable;
  const isComplete = payment.amount_received === payment.net_amount;
  const partial = capturable > 0 ? 'partial_charged_and_chargeable' : 'partial_charged';
  transitionAttempt(tx, payment, attempt, isComplete ? 'charged' : partial, 'connector');
}
