import {
  type EventOf,
  type EventSource,
  paymentOfTransaction,
  type Reported,
  recorded,
  TooEarlyError,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { Attempt } from '../entities/attempt.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { WritingContext } from '../foundation/context.ts';
import { givesConsent } from '../mandates/consent.ts';
import { lock } from '../writes/transactions.ts';

/**
 * Records what charges a saved method again at an account, told after the payment that stored it. Nothing is recorded
 * of a method whose customer does not consent to such charges, as if the answer itself had told it.
 *
 * @throws {TooEarlyError} while the payment is not decided: the consent is recorded with its authorization.
 */
export async function recordStoredMandate(
  tx: WritingContext,
  source: EventSource,
  { connectorMandateId, connectorTransactionId }: EventOf<'mandate_stored'>,
): Promise<Reported> {
  const found = await paymentOfTransaction(tx, source, connectorTransactionId);
  if (!found) return unknownObject;
  const { attemptId, payment } = found;
  const attempt = await lock(tx, Attempt, attemptId);
  if (undecided.has(attempt.status) && givesConsent(payment)) {
    throw new TooEarlyError('The authorization that stores the method is not recorded yet.');
  }
  if (!payment.payment_method_id) return recorded;
  const method = await lock(tx, PaymentMethod, payment.payment_method_id);
  if (method.status !== 'active' || !method.recurring_enabled) return recorded;
  method.connector_mandates = {
    ...method.connector_mandates,
    [source.merchantConnectorId]: connectorMandateId,
  };
  method.updated_at = tx.now();
  if (attempt.mandate_id) {
    payment.connector_mandate_id = connectorMandateId;
    payment.updated = tx.now();
  }
  return recorded;
}

const undecided: ReadonlySet<string> = new Set([
  'started',
  'authentication_pending',
  'authorizing',
  'pending',
]);
