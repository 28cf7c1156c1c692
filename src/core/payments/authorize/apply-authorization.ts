import { profileOf } from '../../access/choose-profile.ts';
import { completeCall } from '../../connector-calls/run-calls.ts';
import { Attempt } from '../../entities/attempt.ts';
import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { ConnectorAccount } from '../../entities/connector-account.ts';
import { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import {
  failedStatus,
  type MappedError,
  recordFailure,
  recordIssuerFailure,
} from '../../error-mappings/map-error.ts';
import { mayRetry, mayRetryWithNumber, triesAfter } from '../../error-mappings/retry-rule.ts';
import type { AuthorizationTerms, GrantedTerms } from '../../foundation/authorization-terms.ts';
import type { CallRecord, OutcomeHandler } from '../../foundation/call-record.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { type ConnectorFailure, NOT_SENT_CODE, type Outcome } from '../../foundation/ports/connector.ts';
import { mandateOf } from '../../foundation/ports/credential-use.ts';
import { isInteractive } from '../../foundation/ports/customer-action.ts';
import { eraseMethodData } from '../../payment-methods/sealed-data.ts';
import { choosePaymentAccounts } from '../../routing/choose-accounts.ts';
import { orNone } from '../../routing/no-account.ts';
import { isThreeDsDecided, waitsForReview } from '../../routing/routing-request.ts';
import { decryptField } from '../../writes/apply-changes.ts';
import { lock } from '../../writes/transactions.ts';
import { activeAttemptId, mayBeChallenged, startAttempt, transitionAttempt } from '../attempt/attempts.ts';
import { recordCaptureAtOnce } from '../attempt/captures.ts';
import { storeResponse } from '../attempt/store-response.ts';
import { releaseAuthorization } from '../capture/release-authorization.ts';
import { brandOf, cardOfPayment, hasMethodData } from '../method/method-data.ts';
import { saveConnectorCustomer, saveForFutureUsage, saveMandate } from '../method/stored-credentials.ts';
import { scheduleRetry } from '../retry/schedule-retry.ts';
import { ENDED, endReason, reverseAuthorization } from '../reversal/reverse-payment.ts';
import { noteRefusedExemption, noteThreeDsOutcome } from './apply-three-ds.ts';
import {
  type AuthorizationOptions,
  type CommittedRequest,
  canBeHeld,
  commitAuthorization,
} from './authorize-payment.ts';
import { giveBack } from './card-testing-guard.ts';
import { countAttempt } from './count-attempt.ts';
import { showNextAction } from './next-action.ts';
import { commitScreening } from './screen-payment.ts';

/** The error code of a charge that needs the customer, who is absent. */
const AUTHENTICATION_REQUIRED_CODE = 'authentication_required';

export type Succeeded = Extract<Outcome, { kind: 'succeeded' }>;

/** Applies one kind of outcome of an authorization's call to its locked payment and attempt. Returns the follow-up call. */
export type OnAuthorization<Of extends Outcome> = (
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  outcome: Of,
) => Promise<CallRecord | null>;

/** Applies the outcome of an authorization to its attempt and payment. */
export const applyAuthorization: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await lock(tx, Attempt, call.part_id!);
  // The payment goes on without an attempt that another has replaced.
  if (activeAttemptId(payment) !== attempt.attempt_id) return afterEnd(tx, payment, attempt, call, outcome);
  if ('connectorTransactionId' in outcome && outcome.connectorTransactionId) {
    attempt.connector_transaction_id = outcome.connectorTransactionId;
    payment.connector_transaction_id = outcome.connectorTransactionId;
  }
  storeResponse(payment, attempt, outcome);
  if (isThreeDsDecided(payment) && outcome.kind !== 'unknown') noteThreeDsOutcome(payment, outcome);
  // The payment is being ended, which is final. Its void's outcome releases a late authorization.
  if (attempt.status === 'void_initiated') return null;
  if (attempt.status === 'voided') return afterEnd(tx, payment, attempt, call, outcome);
  switch (outcome.kind) {
    case 'succeeded':
      return succeed(tx, payment, attempt, call, outcome);
    case 'failed':
      return fail(tx, payment, attempt, call, outcome);
    case 'requires_action':
      // A look-up may repeat an action that the customer already has.
      if (!isInteractive(outcome.action) && attempt.status === 'authentication_pending') return null;
      if (!mayBeChallenged(payment) && isInteractive(outcome.action))
        return refuseChallenge(tx, payment, attempt, call, outcome);
      if (isInteractive(outcome.action)) noteRefusedExemption(payment);
      showNextAction(tx, payment, outcome.action);
      transitionAttempt(tx, payment, attempt, 'authentication_pending', 'connector');
      return null;
    case 'pending':
    case 'unknown':
      transitionAttempt(tx, payment, attempt, 'pending', 'connector');
      return null;
  }
};

/**
 * Handles a look-up's report of an authorization whose payment has ended or whose attempt was replaced: held money goes
 * back, unless the outcome of its void decides first.
 */
const afterEnd: OnAuthorization<Outcome> = async (tx, payment, attempt, call, outcome) => {
  const { attempt_id: part_id, merchant_id, payment_id: object_id } = attempt;
  const voiding = { merchant_id, object_id, part_id, operation: 'void', status: 'intended' } as const;
  if (await tx.transaction.em.findOne(ConnectorCall, voiding)) return null;
  if (outcome.kind === 'succeeded')
    return reverseAuthorization(tx, payment, attempt, call, outcome, endReason(payment));
  if (outcome.kind === 'requires_action')
    completeCall(tx, await lock(tx, ConnectorCall, call.call_id), ENDED);
  return null;
};

/**
 * Fails an attempt whose connector demands a challenge off session. The challenge's URL was shown to nobody, so nobody
 * can complete it later.
 */
async function refuseChallenge(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  { connectorTransactionId }: Extract<Outcome, { kind: 'requires_action' }>,
): Promise<CallRecord | null> {
  const failure: ConnectorFailure = {
    kind: 'failed',
    code: AUTHENTICATION_REQUIRED_CODE,
    message: 'The connector demands that the customer is authenticated, who is absent. Confirm on session.',
    connectorTransactionId,
  };
  const next = await fail(tx, payment, attempt, call, failure);
  completeCall(tx, await lock(tx, ConnectorCall, call.call_id), failure);
  return next;
}

/** Records the authorized and captured amounts, the saved method and the mandate. Returns the captured amount. */
async function keepAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  outcome: Succeeded,
): Promise<number> {
  const { capture, terms } = decryptField(tx, call, 'request') as CommittedRequest;
  const isAgain = Boolean(attempt.authorized_at);
  attempt.authorized_at ??= tx.ports.now();
  payment.next_action = null;
  await giveBack(tx, await profileOf(tx, payment), payment, attempt.created_at);
  await saveForFutureUsage(tx, payment);
  await saveMandate(tx, payment, attempt, outcome);
  await saveConnectorCustomer(tx, payment, attempt, outcome.connectorCustomerId ?? null);
  // Captures, voids and refunds refer to the connector's transaction: the card or account is not needed again.
  eraseMethodData(payment);
  const asked = payment.net_amount;
  // Without an amount in its response, the connector authorized exactly the requested one.
  const { authorized, captured } = outcome.money ?? { authorized: asked, captured: capture ? asked : 0 };
  payment.amount_received = captured;
  payment.amount_capturable = authorized - captured;
  const isOpen = payment.amount_capturable > 0;
  payment.capture_before = isOpen && outcome.captureBefore ? new Date(outcome.captureBefore) : null;
  recordGranted(payment, terms, outcome.granted);
  if (captured > 0)
    await recordCaptureAtOnce(tx, payment, attempt, { charges: outcome, isAgain, isAsked: capture });
  return captured;
}

/** Records an authorization that succeeded, and captures it if that was asked. */
export const succeed: OnAuthorization<Succeeded> = async (tx, payment, attempt, call, outcome) => {
  const captured = await keepAuthorization(tx, payment, attempt, call, outcome);
  const { capture, check, review } = decryptField(tx, call, 'request') as CommittedRequest;
  // Nothing is captured of a verification, and it is complete.
  if (captured > 0 || (capture && payment.net_amount === 0)) {
    transitionAttempt(tx, payment, attempt, capturedStatus(payment), 'connector');
    return check && commitScreening(tx, payment, attempt, check);
  }
  if (check) {
    transitionAttempt(tx, payment, attempt, 'authorizing', 'connector');
    return commitScreening(tx, payment, attempt, check);
  }
  if (review) {
    transitionAttempt(tx, payment, attempt, 'unresolved', 'connector');
    return null;
  }
  return releaseAuthorization(tx, payment, attempt, 'connector');
};

/** Shows the terms that the connector granted. */
function recordGranted(payment: Payment, asked: AuthorizationTerms, granted: GrantedTerms = {}): void {
  if (asked.incremental) payment.incremental_authorization_allowed = granted.incremental === true;
  if (asked.extended) payment.extended_authorization_applied = granted.extended === true;
}

/** All of it, unless the issuer approved less or the connector captured less. */
function capturedStatus({ amount_capturable, amount_received, net_amount }: Payment) {
  if (amount_received === net_amount) return 'charged';
  return amount_capturable > 0 ? 'partial_charged_and_chargeable' : 'partial_charged';
}

const fail: OnAuthorization<ConnectorFailure> = async (tx, payment, attempt, call, failure) => {
  const mapped = await recordFailure(tx, call, failure, attempt, payment);
  recordIssuerFailure(failure, attempt, payment);
  if (mapped.step_up_possible && isThreeDsDecided(payment)) noteRefusedExemption(payment);
  payment.next_action = null;
  payment.manual_retry_allowed = true;
  transitionAttempt(tx, payment, attempt, failedStatus(mapped), 'connector');
  const profile = await profileOf(tx, payment);
  const next = await retry(tx, payment, profile, call, mapped, failure);
  if (!next && profile.retry_policy) await scheduleRetry(tx, payment, profile, mapped, failure);
  // Only the customer can have another attempt made with it, and gives it again.
  if (!next) eraseMethodData(payment);
  // One confirmation counts as one failure, regardless of its retries. An outage says nothing about the card.
  if (!next && failure.code === NOT_SENT_CODE) await giveBack(tx, profile, payment, attempt.created_at);
  return next;
};

/**
 * Retries if the error and the profile allow it. Where 3-D Secure or the number of a saved card may help, the same account
 * is tried again with it before the next account.
 */
async function retry(
  tx: WritingContext,
  payment: Payment,
  profile: BusinessProfile,
  call: CallRecord,
  mapped: MappedError,
  failure: ConnectorFailure,
): Promise<CallRecord | null> {
  const { authentication, credential, review, threeDs, ...request } = decryptField(
    tx,
    call,
    'request',
  ) as CommittedRequest;
  const mayRetryElsewhere = mayRetry(profile, request, mapped, failure);
  const mayUseNumber =
    payment.payment_method === 'card' &&
    mandateOf(credential) !== null &&
    mayRetryWithNumber(profile, request, mapped, failure);
  if (!mayUseNumber && !mayRetryElsewhere) return null;

  if (!(await hasMethodData(tx, payment))) return null;
  // Only the connector may have the card, or the network may have replaced its number.
  const wantsNumber = mayUseNumber && (await cardOfPayment(tx, payment)) !== null;
  if (!wantsNumber && !mayRetryElsewhere) return null;
  // An absent customer cannot pass a challenge, and an authenticated customer has passed one.
  const stepsUp = mapped.step_up_possible && !threeDs && !authentication && mayBeChallenged(payment);
  const eligible = await orNone(choosePaymentAccounts(tx, payment, brandOf(payment)));
  const accounts = eligible.filter((account) => !review || canBeHeld(tx, payment, account));
  const same = accounts.find(({ merchant_connector_id: id }) => id === call.merchant_connector_id);
  const start = (
    next: ConnectorAccount,
    options: Pick<AuthorizationOptions, 'threeDs' | 'tries' | 'withNumber'>,
  ) => {
    const attempt = startAttempt(tx, payment, next);
    countAttempt(tx, profile, payment, attempt);
    return commitAuthorization(tx, payment, attempt, next, {
      cause: 'retry',
      // An authentication stays valid whichever connector authorizes.
      ...(authentication ? { authentication } : {}),
      // What a rule holds stays held.
      review: review && !waitsForReview(payment),
      ...options,
    });
  };
  if (wantsNumber && same) {
    const { retries, tried } = request;
    return start(same, { threeDs, withNumber: true, tries: { retries, tried, withNumber: true } });
  }
  if (!mayRetryElsewhere) return null;
  const again = stepsUp && same !== undefined;
  const tries = triesAfter(request, failure, call.merchant_connector_id, again);
  const next = again ? same : accounts.find(({ merchant_connector_id: id }) => !tries.tried.includes(id));
  return next ? start(next, { tries, threeDs: stepsUp || threeDs }) : null;
}
