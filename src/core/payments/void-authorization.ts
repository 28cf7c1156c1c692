import { commitCall } from '../connector-calls/commit-call.ts';
import { completeCall } from '../connector-calls/run-calls.ts';
import { Attempt } from '../entities/attempt.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { clearFailure, recordFailure, recordIssuerFailure } from '../error-mappings/map-error.ts';
import type { CallRecord, OutcomeHandler } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { ConnectorFailure, Outcome } from '../foundation/ports/connector.ts';
import { type Cause, decryptField } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';
import { transitionAttempt } from './attempts.ts';
import { endAuthorization } from './end-authorization.ts';
import { showNextAction } from './next-action.ts';

/** Why an authorization is voided: the merchant cancels or rejects it, its session expires, or it is fraud. */
export type VoidCause = Extract<Cause, 'cancel' | 'expiry' | 'fraud_check' | 'reject'>;

/**
 * Commits the call that voids an authorization, or a challenge still pending at the connector. The payment ends
 * only once the void succeeds: until then a customer could complete the challenge and be charged.
 */
export function startVoid(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  cause: VoidCause,
  reason: string | null,
): Promise<ConnectorCall> {
  clearFailure(attempt, payment);
  transitionAttempt(tx, payment, attempt, 'void_initiated', cause);
  return commitCall(tx, payment.merchant_id, {
    flow: 'payment',
    operation: 'void',
    objectId: payment.payment_id,
    partId: attempt.attempt_id,
    account: { merchant_connector_id: attempt.merchant_connector_id!, connector_name: attempt.connector! },
    request: { connectorTransactionId: attempt.connector_transaction_id!, reason, cause },
  });
}

/** Applies the outcome of a void to its attempt and payment. */
export const applyVoid: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await lock(tx, Attempt, call.part_id!);
  // Of an attempt that another has replaced: it has ended, and the payment goes on without it.
  if (attempt.status === 'voided') return null;
  const authorization = await authorizationOf(tx, attempt);
  switch (outcome.kind) {
    case 'succeeded':
      if (authorization?.status === 'intended') {
        // The void ended its challenge: it will have no other outcome.
        completeCall(tx, authorization, { kind: 'failed', code: 'voided', message: 'It was voided.' });
      }
      succeed(tx, payment, attempt, call);
      return null;
    case 'failed':
      await fail(tx, payment, attempt, authorization, call, outcome);
      return null;
    default:
      return null;
  }
};

function succeed(tx: WritingContext, payment: Payment, attempt: Attempt, call: CallRecord): void {
  const { cause } = decryptField(tx, call, 'request') as { cause: VoidCause };
  endAuthorization(tx, payment, attempt, cause === 'expiry' ? 'expired' : 'cancelled');
}

/** Returns the payment to the state of its authorization, which may have completed just before the void. */
async function fail(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  authorization: ConnectorCall | null,
  call: CallRecord,
  failure: ConnectorFailure,
): Promise<void> {
  const authorized = authorization?.outcome as Outcome | null | undefined;
  if (authorization?.status === 'intended' && authorized?.kind === 'requires_action') {
    showNextAction(tx, payment, authorized.action);
    transitionAttempt(tx, payment, attempt, 'authentication_pending', 'connector');
    // The void may have failed because the customer completed the challenge: look the authorization up now.
    authorization.look_up_at = tx.ports.now();
    return;
  }
  if (authorized?.kind === 'failed') {
    // The authorization was declined, so there is nothing to void.
    succeed(tx, payment, attempt, call);
    return;
  }
  // A void that came too late, after the capture: only the attempt shows its failure.
  const isCharged = payment.amount_received > 0 && payment.amount_capturable === 0;
  await recordFailure(tx, call, failure, attempt, ...(isCharged ? [] : [payment]));
  recordIssuerFailure(failure, attempt, ...(isCharged ? [] : [payment]));
  transitionAttempt(tx, payment, attempt, isCharged ? 'charged' : 'void_failed', 'connector');
}

/** Locks the call that authorized an attempt. Lock the payment first, always. */
export async function authorizationOf(
  tx: WritingContext,
  { merchant_id, payment_id, attempt_id }: Attempt,
): Promise<ConnectorCall | null> {
  const found = await tx.transaction.em.findOne(ConnectorCall, {
    merchant_id,
    object_id: payment_id,
    part_id: attempt_id,
    operation: 'authorize',
  });
  return found && lock(tx, ConnectorCall, found.call_id);
}
