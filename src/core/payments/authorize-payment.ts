import { profileOf } from '../business-profiles/choose-profile.ts';
import { commitCall } from '../connector-calls/commit-call.ts';
import { NOT_SENT_CODE } from '../connector-calls/run-calls.ts';
import { Attempt } from '../entities/attempt.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payment, paymentCardNetwork } from '../entities/payment.ts';
import type { MappedError } from '../error-mappings/map-error.ts';
import { recordFailure, recordIssuerFailure } from '../error-mappings/record-failure.ts';
import type { CallRecord, OutcomeHandler } from '../foundation/call-record.ts';
import type { AuthorizeRequest, ConnectorFailure, Outcome } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { choosePaymentAccounts } from '../routing/choose-accounts.ts';
import { decryptField } from '../writes/apply-changes.ts';
import type { Cause } from '../writes/change-status.ts';
import { lock } from '../writes/transactions.ts';
import { startAttempt, transitionAttempt } from './attempts.ts';
import { startCapture } from './capture-payment.ts';
import { countFailure } from './card-testing-guard.ts';
import { returnAddress } from './customer-session.ts';
import { cardOfPayment } from './prepare-payment.ts';
import { connectorMandateAt, saveMandate, saveTypedCard } from './stored-credentials.ts';

/** How an authorization differs from what the payment itself asks for. */
export interface AuthorizationOptions {
  readonly cause: Cause;
  readonly threeDs?: boolean;
  /** How many automatic retries this confirmation has made so far. */
  readonly retries?: number;
  /** The outcome of an authentication made by an authentication connector. */
  readonly authentication?: AuthorizeRequest['authentication'];
}

type CommittedRequest = Pick<AuthorizeRequest, 'authentication' | 'capture' | 'threeDs'> & {
  readonly retries: number;
};

/** Commits the call that authorizes an attempt. */
export async function commitAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  account: ConnectorAccount,
  options: AuthorizationOptions,
): Promise<ConnectorCall> {
  transitionAttempt(tx, payment, attempt, 'authorizing', options.cause);
  const request: CommittedRequest & Record<string, unknown> = {
    amount: payment.net_amount,
    currency: payment.currency,
    // Without the verification code, which may not be stored: it is added when the call is sent.
    card: await cardOfPayment(tx, payment),
    paymentMethod: payment.payment_method ?? 'card',
    paymentMethodType: payment.payment_method_type ?? null,
    // Nothing to capture makes it a verification: the card is checked, and the payment is complete.
    capture: (payment.capture_method ?? 'automatic') === 'automatic' || payment.net_amount === 0,
    threeDs: options.threeDs ?? payment.authentication_type === 'three_ds',
    authentication: options.authentication ?? null,
    returnUrl: returnAddress(tx, payment),
    offSession: payment.off_session ?? false,
    connectorMandateId: await connectorMandateAt(tx, payment, account),
    retries: options.retries ?? 0,
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

/** Applies the outcome of an authorization to its attempt and payment. */
export const applyAuthorization: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await lock(tx, Attempt, call.part_id!);
  if ('connectorTransactionId' in outcome && outcome.connectorTransactionId) {
    attempt.connector_transaction_id = outcome.connectorTransactionId;
    payment.connector_transaction_id = outcome.connectorTransactionId;
  }
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
      payment.next_action = { type: 'redirect_to_url', redirect_to_url: outcome.redirectUrl };
      transitionAttempt(tx, payment, attempt, 'authentication_pending', 'connector');
      return null;
    case 'pending':
    case 'unknown':
      transitionAttempt(tx, payment, attempt, 'pending', 'connector');
      return null;
  }
};

type Succeeded = Extract<Outcome, { kind: 'succeeded' }>;

/** Records the authorized or captured amount, the saved card and the mandate. Returns whether it was captured. */
async function keepAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  outcome: Succeeded,
): Promise<boolean> {
  const { capture } = decryptField(tx, call, 'request') as CommittedRequest;
  payment.next_action = null;
  await saveTypedCard(tx, payment);
  await saveMandate(tx, payment, attempt, outcome.connectorMandateId ?? null);
  // Captures, voids and refunds refer to the connector's transaction: the card number is not needed again.
  payment.card_number = null;
  payment.amount_received = capture ? payment.net_amount : 0;
  payment.amount_capturable = capture ? 0 : payment.net_amount;
  payment.capture_before = !capture && outcome.captureBefore ? new Date(outcome.captureBefore) : null;
  return capture;
}

async function succeed(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  outcome: Succeeded,
): Promise<CallRecord | null> {
  if (await keepAuthorization(tx, payment, attempt, call, outcome)) {
    transitionAttempt(tx, payment, attempt, 'charged', 'connector');
    return null;
  }
  transitionAttempt(tx, payment, attempt, 'authorized', 'connector');
  return payment.capture_method === 'sequential_automatic'
    ? startCapture(tx, payment, attempt, payment.net_amount)
    : null;
}

async function fail(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  failure: ConnectorFailure,
): Promise<CallRecord | null> {
  const mapped = await recordFailure(tx, call, failure, attempt, payment);
  recordIssuerFailure(payment, failure);
  payment.next_action = null;
  payment.manual_retry_allowed = true;
  transitionAttempt(tx, payment, attempt, 'failure', 'connector');
  const profile = await profileOf(tx, payment);
  const next = await retry(tx, payment, profile, call, mapped);
  // One confirmation counts as one failure, however many retries it took. An outage says nothing about the card.
  if (!next && failure.code !== NOT_SENT_CODE) await countFailure(tx, profile, payment);
  return next;
}

/** Retries at the next account if the error maps to `retry` and the profile has retries left. */
async function retry(
  tx: WritingContext,
  payment: Payment,
  profile: BusinessProfile,
  call: CallRecord,
  mapped: MappedError,
): Promise<CallRecord | null> {
  const { authentication, retries, threeDs } = decryptField(tx, call, 'request') as CommittedRequest;
  const isAllowed = profile.is_auto_retries_enabled && retries < (profile.max_auto_retries_enabled ?? 0);
  if (mapped.decision !== 'retry' || !isAllowed) return null;

  const { merchant_id, payment_id } = payment;
  const attempts = await tx.transaction.em.find(Attempt, { merchant_id, payment_id });
  const tried = new Set(attempts.map((attempt) => attempt.merchant_connector_id));
  const next = (await eligibleAccounts(tx, payment)).find(({ merchant_connector_id: id }) => !tried.has(id));
  if (!next) return null;
  return commitAuthorization(tx, payment, startAttempt(tx, payment, next), next, {
    cause: 'retry',
    retries: retries + 1,
    // An authentication stays valid whichever connector authorizes.
    ...(authentication ? { authentication } : {}),
    threeDs: mapped.step_up_possible || threeDs,
  });
}

/** The accounts that can take the payment, possibly none: then there is no retry. */
async function eligibleAccounts(tx: WritingContext, payment: Payment): Promise<ConnectorAccount[]> {
  try {
    return await choosePaymentAccounts(tx, payment, paymentCardNetwork(payment));
  } catch (error) {
    if (error instanceof Problem && error.code === 'no_connector_available') return [];
    throw error;
  }
}
