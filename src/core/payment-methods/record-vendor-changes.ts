import {
  type EventOf,
  type EventSource,
  type Reported,
  recorded,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import { type WritingContext, withinMerchant } from '../foundation/context.ts';
import { endConsentWithoutMandate, revokeMandatesOfMethod } from '../mandates/revoke-mandate.ts';
import { lock } from '../writes/transactions.ts';

/**
 * Records the new expiry date of a saved card that its network renewed. A card with a new number is charged only by the
 * connector's mandate, which knows the number; the number stored here does not change.
 */
export async function recordCardUpdate(
  tx: WritingContext,
  source: EventSource,
  { connectorMandateId, expMonth, expYear, last4 }: EventOf<'card_updated'>,
): Promise<Reported> {
  const method = await methodOfConnectorMandate(tx, source, connectorMandateId);
  if (!method) return unknownObject;
  if (method.card?.last4_digits !== last4) return recorded;
  method.card = { ...method.card, expiry_month: expMonth, expiry_year: expYear };
  method.updated_at = tx.ports.now();
  return recorded;
}

/** Records that a customer, or their bank, withdrew the consent to be charged while absent, with all its mandates. */
export async function recordMandateRevoked(
  tx: WritingContext,
  source: EventSource,
  { connectorMandateId }: EventOf<'mandate_revoked'>,
): Promise<Reported> {
  const method = await methodOfConnectorMandate(tx, source, connectorMandateId);
  if (!method) return unknownObject;
  const own = { ...tx, ...withinMerchant(tx, method.merchant_id), transaction: tx.transaction };
  await revokeMandatesOfMethod(own, method);
  await endConsentWithoutMandate(own, method);
  return recorded;
}

/** Locks the saved payment method that an account charges by this connector mandate; null if there is none. */
async function methodOfConnectorMandate(
  tx: WritingContext,
  { merchantConnectorId, merchantId }: EventSource,
  connectorMandateId: string,
): Promise<PaymentMethod | null> {
  const text = `select payment_method_id from payment_methods
                where merchant_id = $1 and connector_mandates @> jsonb_build_object($2::text, $3::text) limit 1`;
  const values = [merchantId, merchantConnectorId, connectorMandateId];
  const [found] = await tx.rows.query<{ payment_method_id: string }>(
    { text, values, touches: { reads: ['payment_methods'] } },
    merchantId,
  );
  return found ? lock(tx, PaymentMethod, found.payment_method_id) : null;
}
