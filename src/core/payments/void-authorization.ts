import { intend } from '../connector-calls/intend.ts';
import type { Attempt } from '../entities/attempt.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { Cause } from '../writes/change-status.ts';
import { transitionAttempt } from './attempts.ts';

/** Who gives an authorization up: the merchant, or the end of the session. */
export type VoidCause = Extract<Cause, 'cancel' | 'expiry'>;

/**
 * Commits to giving up what a connector holds or waits for. Only when it has is the payment over: until then a
 * customer may still complete a challenge there, and be charged.
 */
export function startVoid(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  cause: VoidCause,
  reason: string | null,
): Promise<ConnectorCall> {
  transitionAttempt(tx, payment, attempt, 'void_initiated', cause);
  return intend(tx, payment.merchant_id, {
    flow: 'payment',
    operation: 'void',
    objectId: payment.payment_id,
    partId: attempt.attempt_id,
    account: { merchant_connector_id: attempt.merchant_connector_id!, connector_name: attempt.connector! },
    request: { connectorTransactionId: attempt.connector_transaction_id!, reason, cause },
  });
}
