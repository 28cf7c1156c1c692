import { amountDisputed } from '../disputes/amount-disputed.ts';
import type { Attempt } from '../entities/attempt.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { Payment } from '../entities/payment.ts';
import { recordFailure } from '../error-mappings/map-error.ts';
import type { CallRecord, OutcomeHandler } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { Screening } from '../foundation/ports/screening.ts';
import { ERROR_MESSAGE_MAX } from '../model/index.ts';
import { eraseMethodData } from '../payment-methods/sealed-data.ts';
import { activeAttempt, transitionAttempt } from '../payments/attempt/attempts.ts';
import { canBeHeld, commitAuthorization } from '../payments/authorize/authorize-payment.ts';
import { type CommittedScreening, showScreening } from '../payments/authorize/screen-payment.ts';
import { releaseAuthorization } from '../payments/capture/release-authorization.ts';
import { hasMethodData } from '../payments/method/method-data.ts';
import { startVoid } from '../payments/void/void-authorization.ts';
import { startRefund } from '../refunds/create-refund.ts';
import { waitsForReview } from '../routing/routing-request.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';

/** The error code of a payment that a fraud check stops before its authorization. */
const FRAUD_CODE = 'fraud_suspected';
const FRAUD_MESSAGE = 'The fraud check found fraud.';
const UNHELD_MESSAGE = 'The fraud check asks for a review, for which the payment method cannot be held.';

const methodDeleted = {
  code: 'payment_method_deleted',
  message: 'The saved payment method was deleted before the payment was authorized.',
} as const;

/** The effect of a check's result on its payment. A failed check stops nothing. */
type Verdict = 'go_on' | 'review' | 'stop';

function verdictOf({ action }: CommittedScreening, found: Screening | undefined): Verdict {
  if (found?.decision === 'manual_review') return 'review';
  if (found?.decision !== 'fraud') return 'go_on';
  return action === 'manual_review' ? 'review' : 'stop';
}

/** Applies a fraud check's result to its payment: proceed, hold for review, or stop. */
export const applyScreening: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await activeAttempt(tx, payment);
  const committed = decryptField(tx, call, 'request') as CommittedScreening;
  const show = (found: Parameters<typeof showScreening>[3]) =>
    showScreening(payment, call.connector, committed.flow, found);
  if (outcome.kind !== 'succeeded' && outcome.kind !== 'failed') return null;
  const frm_transaction_id = outcome.connectorTransactionId ?? null;
  const found = outcome.kind === 'succeeded' ? outcome.screening : undefined;
  if (found) {
    const { decision, reason, score } = found;
    show({ frm_transaction_id, frm_status: decision, frm_score: score, frm_reason: reason ?? null });
  } else {
    const error = outcome.kind === 'failed' ? outcome.message : 'The fraud connector gave no decision.';
    const frm_error = error.slice(0, ERROR_MESSAGE_MAX);
    show({ frm_transaction_id, frm_status: 'transaction_failure', frm_error });
  }
  payment.updated = tx.ports.now();
  const verdict = verdictOf(committed, found);
  return committed.flow === 'pre'
    ? beforeAuthorization(tx, payment, attempt, call, committed, verdict)
    : afterAuthorization(tx, payment, attempt, verdict);
};

/**
 * A payment in review is authorized but not captured, until the merchant decides. A payment that cannot be held is
 * stopped.
 */
async function beforeAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  { authorize }: CommittedScreening,
  verdict: Verdict,
): Promise<CallRecord | null> {
  const account = await tx.transaction.em.findOneOrFail(ConnectorAccount, {
    merchant_id: payment.merchant_id,
    merchant_connector_id: attempt.merchant_connector_id!,
  });
  const cannotWait = verdict === 'review' && !canBeHeld(tx, payment, account);
  if (verdict === 'stop' || cannotWait) {
    const message = cannotWait ? UNHELD_MESSAGE : FRAUD_MESSAGE;
    await fail(tx, payment, attempt, call, { code: FRAUD_CODE, message });
    payment.manual_retry_allowed = false;
    return null;
  }
  if (!(await hasMethodData(tx, payment))) {
    await fail(tx, payment, attempt, call, methodDeleted);
    payment.manual_retry_allowed = true;
    return null;
  }
  return commitAuthorization(tx, payment, attempt, account, {
    ...authorize,
    cause: 'fraud_check',
    review: verdict === 'review',
  });
}

async function fail(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  failure: { readonly code: string; readonly message: string },
): Promise<void> {
  await recordFailure(tx, call, failure, attempt, payment);
  eraseMethodData(payment);
  transitionAttempt(tx, payment, attempt, 'router_declined', 'fraud_check');
}

/** Voids, keeps or captures a held payment; refunds a captured one. */
async function afterAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  verdict: Verdict,
): Promise<CallRecord | null> {
  if (attempt.status !== 'authorizing') return verdict === 'stop' ? refund(tx, payment) : null;
  // What a rule holds for review, a check does not release.
  const isHeld = verdict === 'review' || (verdict === 'go_on' && waitsForReview(payment));
  if (verdict === 'go_on' && !isHeld) return releaseAuthorization(tx, payment, attempt, 'fraud_check');
  if (isHeld) {
    transitionAttempt(tx, payment, attempt, 'unresolved', 'fraud_check');
    return null;
  }
  transitionAttempt(tx, payment, attempt, 'authorized', 'fraud_check');
  payment.cancellation_reason = attempt.cancellation_reason = FRAUD_MESSAGE;
  return startVoid(tx, payment, attempt, 'fraud_check', FRAUD_MESSAGE);
}

/** Refunds the remaining amount of a payment: the merchant or a dispute may have taken a part. */
async function refund(tx: WritingContext, payment: Payment): Promise<CallRecord | null> {
  const left = payment.amount_received - payment.amount_refunded - (await amountDisputed(tx, payment));
  if (payment.status !== 'succeeded' || left <= 0) return null;
  payment.merchant_decision = 'auto_refunded';
  return startRefund(tx, payment, { payment_id: payment.payment_id, reason: FRAUD_MESSAGE });
}
