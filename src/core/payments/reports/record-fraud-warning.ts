import { reportRecorder } from '../../connector-calls/record-report.ts';

/**
 * Records the issuer's fraud report on a payment, in place of a fraud check's result: an early refund may avoid the
 * dispute.
 */
export const recordFraudWarning = reportRecorder<'fraud_warning'>({
  decide: async (tx, { payment }, { connectorTransactionId, reason }) => {
    payment.frm_message = {
      frm_name: payment.connector ?? null,
      frm_transaction_id: connectorTransactionId,
      frm_transaction_type: 'fraud_warning',
      frm_status: 'fraud',
      frm_reason: reason,
    };
    payment.updated = tx.ports.now();
  },
});
