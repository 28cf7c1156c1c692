import { runCalls } from '../connector-calls/run-calls.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { Context } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { beginConfirmation, cvcOf } from './confirm-payment.ts';
import { requireSession } from './customer-session.ts';
import type { PaymentUpdate } from './payment-inputs.ts';
import { preparePayment } from './prepare-payment.ts';

/**
 * Updates a payment before it is confirmed. With `confirm: true` it is confirmed in the same transaction; if that
 * fails, nothing changes. Specification: endpoint 1.
 *
 * @throws {Problem} `resource_not_found` for the payment, customer or saved method; `unexpected_state`, also once it has
 * expired; `invalid_parameter` and `parameters_exclusive` for conflicting values; and, with `confirm: true`, everything
 * `confirmPayment` throws.
 */
export async function updatePayment(ctx: Context, paymentId: string, changes: PaymentUpdate): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireState('payment', paymentStates, 'update', payment.status);
    requireSession(tx, payment, changes.confirm === true ? 'confirmed' : 'updated');
    // A request with the admin key may name no merchant: scope it to the payment's.
    const own = { ...tx, merchantId: payment.merchant_id };
    await preparePayment(own, payment, changes, 'update');
    payment.updated = tx.ports.now();
    return changes.confirm === true ? beginConfirmation(own, payment, changes) : null;
  });
  await runCalls(ctx, call, cvcOf(changes));
}
