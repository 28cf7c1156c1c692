import { profileOf } from '../../access/choose-profile.ts';
import { runCalls } from '../../connector-calls/run-calls.ts';
import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import { paymentStates } from '../../entities/states/payment-states.ts';
import type { RuleDecided } from '../../entities/values/rule-documents.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { Problem } from '../../foundation/errors.ts';
import { requireState } from '../../foundation/state-machine.ts';
import { chargeUnderMandate, requireNamedConsent } from '../../mandates/charge-under-mandate.ts';
import { requireCompleteConsent, requireRenewable } from '../../mandates/consent.ts';
import { requireAllowedType } from '../../payment-methods/allowed-types.ts';
import { detailsGiven } from '../../payment-methods/method-details.ts';
import { choosePaymentAccounts } from '../../routing/choose-accounts.ts';
import { requestsThreeDs } from '../../routing/routing-request.ts';
import { activeRules } from '../../rules/compiled-rules.ts';
import { earlyDecisionNames, earlyDecisions } from '../../rules/decision-kinds.ts';
import { isSurchargeDecided } from '../../rules/surcharge-amounts.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { mayBeChallenged, startAttempt, transitionAttempt } from '../attempt/attempts.ts';
import {
  confirmationChanges,
  isCustomer,
  requireAllowedReturn,
  requireShown,
  requireShownTotal,
} from '../customer/customer-access.ts';
import { pageAddress, requireSession } from '../customer/customer-session.ts';
import { keepExtendedCardInfo } from '../method/extended-card-info.ts';
import { brandOf, missingData, requireMethodData } from '../method/method-data.ts';
import { takeThreeDsResult } from '../method/stored-credentials.ts';
import type { PaymentChanges, PaymentConfirmation, PaymentUpdate } from '../payment-inputs.ts';
import { preparePayment } from '../prepare-payment.ts';
import { blockPayment } from './apply-risk.ts';
import { startAuthorization } from './authorize-payment.ts';
import { isBlocklisted, reserveFailure } from './card-testing-guard.ts';
import { countAttempt } from './count-attempt.ts';
import { endOpenAttempt } from './replace-attempt.ts';
import { takeDecisions } from './take-decisions.ts';

/**
 * Confirms a payment: routes it to a connector account and authorizes it there. A decline sets the payment's status and
 * throws nothing. A failed payment may be confirmed again while `manual_retry_allowed` is true: by its customer, or as
 * {@link isChargedAbsent} describes. A confirmation during an open challenge ends the former attempt.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state`; `missing_parameter` without a payment method, also if the
 * saved one was deleted; `no_connector_available`; `blocked`, also after {@link blockPayment}; `mandate_inactive` and `mandate_exceeded`; and the
 * problems of `updatePayment` for the changes. With a publishable or ephemeral key also those of
 * {@link confirmationChanges}, {@link requireShown} and {@link requireShownTotal}.
 */
export async function confirmPayment(
  ctx: Context,
  paymentId: string,
  input: PaymentConfirmation,
): Promise<void> {
  const calls = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    const changes = confirmationChanges(tx, payment, input);
    requireState('payment', paymentStates, 'confirm', payment.status);
    requireSession(tx, payment, 'confirmed');
    const own = { ...tx, merchantId: payment.merchant_id };
    await requireShown(own, payment, input);
    await requireAllowedReturn(own, payment, input);
    return confirmLocked(own, payment, changes);
  });
  await runConfirmation(ctx, calls, input);
}

/** The committed calls of a confirmation. */
export interface ConfirmationCalls {
  /** The authorization; null if an authentication comes first. */
  readonly call: ConnectorCall | null;
  /** The void of the attempt whose challenge was open. */
  readonly former: ConnectorCall | null;
  /** The refusal of a payment that was blocked, which commits its failure; null unless it was. */
  readonly refusal: Problem | null;
}

/** Confirms a locked payment with a request's changes, which may replace the attempt whose challenge is open. */
export async function confirmLocked(
  tx: WritingContext,
  payment: Payment,
  changes: PaymentChanges,
  cause: 'update' | 'confirm' = 'confirm',
): Promise<ConfirmationCalls> {
  const isOpen = payment.status === 'requires_customer_action';
  const former = isOpen ? await endOpenAttempt(tx, payment) : null;
  await preparePayment(tx, payment, changes, cause);
  return { ...(await beginConfirmation(tx, payment, changes)), former };
}

/**
 * Makes the committed calls of a confirmation, with the verification code of its request.
 *
 * @throws {Problem} The refusal of a blocked payment.
 */
export async function runConfirmation(
  ctx: Context,
  { call, former, refusal }: ConfirmationCalls,
  input: PaymentUpdate,
): Promise<void> {
  // First, so that the customer cannot complete the former challenge while the new attempt is charged.
  await runCalls(ctx, former);
  if (refusal) throw refusal;
  await runCalls(ctx, call, cvcOf(input));
}

/** The card verification code of a request. It is sent with the connector call and never stored. */
export const cvcOf = (input: PaymentUpdate): string | null =>
  input.payment_method_data?.card?.card_cvc ?? input.card_cvc ?? null;

/**
 * Starts the first attempt of a confirmation, for a payment that is locked and prepared.
 *
 * @param given The changes of the request that confirms.
 * @returns The committed authorization, or null if an authentication comes first: the customer's client requests
 * it, and the authorization follows. Or the refusal of a payment that is blocked and has failed, to be thrown once that has
 * committed.
 */
export async function beginConfirmation(
  tx: WritingContext,
  payment: Payment,
  given: PaymentChanges,
): Promise<Omit<ConfirmationCalls, 'former'>> {
  const profile = await profileOf(tx, payment);
  const isTotalSent = given.net_amount !== undefined;
  if (isTotalSent && !isSurchargeDecided(profile, payment)) requireShownTotal(tx, payment, given);
  requireConfirmable(payment);
  const isAbsent = isChargedAbsent(tx, payment, given);
  if (isAbsent) requireNamedConsent(payment);
  if (payment.allowed_payment_method_types.length > 0) requireAllowedType(payment);
  const saved = await requireMethodData(tx, payment);
  if (payment.setup_future_usage || payment.mandate_data) {
    requireCompleteConsent(payment, saved);
    await requireRenewable(tx, payment);
  }
  const blocked = async (decision: RuleDecided | null) => ({
    call: null,
    refusal: await blockPayment(tx, payment, decision),
  });
  if (await isBlocklisted(tx, payment)) return blocked(null);
  const taken = hasEarlyDecisions(profile, payment) ? await takeDecisions(tx, profile, payment) : null;
  if (taken?.refused) return blocked(taken.refused);
  // A blocked payment is not sent, so it does not count as a failure.
  await reserveFailure(tx, profile, payment);
  const lookedUp = taken?.lookedUp;
  if (isTotalSent || payment.surcharge_details) requireShownTotal(tx, payment, given);
  // Only a mandate or a saved method is charged under a consent that was given before: its limit includes the surcharge.
  if (payment.mandate_id || payment.payment_method_id) await chargeUnderMandate(tx, payment, isAbsent);
  const [account] = await choosePaymentAccounts(tx, payment, brandOf(payment), { keeps: true, lookedUp });
  payment.is_iframe_redirection_enabled ??= profile.is_iframe_redirection_enabled;
  payment.frm_message = null;
  payment.merchant_decision = null;
  if (profile.extended_card_info_config) await keepExtendedCardInfo(tx, payment, profile);
  const attempt = startAttempt(tx, payment, account!);
  if (lookedUp?.size) countAttempt(tx, profile, payment, attempt);
  if (needsAuthentication(payment, profile)) {
    transitionAttempt(tx, payment, attempt, 'authentication_pending', 'confirm');
    payment.next_action = {
      type: 'three_ds_invoke',
      redirect_to_url: pageAddress(tx.ports, 'continue', payment),
    };
    return { call: null, refusal: null };
  }
  const authentication = takeThreeDsResult(tx, payment);
  // The cardholder is authenticated: the connector must not run 3-D Secure again.
  const proven = authentication ? { authentication, threeDs: false } : {};
  const call = await startAuthorization(tx, payment, attempt, account!, { cause: 'confirm', ...proven });
  return { call, refusal: null };
}

/** Whether a confirmation makes decisions before routing, or removes decisions of an earlier confirmation. */
const hasEarlyDecisions = (profile: BusinessProfile, { decisions }: Payment): boolean =>
  earlyDecisionNames.some((name) => profile.active_rules?.[name]) ||
  // Counts are taken under a lock that lasts until the attempt is recorded.
  (profile.active_rules?.payment_routing !== undefined &&
    activeRules(profile, 'payment_routing')!.lookups.length > 0) ||
  decisions.some(({ decision }) => decision in earlyDecisions);

/**
 * Whether a confirmation charges a failed payment again while its customer is absent. The customer is present if their client
 * confirms, or if the request has their input: a method, its token, or a verification code. Another service's stored method
 * has their consent there. A method from an update of the failed payment counts as input; a saved method needs its token,
 * or consent.
 */
function isChargedAbsent(tx: WritingContext, payment: Payment, given: PaymentChanges): boolean {
  const {
    card_cvc: cvc,
    payment_method_data: data,
    payment_token: token,
    recurring_details: brought,
  } = given;
  const isGivenAnew = Boolean(data?.card || detailsGiven(data) || token || cvc || brought);
  const { attempt_count, card_number, method_data, payment_token, status } = payment;
  // Failing erases a card or account: a present one was added later.
  const isGivenSince = Boolean(card_number || method_data || payment_token);
  const isUpdated = status === 'requires_confirmation' && attempt_count > 0;
  const isRetried = status === 'failed' || (isUpdated && !isGivenSince);
  return isRetried && !isCustomer(tx) && !isGivenAnew;
}

function requireConfirmable(payment: Payment): void {
  requireRetryable(payment);
  if (payment.status === 'requires_payment_method') throw missingData(payment);
}

/** @throws {Problem} `unexpected_state` for a payment that failed for good. */
export function requireRetryable(payment: Pick<Payment, 'status' | 'manual_retry_allowed'>): void {
  if (payment.status !== 'failed' || payment.manual_retry_allowed) return;
  throw new Problem('unexpected_state', 'The payment has failed and cannot be retried.');
}

/**
 * Whether an authentication connector runs 3-D Secure before the authorization: see {@link mayBeChallenged}.
 *
 * @throws {Problem} `no_connector_available` if it should and the profile has none: continuing without would lose the
 * liability shift that the merchant requested.
 */
export function needsAuthentication(payment: Payment, profile: BusinessProfile): boolean {
  const isAsked =
    payment.payment_method === 'card' &&
    mayBeChallenged(payment) &&
    payment.request_external_three_ds_authentication === true &&
    requestsThreeDs(payment);
  const connectors = profile.authentication_connector_details?.authentication_connectors ?? [];
  if (!isAsked || connectors.length > 0) return isAsked;
  throw new Problem(
    'no_connector_available',
    'The profile has no authentication connector. Name one in authentication_connector_details, or leave request_external_three_ds_authentication out.',
    { param: 'request_external_three_ds_authentication' },
  );
}
