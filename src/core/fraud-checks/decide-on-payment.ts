import { requireOwnProfile } from '../access/choose-profile.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { Context } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { activeAttempt } from '../payments/attempt/attempts.ts';
import { releaseAuthorization } from '../payments/capture/release-authorization.ts';
import { startVoid } from '../payments/void/void-authorization.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { addDecided, type ListAddition } from './add-decided.ts';

/**
 * Approves a payment that a fraud check or a risk rule holds for review: it is captured, or with manual capture can be.
 *
 * @param addition The fact of the payment to add to a list, in the transaction of the decision.
 * @throws {Problem} `resource_not_found`, `unexpected_state`; as {@link addDecided}.
 */
export async function approvePayment(
  ctx: Context,
  paymentId: string,
  addition: ListAddition | null = null,
): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireState('payment', paymentStates, 'decide', payment.status);
    payment.merchant_decision = 'approved';
    if (addition) await addDecided(tx, payment, addition, 'Approved');
    return releaseAuthorization(tx, payment, await activeAttempt(tx, payment), 'approve');
  });
  await runCalls(ctx, call);
}

/**
 * Rejects a payment that a fraud check or a risk rule holds for review: its authorization is voided.
 *
 * @param profileId The profile of the payment, if the request names one.
 * @param addition The fact of the payment to add to a list, in the transaction of the decision.
 * @throws {Problem} `resource_not_found`, `unexpected_state`; `invalid_parameter` for another profile; as
 *   {@link addDecided}.
 */
export async function rejectPayment(
  ctx: Context,
  paymentId: string,
  reason: string | null,
  profileId?: string | null,
  addition: ListAddition | null = null,
): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireOwnProfile('payment', payment, profileId);
    requireState('payment', paymentStates, 'decide', payment.status);
    const attempt = await activeAttempt(tx, payment);
    payment.merchant_decision = 'rejected';
    if (addition) await addDecided(tx, payment, addition, 'Rejected');
    payment.cancellation_reason = attempt.cancellation_reason = reason;
    return startVoid(tx, payment, attempt, 'reject', reason);
  });
  await runCalls(ctx, call);
}
