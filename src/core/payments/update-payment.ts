import { confirmIfAsked } from '../confirm-if-asked.ts';
import type { Context } from '../context.ts';
import { requireState } from '../state-machine.ts';
import { inTransaction, lock } from '../transactions.ts';
import { Payment } from './payment.ts';
import type { PaymentUpdate } from './payment-inputs.ts';
import { paymentStates } from './payment-states.ts';
import { preparePayment } from './prepare-payment.ts';

/**
 * Changes a payment that was not confirmed yet: its amount, customer, method, or any other field that the
 * merchant decides. Specification: endpoint 1.
 *
 * @throws {Problem} `resource_not_found` for the payment, a customer or a saved method; `unexpected_state`;
 * `invalid_parameter` and `parameters_exclusive` for values that do not go together; `no_connector_available`
 * when it is to be confirmed too.
 */
export function updatePayment(ctx: Context, paymentId: string, changes: PaymentUpdate): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireState('payment', paymentStates, 'update', payment.status);
    // The admin key need not name the merchant; the payment does.
    await preparePayment({ ...tx, merchantId: payment.merchant_id }, payment, changes, 'update');
    payment.updated = tx.now();
    confirmIfAsked('payment', changes);
  });
}
