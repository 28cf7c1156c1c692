import type { Attempt } from '../entities/attempt.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { savePaymentMethod } from '../payment-methods/save-payment-method.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';

/**
 * Keeps a card that was typed in, when the payment says that it will be used again and whose it is. A card that
 * cannot be kept any more, because its customer is gone or it has expired since, is no reason to lose the
 * record of the payment.
 */
export async function keepCard(tx: WritingContext, payment: Payment): Promise<void> {
  const shown = payment.payment_method_data?.card;
  const isNew = payment.setup_future_usage && payment.customer_id && !payment.payment_method_id;
  const number = isNew ? decryptField(tx, payment, 'card_number') : null;
  if (typeof number !== 'string' || !shown?.card_exp_month || !shown.card_exp_year) return;
  try {
    payment.payment_method_id = await savePaymentMethod(
      { ...tx, merchantId: payment.merchant_id },
      {
        customer_id: payment.customer_id!,
        payment_method: 'card',
        card: {
          card_number: number,
          card_exp_month: shown.card_exp_month,
          card_exp_year: shown.card_exp_year,
          card_holder_name: shown.card_holder_name ?? null,
        },
        ...(payment.billing ? { billing: payment.billing } : {}),
      },
    );
    payment.payment_method_status = 'active';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/** The connector's own mandate for a payment's saved method, at the account that it goes through. */
export async function mandateAt(
  tx: WritingContext,
  payment: Payment,
  account: ConnectorAccount,
): Promise<string | null> {
  if (payment.connector_mandate_id) return payment.connector_mandate_id;
  if (!payment.off_session || !payment.payment_method_id) return null;
  const key = { merchant_id: payment.merchant_id, payment_method_id: payment.payment_method_id };
  const method = await tx.transaction.em.findOne(PaymentMethod, key);
  const mandate = method?.connector_mandates?.[account.merchant_connector_id];
  return typeof mandate === 'string' ? mandate : null;
}

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
