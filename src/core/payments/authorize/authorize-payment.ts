import { profileOf } from '../../access/choose-profile.ts';
import { commitCall } from '../../connector-calls/commit-call.ts';
import type { Attempt } from '../../entities/attempt.ts';
import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { ConnectorAccount } from '../../entities/connector-account.ts';
import type { ConnectorCall } from '../../entities/connector-call.ts';
import type { Payment } from '../../entities/payment.ts';
import { firstTry, type Tries } from '../../error-mappings/retry-rule.ts';
import type { AuthorizationTerms } from '../../foundation/authorization-terms.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { AuthorizeRequest } from '../../foundation/ports/connector-requests.ts';
import { fraudAlgorithmOf } from '../../routing/choose-accounts.ts';
import { canCaptureLater } from '../../routing/eligibility.ts';
import { type FraudPolicy, fraudPolicyOf } from '../../routing/fraud-policy.ts';
import {
  isThreeDsDecided,
  requestsThreeDs,
  waitsForReview,
  wantsChallenge,
} from '../../routing/routing-request.ts';
import type { Cause } from '../../writes/apply-changes.ts';
import { mayBeChallenged, transitionAttempt } from '../attempt/attempts.ts';
import { returnAddress } from '../customer/customer-session.ts';
import { describePayment } from '../describe-payment.ts';
import { brandOf, chooseNetwork, methodOfPayment } from '../method/method-data.ts';
import { connectorCustomerAt, credentialUse } from '../method/stored-credentials.ts';
import { decidedTerms, decideRequest } from './apply-three-ds.ts';
import { commitScreening } from './screen-payment.ts';

/** Differences between an authorization and the payment's own parameters. */
export interface AuthorizationOptions {
  readonly cause: Cause;
  readonly threeDs?: boolean;
  /** Whether a saved card is charged by its number, because the connector's token of it did not help. */
  readonly withNumber?: boolean;
  /** Attempts and accounts already used by this confirmation. */
  readonly tries?: Tries;
  /** The outcome of 3-D Secure at an authentication connector. */
  readonly authentication?: AuthorizeRequest['authentication'];
  /** Whether a fraud check wants the merchant to review the payment before it is captured; a risk rule may too. */
  readonly review?: boolean;
}

/** The records committed with an authorization. */
export interface CommittedRequest
  extends Pick<AuthorizeRequest, 'authentication' | 'capture' | 'credential' | 'terms' | 'threeDs'>,
    Tries {
  readonly review: boolean;
  /** The fraud check that follows the authorization. */
  readonly check: FraudPolicy | null;
}

/** The fraud check of a payment through an account; null without one. */
async function screeningOf(
  tx: WritingContext,
  payment: Payment,
  account: ConnectorAccount,
): Promise<FraudPolicy | null> {
  const algorithm = await fraudAlgorithmOf(tx, payment);
  return algorithm && fraudPolicyOf(tx, payment, account, algorithm, brandOf(payment));
}

/** Commits the call that authorizes the first attempt of a confirmation, or the fraud check that comes before it. */
export async function startAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  account: ConnectorAccount,
  options: AuthorizationOptions,
): Promise<ConnectorCall> {
  const policy = await screeningOf(tx, payment, account);
  if (policy?.flow !== 'pre') return commitAuthorization(tx, payment, attempt, account, options);
  // The attempt waits, and its payment is processing.
  transitionAttempt(tx, payment, attempt, attempt.status, options.cause);
  const { authentication, threeDs } = options;
  return commitScreening(tx, payment, attempt, policy, {
    ...(authentication === undefined ? {} : { authentication }),
    ...(threeDs === undefined ? {} : { threeDs }),
  });
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
  const threeDs = mayBeChallenged(payment) && (options.threeDs ?? requestsThreeDs(payment));
  const authentication = options.authentication ?? null;
  const terms = await termsOf(tx, payment, account);
  attempt.card_network = terms.network ?? attempt.card_network ?? null;
  const { review: isSuspected = false } = options;
  const review = isSuspected || (payment.decisions.length > 0 && waitsForReview(payment));
  // A check that asked for the review is not repeated. What a rule holds is checked besides.
  const check = isSuspected ? null : await checkAfter(tx, payment, account);
  // Capture only after the fraud check, unless the funds cannot be held or the policy refunds fraud.
  const waits = review || (check !== null && check.action !== 'auto_refund');
  const isHeld = waits && canBeHeld(tx, payment, account);
  const credential = await credentialUse(tx, payment, account, options.withNumber);
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
    ...(isThreeDsDecided(payment) &&
      decideRequest(tx, payment, profile, account, { authentication, threeDs })),
    authentication,
    returnUrl: returnAddress(tx.ports, payment),
    credential,
    context: describePayment(payment, profile, account.connector_name, customerThere),
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
  const policy = await screeningOf(tx, payment, account);
  if (policy?.flow !== 'post') return null;
  const { action, flow } = policy;
  const { connector_name, merchant_connector_id } = policy.account;
  return { account: { connector_name, merchant_connector_id }, action, flow };
}

/**
 * Whether a payment is captured together with its authorization. With an amount of 0 the authorization is a
 * verification: the card is checked, and the payment is complete.
 */
const isCapturedAtOnce = (payment: Payment): boolean =>
  (payment.capture_method ?? 'automatic') === 'automatic' || payment.net_amount === 0;

/** Whether the merchant decides when to capture: only then do the authorization's validity and ceiling matter. */
const isCapturedLater = (payment: Payment): boolean =>
  !isCapturedAtOnce(payment) && payment.capture_method !== 'sequential_automatic';

/**
 * Whether an account can authorize a payment without capturing it, so that a fraud check or review can decide first.
 */
export function canBeHeld(tx: WritingContext, payment: Payment, account: ConnectorAccount): boolean {
  const connector = tx.ports.connectors.find(account.connector_name);
  return (
    connector !== undefined &&
    canCaptureLater(connector, payment.payment_method ?? 'card', payment.payment_method_type ?? null)
  );
}

/** The terms to request for an authorization, from the payment or else its profile. */
async function termsOf(
  tx: WritingContext,
  payment: Payment,
  account: ConnectorAccount,
): Promise<AuthorizationTerms> {
  const network = await chooseNetwork(tx, payment, account);
  if (!isCapturedLater(payment))
    return { incremental: false, extended: false, multipleCaptures: false, network };
  const asked = payment.request_extended_authorization;
  return {
    incremental: payment.request_incremental_authorization === true,
    network,
    multipleCaptures: payment.capture_method === 'manual_multiple',
    extended: asked ?? (await profileOf(tx, payment)).always_request_extended_authorization,
  };
}

/**
 * Whether 3-D Secure, if it runs for a card payment, must challenge the customer: by the payment, else its profile, or by rules.
 * Records the request on the locked payment.
 */
export function requestsChallenge(payment: Payment, profile: BusinessProfile): boolean {
  const isAsked = isThreeDsDecided(payment)
    ? decidedTerms(payment, profile).preference === 'challenge'
    : (payment.force_3ds_challenge ?? profile.force_3ds_challenge) || wantsChallenge(payment);
  const isForced = isAsked && payment.payment_method === 'card';
  if (isForced) payment.force_3ds_challenge_trigger = true;
  return isForced;
}
