import { Attempt } from '../entities/attempt.ts';
import type { Payment } from '../entities/payment.ts';
import type { AttemptStatus } from '../entities/payment-enumerations.ts';
import { paymentStatusByAttempt } from '../entities/states/payment-states.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { ValueOf } from '../model/index.ts';
import { type Cause, changeStatus } from '../writes/change-status.ts';
import { lock } from '../writes/transactions.ts';

/** The identifier of a payment's attempt by its number, from 1. */
export const attemptId = (payment: Payment, number: number): string => `${payment.payment_id}_${number}`;

/** The attempt that a payment follows, locked. The payment is locked before it, always. */
export function activeAttempt(tx: WritingContext, payment: Payment): Promise<Attempt> {
  return lock(tx, Attempt, attemptId(payment, payment.attempt_count));
}

/**
 * Moves an attempt, and the payment with it. A capture or void that fails leaves the authorization as it was:
 * where a part was captured before, the rest is still capturable.
 */
export function transitionAttempt(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  to: ValueOf<typeof AttemptStatus>,
  cause: Cause,
): void {
  changeStatus(tx, attempt, to, cause);
  attempt.modified_at = tx.now();
  const failedAfterCapture = to === 'capture_failed' && payment.amount_received > 0;
  const status = failedAfterCapture ? 'partially_captured_and_capturable' : paymentStatusByAttempt[to];
  changeStatus(tx, payment, status, cause);
  payment.updated = tx.now();
}
