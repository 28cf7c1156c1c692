import { NOT_SENT_CODE } from '../connector-calls/make-call.ts';
import { Attempt } from '../entities/attempt.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { Payment, paymentCardNetwork } from '../entities/payment.ts';
import { mapError } from '../error-mappings/map-error.ts';
import type { CallRecord, OutcomeHandler } from '../foundation/call-record.ts';
import type { AuthorizeRequest, ConnectorFailure, Outcome } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { choosePaymentAccounts } from '../routing/choose-accounts.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';
import { transitionAttempt } from './attempts.ts';
import { countFailure } from './card-testing-guard.ts';
import { intendAuthorization, startAttempt } from './intend-authorization.ts';
import { keepCard, keepMandate } from './keep-mandate.ts';
import { startCapture } from './start-capture.ts';

type Mapping = Awaited<ReturnType<typeof mapError>>;

/** What an authorization came to, applied to its attempt and payment. Each kind of outcome has its own effect. */
export const applyAuthorization: OutcomeHandler = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await lock(tx, Attempt, call.part_id!);
  if ('connectorTransactionId' in outcome && outcome.connectorTransactionId) {
    attempt.connector_transaction_id = outcome.connectorTransactionId;
    payment.connector_transaction_id = outcome.connectorTransactionId;
  }
  // It is being given up. Whether that came too late is for the void to find out; here is what it will find.
  const isGivenUp = attempt.status === 'void_initiated';
  switch (outcome.kind) {
    case 'succeeded':
      if (isGivenUp) return received(tx, payment, attempt, call, outcome).then(() => null);
      return authorized(tx, payment, attempt, call, outcome);
    case 'failed':
      if (isGivenUp) return null;
      return refused(tx, payment, attempt, call, outcome);
    case 'requires_action':
      if (isGivenUp) return null;
      payment.next_action = { type: 'redirect_to_url', redirect_to_url: outcome.redirectUrl };
      transitionAttempt(tx, payment, attempt, 'authentication_pending', 'connector');
      return null;
    case 'pending':
    case 'unknown':
      if (isGivenUp) return null;
      transitionAttempt(tx, payment, attempt, 'pending', 'connector');
      return null;
  }
};

type Succeeded = Extract<Outcome, { kind: 'succeeded' }>;

/** Takes the money, or the right to it, into the payment's sums; answers whether it was captured already. */
async function received(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  outcome: Succeeded,
): Promise<boolean> {
  const asked = decryptField(tx, call, 'request') as { capture: boolean };
  payment.next_action = null;
  await keepCard(tx, payment);
  await keepMandate(tx, payment, attempt, outcome.connectorMandateId ?? null);
  // The number has done its work; what is needed from here on is the connector's transaction.
  payment.card_number = null;
  payment.amount_received = asked.capture ? payment.net_amount : 0;
  payment.amount_capturable = asked.capture ? 0 : payment.net_amount;
  return asked.capture;
}

async function authorized(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  outcome: Succeeded,
): Promise<CallRecord | null> {
  if (await received(tx, payment, attempt, call, outcome)) {
    transitionAttempt(tx, payment, attempt, 'charged', 'connector');
    return null;
  }
  transitionAttempt(tx, payment, attempt, 'authorized', 'connector');
  return payment.capture_method === 'sequential_automatic'
    ? startCapture(tx, payment, attempt, payment.net_amount)
    : null;
}

async function refused(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  call: CallRecord,
  failure: ConnectorFailure,
): Promise<CallRecord | null> {
  const { code, message } = failure;
  const mapping = await mapError(tx, {
    connector: call.connector,
    flow: 'payment',
    sub_flow: 'authorize',
    code,
    message,
  });
  const unified = { unified_code: mapping.unified_code, unified_message: mapping.unified_message };
  Object.assign(attempt, { error_code: code, error_message: message, ...unified });
  Object.assign(payment, {
    next_action: null,
    error_code: code,
    error_message: message,
    issuer_error_code: failure.issuerCode ?? null,
    issuer_error_message: failure.issuerMessage ?? null,
    manual_retry_allowed: true,
    ...unified,
  });
  transitionAttempt(tx, payment, attempt, 'failure', 'connector');
  const profile = await tx.transaction.em.findOneOrFail(BusinessProfile, {
    merchant_id: payment.merchant_id,
    profile_id: payment.profile_id!,
  });
  const next = await retry(tx, payment, profile, call, mapping);
  // One try by the customer is one failure, whatever the service tried; a connector that is down tells of no card.
  if (!next && code !== NOT_SENT_CODE) await countFailure(tx, profile, payment);
  return next;
}

/** Tries the next account when the error's mapping says so and the profile still has retries left. */
async function retry(
  tx: WritingContext,
  payment: Payment,
  profile: BusinessProfile,
  call: CallRecord,
  mapping: Mapping,
): Promise<CallRecord | null> {
  const { authentication, retries, threeDs } = decryptField(tx, call, 'request') as Pick<
    AuthorizeRequest,
    'authentication' | 'threeDs'
  > & { retries: number };
  const left = profile.is_auto_retries_enabled && retries < (profile.max_auto_retries_enabled ?? 0);
  if (mapping.decision !== 'retry' || !left) return null;

  const tried = await tx.transaction.em.find(Attempt, {
    merchant_id: payment.merchant_id,
    payment_id: payment.payment_id,
  });
  const untried = await eligibleAccounts(tx, payment);
  const next = untried.find(
    (account) => !tried.some((attempt) => attempt.merchant_connector_id === account.merchant_connector_id),
  );
  if (!next) return null;
  const attempt = startAttempt(tx, payment, next);
  return intendAuthorization(tx, payment, attempt, next, {
    cause: 'retry',
    retries: retries + 1,
    // Who was authenticated elsewhere stays so, whoever asks for the money.
    ...(authentication ? { authentication } : {}),
    threeDs: mapping.step_up_possible || threeDs,
  });
}

/** The accounts that could take the payment; none is no error here: there simply is no retry. */
async function eligibleAccounts(tx: WritingContext, payment: Payment) {
  try {
    return await choosePaymentAccounts(tx, payment, paymentCardNetwork(payment));
  } catch (error) {
    if (error instanceof Problem && error.code === 'no_connector_available') return [];
    throw error;
  }
}
