import { PaymentMethod } from '../payment-methods/payment-method.ts';
import { lock, type WritingContext } from '../transactions.ts';
import type { Attempt } from './attempt.ts';
import type { Payment } from './payment.ts';

/**
 * Keeps the customer's consent to later charges, when the payment was made to set one up: the mandate on the
 * payment, and the connector's own on the saved method, by the account that it holds at.
 */
export async function keepMandate(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  connectorMandateId: string | null,
): Promise<void> {
  if (payment.payment_method_id) {
    const method = await lock(tx, PaymentMethod, payment.payment_method_id);
    method.last_used_at = tx.now();
    if (connectorMandateId && attempt.merchant_connector_id) {
      const known = method.connector_mandates ?? {};
      method.connector_mandates = { ...known, [attempt.merchant_connector_id]: connectorMandateId };
      method.recurring_enabled = true;
    }
  }
  const agreed = payment.setup_future_usage === 'off_session' || payment.mandate_data !== null;
  if (!agreed || !connectorMandateId) return;
  payment.connector_mandate_id = connectorMandateId;
  payment.mandate_id ??= payment.mandate_data?.update_mandate_id ?? tx.ids.make('man');
  attempt.mandate_id = payment.mandate_id;
}
