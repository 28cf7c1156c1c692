import { runCalls } from '../connector-calls/record-outcome.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { Context } from '../foundation/context.ts';
import { requireState } from '../foundation/state-machine.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { beginConfirmation, cvcOf } from './confirm-payment.ts';
import type { PaymentUpdate } from './payment-inputs.ts';
import { preparePayment } from './prepare-payment.ts';

/**
 * Changes a payment that was not confirmed yet: its amount, customer, method, or any other field that the
 * merchant decides. With `confirm: true` it is confirmed too, or else not changed either. Specification:
 * endpoint 1.
 *
 * @throws {Problem} `resource_not_found` for the payment, a customer or a saved method; `unexpected_state`;
 * `invalid_parameter` and `parameters_exclusive` for values that do not go together; and what confirming throws
 * when it is to be confirmed.
 */
export async function updatePayment(ctx: Context, paymentId: string, changes: PaymentUpdate): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireState('payment', paymentStates, 'update', payment.status);
    // The admin key need not name the merchant; the payment does.
    const own = { ...tx, merchantId: payment.merchant_id };
    await preparePayment(own, payment, changes, 'update');
    payment.updated = tx.now();
    return changes.confirm === true ? beginConfirmation(own, payment) : null;
  });
  await runCalls(ctx, call, { cvc: cvcOf(changes) });
}
