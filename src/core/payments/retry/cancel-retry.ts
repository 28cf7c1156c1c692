import { Payment } from '../../entities/payment.ts';
import type { Context } from '../../foundation/context.ts';
import { Problem } from '../../foundation/errors.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { endSchedule } from './schedule-retry.ts';

/**
 * Cancels the scheduled retry of a declined off-session charge. The payment stays failed, and can be confirmed again.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` unless a retry is scheduled.
 */
export function cancelRetry(ctx: Context, paymentId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    if (!payment.next_retry_at) {
      throw new Problem('unexpected_state', 'The payment has no scheduled retry.', { param: 'payment_id' });
    }
    endSchedule(tx, payment);
  });
}
