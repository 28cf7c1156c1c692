import { commitCall } from '../../connector-calls/commit-call.ts';
import { completeCall } from '../../connector-calls/run-calls.ts';
import { Attempt } from '../../entities/attempt.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import { clearFailure, recordFailure, recordIssuerFailure } from '../../error-mappings/map-error.ts';
import type { CallRecord, OutcomeHandler } from '../../foundation/call-record.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { ConnectorFailure, Outcome } from '../../foundation/ports/connector.ts';
import { type Cause, decryptField } from '../../writes/apply-changes.ts';
import { lock } from '../../writes/transactions.ts';
import { transitionAttempt } from '../attempt/attempts.ts';
import { endAuthorization } from '../attempt/end-authorization.ts';
import {
  applyReversal,
  ENDED,
  endReason,
  heldBy,
  isReversal,
  reverseAuthorization,
} from '../reversal/reverse-payment.ts';

/** Why an authorization is voided: the merchant cancels or rejects it, its session expires, or it is fraud. */
export type VoidCause = Extract<Cause, 'cancel' | 'expiry' | 'fraud_check' | 'reject'>;

/** Why an attempt is voided that another replaces. */
export const REPLACED_CAUSE = 'confirm' satisfies Cause;

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
  // A customer who is still at the challenge has not paid: the end is final, regardless of the connector's response.
  const final = attempt.status === 'authentication_pending';
  transitionAttempt(tx, payment, attempt, 'void_initiated', cause);
  return commitCall(tx, payment.merchant_id, {
    flow: 'payment',
    operation: 'void',
    objectId: payment.payment_id,
    partId: attempt.attempt_id,
    account: { merchant_connector_id: attempt.merchant_connector_id!, connector_name: attempt.connector! },
    request: {
      ...{ connectorTransactionId: attempt.connector_transaction_id!, reason, cause },
      ...{ final, mustArrive: final },
    },
  });
}

/** The members that a void's call stores. */
interface CommittedVoid {
  readonly cause: VoidCause | typeof REPLACED_CAUSE;
  /** Whether the payment, or the replaced attempt, ends with any outcome. */
  readonly final: boolean;
}

/** Applies the outcome of a void to its attempt and payment. */
export const applyVoid: OutcomeHandler = async (tx, call, outcome) => {
  if (isReversal(tx, call)) return applyReversal(tx, call, outcome);
  const { cause, final } = decryptField(tx, call, 'request') as CommittedVoid;
  const isKnown = outcome.kind === 'succeeded' || outcome.kind === 'failed';
  if (!isKnown && !final) return null;
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await lock(tx, Attempt, call.part_id!);
  const authorization = await authorizationOf(tx, attempt);
  if (outcome.kind === 'failed' && !final) {
    await fail(tx, payment, attempt, authorization, call, outcome);
    return null;
  }
  const authorized = authorization?.outcome as Outcome | null | undefined;
  // An attempt that another replaces has ended, and the payment goes on without it.
  if (cause !== REPLACED_CAUSE && attempt.status === 'void_initiated')
    endAuthorization(tx, payment, attempt, cause === 'expiry' ? 'expired' : 'cancelled');
  // It is looked up, and repeated, until it is known.
  if (!isKnown) return null;
  if (authorization?.status === 'intended') {
    // A connector that needs the result of the customer's browser receives none any more, and so charges nobody.
    const isOver =
      outcome.kind === 'succeeded' ||
      tx.ports.connectors.find(attempt.connector ?? '')?.completeAction !== undefined;
    if (isOver) completeCall(tx, authorization, ENDED);
    // The void may have failed because the customer completed the challenge: look the authorization up now.
    else authorization.look_up_at = tx.ports.now();
    return null;
  }
  // Authorized while the void was under way. Voided money need not be returned.
  if (!final || !authorization || authorized?.kind !== 'succeeded') return null;
  const isVoided = outcome.kind === 'succeeded' && heldBy(tx, authorization, authorized).operation === 'void';
  return isVoided
    ? null
    : reverseAuthorization(tx, payment, attempt, authorization, authorized, endReason(payment));
};

/** Returns the payment to the state of its authorization, which may have been captured just before the void. */
async function fail(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  authorization: ConnectorCall | null,
  call: CallRecord,
  failure: ConnectorFailure,
): Promise<void> {
  if ((authorization?.outcome as Outcome | null | undefined)?.kind === 'failed') {
    // The authorization was declined, so there is nothing to void.
    const { cause } = decryptField(tx, call, 'request') as CommittedVoid;
    endAuthorization(tx, payment, attempt, cause === 'expiry' ? 'expired' : 'cancelled');
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
