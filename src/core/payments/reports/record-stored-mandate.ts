import { type EventOf, type EventSource, TooEarlyError } from '../../connector-calls/connector-reports.ts';
import { reportRecorder } from '../../connector-calls/record-report.ts';
import { Attempt } from '../../entities/attempt.ts';
import { Payment } from '../../entities/payment.ts';
import { PaymentMethod } from '../../entities/payment-method.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { givesConsent } from '../../mandates/consent.ts';
import { lock } from '../../writes/transactions.ts';

/**
 * Records the connector's mandate for a saved method, reported after the payment that stored it. Like a mandate in the
 * response itself, it is recorded only if the customer consents to later charges.
 *
 * @throws {TooEarlyError} while the payment is undecided: the consent is recorded with its authorization.
 */
export const recordStoredMandate = reportRecorder<'mandate_stored', Attempt>({
  find: findAttempt,
  decide: async (tx, found, { connectorMandateId }, { merchantConnectorId }) => {
    const payment = await lock(tx, Payment, found.payment_id);
    const attempt = await lock(tx, Attempt, found.attempt_id);
    if (undecided.has(attempt.status) && givesConsent(payment)) {
      throw new TooEarlyError('The authorization that stores the method is not recorded yet.');
    }
    if (!payment.payment_method_id) return;
    const method = await lock(tx, PaymentMethod, payment.payment_method_id);
    if (method.status !== 'active' || !method.recurring_enabled) return;
    method.connector_mandates = {
      ...method.connector_mandates,
      [merchantConnectorId]: connectorMandateId,
    };
    method.updated_at = tx.ports.now();
    if (attempt.mandate_id) {
      payment.connector_mandate_id = connectorMandateId;
      payment.updated = tx.ports.now();
    }
  },
});

async function findAttempt(
  tx: WritingContext,
  { merchantConnectorId: merchant_connector_id, merchantId: merchant_id }: EventSource,
  { connectorTransactionId, reference }: EventOf<'mandate_stored'>,
): Promise<Attempt | null> {
  const names = [
    ...(connectorTransactionId ? [{ connector_transaction_id: connectorTransactionId }] : []),
    ...(reference ? [{ attempt_id: reference }] : []),
  ];
  if (names.length === 0) return null;
  return tx.transaction.em.findOne(Attempt, { merchant_id, merchant_connector_id, $or: names });
}

const undecided: ReadonlySet<string> = new Set([
  'started',
  'authentication_pending',
  'authorizing',
  'pending',
]);
