import { runCalls } from '../../connector-calls/run-calls.ts';
import { Payment } from '../../entities/payment.ts';
import { paymentStates } from '../../entities/states/payment-states.ts';
import { type Context, withinMerchant } from '../../foundation/context.ts';
import { allowed } from '../../foundation/state-machine.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../../writes/due-objects.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { activeAttempt } from '../attempt/attempts.ts';
import { startCapture } from './capture-payment.ts';

/** Captures of one run that wait for their connectors at once. */
const AT_ONCE = 8;

/**
 * Captures the capturable amount of each payment whose `capture_on` has come, once: a failed capture is reported by its
 * event and not repeated. Payments of suspended merchants wait until the suspension ends. Several processes may run this at the
 * same time.
 *
 * @returns How many captures were started.
 */
export async function captureDuePayments(ctx: Context, share?: MerchantShare): Promise<number> {
  const capturable = paymentStates.operations.capture.map((status) => `'${status}'`).join(', ');
  const due: DueObjects = {
    table: 'payments',
    id: 'payment_id',
    dueAt: 'capture_due',
    where: `status in (${capturable}) and capture_due is not null and not exists (
      select from merchant_accounts m where m.merchant_id = payments.merchant_id and m.suspended_at is not null)`,
    reads: ['merchant_accounts'],
    atOnce: AT_ONCE,
    end: (merchantId, paymentId) => captureDue(withinMerchant(ctx, merchantId), paymentId),
  };
  return endDueObjects(ctx, due, share);
}

async function captureDue(ctx: Context, paymentId: string): Promise<boolean> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    const isCapturable = allowed(paymentStates, 'capture', payment.status);
    if (!isCapturable || !payment.capture_due || payment.capture_due > tx.ports.now()) return null;
    payment.capture_due = null;
    return startCapture(tx, payment, await activeAttempt(tx, payment), payment.amount_capturable);
  });
  await runCalls(ctx, call);
  return call !== null;
}
