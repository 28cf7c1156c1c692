import { runCalls } from '../connector-calls/record-outcome.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { requireState } from '../foundation/state-machine.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { activeAttempt } from './attempts.ts';
import { startCapture } from './start-capture.ts';

/**
 * Captures authorized money: all that is left, or a part. With capture method `manual` one capture ends it;
 * with `manual_multiple` the rest stays capturable.
 *
 * @throws {Problem} `resource_not_found`, `unexpected_state`, `amount_exceeds_available`.
 */
export async function capturePayment(ctx: Context, paymentId: string, amount: number | null): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireState('payment', paymentStates, 'capture', payment.status);
    const asked = amount ?? payment.amount_capturable;
    if (asked < 1 || asked > payment.amount_capturable) {
      const message = `amount must be from 1 to the ${payment.amount_capturable} that can be captured.`;
      throw new Problem('amount_exceeds_available', message, { param: 'amount' });
    }
    return startCapture(tx, payment, await activeAttempt(tx, payment), asked);
  });
  await runCalls(ctx, call);
}
