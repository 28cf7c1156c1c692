import { requireOwnProfile } from '../../access/choose-profile.ts';
import { runCalls } from '../../connector-calls/run-calls.ts';
import { Payment } from '../../entities/payment.ts';
import { paymentStates } from '../../entities/states/payment-states.ts';
import type { Context } from '../../foundation/context.ts';
import { requireState } from '../../foundation/state-machine.ts';
import { eraseMethodData } from '../../payment-methods/sealed-data.ts';
import { changeStatus } from '../../writes/apply-changes.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { activeAttempt } from '../attempt/attempts.ts';
import { requireSession } from '../customer/customer-session.ts';
import { startVoid } from './void-authorization.ts';

/**
 * Cancels a payment before capture. An authorization is voided at its connector; without one the payment is
 * cancelled at once. A partially captured payment keeps the captured part, and the rest is released.
 *
 * @param profileId The profile of the payment, if the request names one.
 * @throws {Problem} `resource_not_found`; `invalid_parameter` for another profile; `unexpected_state`, also once it has
 * expired.
 */
export async function cancelPayment(
  ctx: Context,
  paymentId: string,
  reason: string | null,
  profileId?: string | null,
): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireOwnProfile('payment', payment, profileId);
    requireState('payment', paymentStates, 'cancel', payment.status);
    requireSession(tx, payment, 'cancelled');
    payment.cancellation_reason = reason;
    payment.updated = tx.ports.now();
    payment.next_action = null;
    // A payment that waits for a method or its confirmation has no attempt under way, but may have failed ones.
    const isUnconfirmed = (paymentStates.initial as readonly string[]).includes(payment.status);
    const attempt = isUnconfirmed ? null : await activeAttempt(tx, payment);
    if (attempt) attempt.cancellation_reason = reason;
    if (!attempt?.connector_transaction_id) {
      eraseMethodData(payment);
      if (attempt) changeStatus(tx, attempt, 'voided', 'cancel');
      changeStatus(tx, payment, 'cancelled', 'cancel');
      return null;
    }
    return startVoid(tx, payment, attempt, 'cancel', reason);
  });
  await runCalls(ctx, call);
}
