import type { EventSource } from '../connector-calls/connector-reports.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { WritingContext } from '../foundation/context.ts';
import { lock } from '../writes/transactions.ts';

/** Locks the saved payment method that an account charges by this mandate of its own; null if there is none. */
export async function methodOfConnectorMandate(
  tx: WritingContext,
  { merchantConnectorId, merchantId }: EventSource,
  connectorMandateId: string,
): Promise<PaymentMethod | null> {
  const text = `select payment_method_id from payment_methods
                where merchant_id = $1 and connector_mandates @> jsonb_build_object($2::text, $3::text) limit 1`;
  const values = [merchantId, merchantConnectorId, connectorMandateId];
  const [found] = await tx.rows.query<{ payment_method_id: string }>({ text, values }, merchantId);
  return found ? lock(tx, PaymentMethod, found.payment_method_id) : null;
}
