import {
  type EventOf,
  type EventSource,
  paymentOfTransaction,
  type Reported,
  recorded,
  unknownObject,
} from '../../connector-calls/connector-reports.ts';
import type { WritingContext } from '../../foundation/context.ts';

/**
 * Records the issuer's fraud report on a payment, in place of a fraud check's result: an early refund may avoid the
 * dispute.
 */
export async function recordFraudWarning(
  tx: WritingContext,
  source: EventSource,
  { connectorTransactionId, reason }: EventOf<'fraud_warning'>,
): Promise<Reported> {
  const found = await paymentOfTransaction(tx, source, connectorTransactionId);
  if (!found) return unknownObject;
  const { payment } = found;
  payment.frm_message = {
    frm_name: payment.connector ?? null,
    frm_transaction_id: connectorTransactionId,
    frm_transaction_type: 'fraud_warning',
    frm_status: 'fraud',
    frm_reason: reason,
  };
  payment.updated = tx.ports.now();
  return recorded;
}
