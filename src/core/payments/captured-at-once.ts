import type { Attempt } from '../entities/attempt.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { transitionAttempt } from './attempts.ts';
import { addCapture } from './capture-payment.ts';

/**
 * Concludes an authorization that captured something. If nobody asked for it, as at an account that captures by itself,
 * it has a capture of its own, like one that the merchant makes.
 */
export async function concludeCaptured(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  isAsked: boolean,
): Promise<void> {
  if (!isAsked) {
    const capture = await addCapture(tx, payment, attempt, payment.amount_received);
    changeStatus(tx, capture, 'pending', 'connector');
    changeStatus(tx, capture, 'charged', 'connector');
  }
  transitionAttempt(tx, payment, attempt, capturedStatus(payment), 'connector');
}

/** All of it, unless the issuer approved less or the connector captured less. */
function capturedStatus({ amount_capturable, amount_received, net_amount }: Payment) {
  if (amount_received === net_amount) return 'charged';
  return amount_capturable > 0 ? 'partial_charged_and_chargeable' : 'partial_charged';
}
