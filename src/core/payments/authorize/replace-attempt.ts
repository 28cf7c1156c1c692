import { commitCall } from '../../connector-calls/commit-call.ts';
import { completeCall } from '../../connector-calls/run-calls.ts';
import type { ConnectorCall } from '../../entities/connector-call.ts';
import type { Payment } from '../../entities/payment.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { changeStatus } from '../../writes/apply-changes.ts';
import { activeAttempt } from '../attempt/attempts.ts';
import { ENDED } from '../reversal/reverse-payment.ts';
import { authorizationOf, REPLACED_CAUSE } from '../void/void-authorization.ts';

const REASON = 'The payment was confirmed again.';

/**
 * Ends the attempt of a locked payment whose challenge is open, so that another can begin. The end is final: the
 * attempt is `voided`, and nothing completes its challenge any more. A late authorization is
 * released once the outcome of the void is known.
 *
 * @returns The committed call that voids it at its connector, or null if the connector does not know the attempt.
 */
export async function endOpenAttempt(tx: WritingContext, payment: Payment): Promise<ConnectorCall | null> {
  const attempt = await activeAttempt(tx, payment);
  payment.next_action = null;
  attempt.cancellation_reason = REASON;
  attempt.modified_at = tx.ports.now();
  changeStatus(tx, attempt, 'voided', 'confirm');
  const { attempt_id, connector, connector_transaction_id, merchant_connector_id } = attempt;
  if (!connector_transaction_id) {
    const authorization = await authorizationOf(tx, attempt);
    if (authorization?.status === 'intended') completeCall(tx, authorization, ENDED);
    return null;
  }
  return commitCall(tx, payment.merchant_id, {
    flow: 'payment',
    operation: 'void',
    objectId: payment.payment_id,
    partId: attempt_id,
    account: { merchant_connector_id: merchant_connector_id!, connector_name: connector! },
    request: {
      connectorTransactionId: connector_transaction_id,
      reason: REASON,
      cause: REPLACED_CAUSE,
      final: true,
      mustArrive: true,
    },
  });
}
