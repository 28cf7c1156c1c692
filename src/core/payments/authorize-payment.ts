import { profileOf } from '../business-profiles/choose-profile.ts';
import { commitCall } from '../connector-calls/commit-call.ts';
import { completeCall } from '../connector-calls/run-calls.ts';
import { Attempt } from '../entities/attempt.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { type MappedError, recordFailure, recordIssuerFailure } from '../error-mappings/map-error.ts';
import { firstTry, mayRetry, type Tries, triesAfter } from '../error-mappings/retry-rule.ts';
import type { CallRecord, OutcomeHandler } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import { type ConnectorFailure, NOT_SENT_CODE, type Outcome } from '../foundation/ports/connector.ts';
import type { AuthorizeRequest } from '../foundation/ports/connector-requests.ts';
import { isInteractive } from '../foundation/ports/customer-action.ts';
import { eraseMethodData } from '../payment-methods/sealed-data.ts';
import { choosePaymentAccounts, orNone } from '../routing/choose-accounts.ts';
import { type FraudPolicy, fraudPolicyOf } from '../routing/fraud-policy.ts';
import { type Cause, decryptField } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';
import { startAttempt, transitionAttempt } from './attempts.ts';
import { concludeCaptured } from './captured-at-once.ts';
import { brandOf } from './card-network.ts';
import { giveBack } from './card-testing-guard.ts';
import { requestsChallenge } from './challenge-preference.ts';
import { connectorCustomerAt, saveConnectorCustomer } from './connector-customers.ts';
import { paymentContext } from './context-of-payment.ts';
import { returnAddress } from './customer-session.ts';
import { keepAnswer } from './keep-answer.ts';
import { hasMethodData, methodOfPayment } from './method-data.ts';
import { showNextAction } from './next-action.ts';
import { releaseAuthorization } from './release-authorization.ts';
import { canBeHeld, isCapturedAtOnce, recordGranted, termsOf } from './requested-terms.ts';
import { commitScreening } from './screen-payment.ts';
import { credentialUse, saveForFutureUsage, saveMandate } from './stored-credentials.ts';

/** The error code of a charge that needs the customer, who is absent. */
const AUTHENTICATION_REQUIRED_CODE = 'authentication_required';

/** How an authorization differs from what the payment itself asks for. */
export interface AuthorizationOptions {
  readonly cause: Cause;
  readonly threeDs?: boolean;
  /** What earlier attempts of this confirmation have used up. */
  readonly tries?: Tries;
  /** The outcome of an authentication made by an authentication connector. */
  readonly authentication?: AuthorizeRequest['authentication'];
  /** Whether a fraud check wants the merchant to review the payment before it is captured. */
  readonly review?: boolean;
}

interface CommittedRequest
  extends Pick<AuthorizeRequest, 'authentication' | 'capture' | 'terms' | 'threeDs'>,
    Tries {
  readonly review: boolean;
  /** The fraud check that follows the authorization. */
  readonly check: FraudPolicy | null;
}

/** Commits the call that authorizes an attempt. */
export async function commitAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  account: ConnectorAccount,
  options: AuthorizationOptions,
): Promise<ConnectorCall> {
  transitionAttempt(tx, payment, attempt, 'authorizing', options.cause);
  if (options.threeDs) attempt.authentication_type = 'three_ds';
  const profile = await profileOf(tx, payment);
  // An absent customer is never challenged.
  const threeDs = !payment.off_session && (options.threeDs ?? payment.authentication_type === 'three_ds');
  const terms = await termsOf(tx, payment, account);
  attempt.card_network = terms.network ?? attempt.card_network ?? null;
  const review = options.review ?? false;
  const check = review ? null : await checkAfter(tx, payment, account);
  // Nothing is captured before its check, unless it cannot be held, or what turns out to be fraud shall be refunded.
  const waits = review || (check !== null && check.action !== 'auto_refund');
  const isHeld = waits && canBeHeld(tx, payment, account);
  const credential = await credentialUse(tx, payment, account);
  const customerThere = await connectorCustomerAt(tx, payment, account, credential);
  const request: CommittedRequest & Record<string, unknown> = {
    amount: payment.net_amount,
    currency: payment.currency,
    // Without the verification code, which may not be stored: it is added when the call is sent.
    method: await methodOfPayment(tx, payment),
    paymentMethodType: payment.payment_method_type ?? null,
    capture: isCapturedAtOnce(payment) && (payment.net_amount === 0 || !isHeld),
    threeDs,
    challengeRequested: threeDs && requestsChallenge(payment, profile),
    authentication: options.authentication ?? null,
    returnUrl: returnAddress(tx.ports, payment),
    credential,
    context: paymentContext(payment, profile, account.connector_name, customerThere),
    terms,
    review,
    check,
    ...(options.tries ?? firstTry),
  };
  return commitCall(tx, payment.merchant_id, {
    flow: 'payment',
    operation: 'authorize',
    objectId: payment.payment_id,
    partId: attempt.attempt_id,
    account,
    request,
  });
}

/** The fraud check that follows an authorization, if there is one. There is nothing to hold of a verification. */
async function checkAfter(
  tx: WritingContext,
  payment: Payment,
  account: ConnectorAccount,
): Promise<FraudPolicy | null> {
  if (payment.net_amount === 0) return null;
  const policy = await fraudPolicyOf(tx, payment, account, brandOf(payment));
  if (policy?.flow !== 'post') return null;
  const { action, flow } = policy;
  const { connector_name, merchant_connector_id } = policy.account;
  return { account: { connector_name, merchant_connector_id }, action, flow };
}

/** Applies the outcome of an authorization to its attempt and payment. */
export const applyAuthorization: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await lock(tx, Attempt, call.part_id!);
  if ('connectorTransactionId' in outcome && outcome.connectorTransactionId) {
    attempt.connector_transaction_id = outcome.connectorTransactionId;
    payment.connector_transaction_id = outcome.connectorTransactionId;
  }
  keepAnswer(payment, attempt, outcome);
  if (attempt.status === 'void_initiated') {
    // A void is on its way. Only keep what it needs if it came too late; its own outcome sets the status.
    if (outcome.kind === 'succeeded') await keepAuthorization(tx, payment, attempt, call, outcome);
    return null;
  }
  switch (outcome.kind) {
    case 'succeeded':
      return succeed(tx, payment, attempt, call, outcome);
    case 'failed':
      return fail(tx, payment, attempt, call, outcome);
    case 'requires_action':
      // A look-up may say again what the customer was told already.
      if (!isInteractive(outcome.action) && attempt.status === 'authentication_pending') return null;
      if (payment.off_session && isInteractive(outcome.action))
        return refuseChallenge(tx, payment, attempt, call, outcome);
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
 * Fails an attempt whose connector demands a challenge from an absent customer. The challenge's address was shown to
 * nobody, so nobody can complete it later.
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

type Succeeded = Extract<Outcome, { kind: 'succeeded' }>;

/** Records the authorized and captured amounts, the saved method and the mandate. Returns what was captured. */
async function keepAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  outcome: Succeeded,
): Promise<number> {
  const { capture, terms } = decryptField(tx, call, 'request') as CommittedRequest;
  attempt.authorized_at ??= tx.ports.now();
  payment.next_action = null;
  await giveBack(tx, await profileOf(tx, payment), payment, attempt.created_at);
  await saveForFutureUsage(tx, payment);
  await saveMandate(tx, payment, attempt, outcome);
  await saveConnectorCustomer(tx, payment, attempt, outcome.connectorCustomerId ?? null);
  // Captures, voids and refunds refer to the connector's transaction: the card or account is not needed again.
  eraseMethodData(payment);
  const asked = payment.net_amount;
  // Without a word on the money the connector did exactly what was asked.
  const { authorized, captured } = outcome.money ?? { authorized: asked, captured: capture ? asked : 0 };
  payment.amount_received = captured;
  payment.amount_capturable = authorized - captured;
  const isOpen = payment.amount_capturable > 0;
  payment.capture_before = isOpen && outcome.captureBefore ? new Date(outcome.captureBefore) : null;
  recordGranted(payment, terms, outcome.granted);
  return captured;
}

async function succeed(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  outcome: Succeeded,
): Promise<CallRecord | null> {
  const captured = await keepAuthorization(tx, payment, attempt, call, outcome);
  const { capture, check, review } = decryptField(tx, call, 'request') as CommittedRequest;
  // Nothing is captured of a verification, and it is complete.
  if (captured > 0 || (capture && payment.net_amount === 0)) {
    await concludeCaptured(tx, payment, attempt, capture);
    return check && commitScreening(tx, payment, attempt, check);
  }
  if (review) {
    transitionAttempt(tx, payment, attempt, 'unresolved', 'connector');
    return null;
  }
  if (check) {
    transitionAttempt(tx, payment, attempt, 'authorizing', 'connector');
    return commitScreening(tx, payment, attempt, check);
  }
  return releaseAuthorization(tx, payment, attempt, 'connector');
}

async function fail(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  failure: ConnectorFailure,
): Promise<CallRecord | null> {
  const mapped = await recordFailure(tx, call, failure, attempt, payment);
  recordIssuerFailure(failure, attempt, payment);
  payment.next_action = null;
  payment.manual_retry_allowed = true;
  transitionAttempt(tx, payment, attempt, 'failure', 'connector');
  const profile = await profileOf(tx, payment);
  const next = await retry(tx, payment, profile, call, mapped, failure);
  // One confirmation counts as one failure, however many retries it took. An outage says nothing about the card.
  if (!next && failure.code === NOT_SENT_CODE) await giveBack(tx, profile, payment, attempt.created_at);
  return next;
}

/**
 * Retries if the error and the profile allow it. Where 3-D Secure may help, the same account is asked again with it
 * before the next account is.
 */
async function retry(
  tx: WritingContext,
  payment: Payment,
  profile: BusinessProfile,
  call: CallRecord,
  mapped: MappedError,
  failure: ConnectorFailure,
): Promise<CallRecord | null> {
  const { authentication, review, threeDs, ...request } = decryptField(
    tx,
    call,
    'request',
  ) as CommittedRequest;
  if (!mayRetry(profile, request, mapped, failure)) return null;

  if (!(await hasMethodData(tx, payment))) return null;
  // Nobody is there to pass a challenge off session, and an authenticated customer has passed one.
  const stepsUp = mapped.step_up_possible && !threeDs && !authentication && payment.off_session !== true;
  const eligible = await orNone(choosePaymentAccounts(tx, payment, brandOf(payment)));
  const accounts = eligible.filter((account) => !review || canBeHeld(tx, payment, account));
  const same = accounts.find(({ merchant_connector_id: id }) => id === call.merchant_connector_id);
  const again = stepsUp && same !== undefined;
  const tries = triesAfter(request, failure, call.merchant_connector_id, again);
  const next = again ? same : accounts.find(({ merchant_connector_id: id }) => !tries.tried.includes(id));
  if (!next) return null;
  return commitAuthorization(tx, payment, startAttempt(tx, payment, next), next, {
    cause: 'retry',
    tries,
    // An authentication stays valid whichever connector authorizes.
    ...(authentication ? { authentication } : {}),
    threeDs: stepsUp || threeDs,
    review,
  });
}
