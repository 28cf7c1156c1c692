import type { Attempt } from '../entities/attempt.ts';
import { Authentication } from '../entities/authentication.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { mapError } from '../error-mappings/map-error.ts';
import type { AuthenticationOutcome, LookUp } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { activeAttempt, transitionAttempt } from '../payments/attempts.ts';
import { countFailure } from '../payments/card-testing-guard.ts';
import { intendAuthorization } from '../payments/intend-authorization.ts';
import { lock } from '../writes/transactions.ts';

/** What an authentication came to in the end. */
type Verdict =
  | { readonly passed: true; readonly eci: string | null }
  | { readonly passed: false; readonly code: string; readonly message: string };

const verdicts: Readonly<
  Record<AuthenticationOutcome['transStatus'], (eci: string | null) => Verdict | null>
> = {
  Y: (eci) => ({ passed: true, eci }),
  C: () => null,
  N: () => ({
    passed: false,
    code: 'authentication_failed',
    message: 'The cardholder was not authenticated.',
  }),
  R: () => ({
    passed: false,
    code: 'authentication_rejected',
    message: 'The issuer rejected the authentication.',
  }),
};

/**
 * Records what an authentication connector answered, and lets the payment follow: it waits for the challenge,
 * is authorized, or fails. The payment is locked before its authentication, always.
 *
 * @returns The authorization that follows, committed and not made.
 */
export async function recordAuthentication(
  tx: WritingContext,
  { authentication_id: id, payment_id: paymentId }: Authentication,
  outcome: AuthenticationOutcome,
): Promise<ConnectorCall | null> {
  const payment = await lock(tx, Payment, paymentId);
  const authentication = await lock(tx, Authentication, id);
  authentication.asking_until = null;
  if (authentication.response) return null;
  authentication.response = outcome;
  authentication.modified_at = tx.now();
  const verdict = verdicts[outcome.transStatus](outcome.eci);
  if (verdict) return conclude(tx, payment, authentication, verdict);
  authentication.status = 'challenged';
  if (await waitingAttempt(tx, payment, authentication)) {
    payment.updated = tx.now();
    showDetails(payment, authentication, 'started', {});
  }
  return null;
}

/**
 * Records what became of a challenge, as the connector tells it afterwards. What is known already, and what is
 * not decided yet, changes nothing.
 */
export async function settleChallenge(
  tx: WritingContext,
  { authentication_id: id, payment_id: paymentId }: Authentication,
  found: LookUp,
): Promise<ConnectorCall | null> {
  const payment = await lock(tx, Payment, paymentId);
  const authentication = await lock(tx, Authentication, id);
  if (authentication.status !== 'challenged') return null;
  if (found.kind === 'succeeded') {
    const { eci } = (found.raw ?? {}) as { eci?: unknown };
    return conclude(tx, payment, authentication, { passed: true, eci: typeof eci === 'string' ? eci : null });
  }
  if (found.kind !== 'failed') return null;
  const { code, message } = found;
  return conclude(tx, payment, authentication, { passed: false, code, message });
}

async function conclude(
  tx: WritingContext,
  payment: Payment,
  authentication: Authentication,
  verdict: Verdict,
): Promise<ConnectorCall | null> {
  authentication.status = verdict.passed ? 'succeeded' : 'failed';
  authentication.modified_at = tx.now();
  const attempt = await waitingAttempt(tx, payment, authentication);
  if (!attempt) return null;
  payment.next_action = null;
  if (!verdict.passed) return refuse(tx, payment, attempt, authentication, verdict);
  const { eci } = verdict;
  showDetails(payment, authentication, 'success', { electronic_commerce_indicator: eci });
  transitionAttempt(tx, payment, attempt, 'authentication_successful', 'connector');
  const account = await tx.transaction.em.findOneOrFail(ConnectorAccount, {
    merchant_id: payment.merchant_id,
    merchant_connector_id: attempt.merchant_connector_id!,
  });
  return intendAuthorization(tx, payment, attempt, account, {
    cause: 'connector',
    // Authenticated is authenticated: the processor is not to ask the cardholder again.
    threeDs: false,
    authentication: { eci, transactionId: authentication.response?.dsTransactionId ?? null },
  });
}

async function refuse(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  authentication: Authentication,
  { code, message }: Extract<Verdict, { passed: false }>,
): Promise<null> {
  const { connector } = authentication;
  const mapped = await mapError(tx, { connector, flow: 'payment', sub_flow: 'authenticate', code, message });
  const failure = {
    error_code: code,
    error_message: message,
    unified_code: mapped.unified_code,
    unified_message: mapped.unified_message,
  };
  Object.assign(attempt, failure);
  Object.assign(payment, failure, { manual_retry_allowed: true });
  showDetails(payment, authentication, 'failed', { error_code: code, error_message: message });
  transitionAttempt(tx, payment, attempt, 'authentication_failed', 'connector');
  const profile = await tx.transaction.em.findOneOrFail(BusinessProfile, {
    merchant_id: payment.merchant_id,
    profile_id: payment.profile_id!,
  });
  await countFailure(tx, profile, payment);
  return null;
}

/** The attempt that waits for this authentication; null when the payment was cancelled or has expired meanwhile. */
async function waitingAttempt(
  tx: WritingContext,
  payment: Payment,
  { attempt_id: id }: Authentication,
): Promise<Attempt | null> {
  if (payment.status !== 'requires_customer_action') return null;
  const attempt = await activeAttempt(tx, payment);
  return attempt.attempt_id === id && attempt.status === 'authentication_pending' ? attempt : null;
}

function showDetails(
  payment: Payment,
  { response }: Pick<Authentication, 'response'>,
  status: 'started' | 'success' | 'failed',
  more: Payment['external_authentication_details'] & object,
): void {
  payment.external_3ds_authentication_attempted = true;
  payment.external_authentication_details = {
    authentication_flow: response?.transStatus === 'C' ? 'challenge' : 'frictionless',
    electronic_commerce_indicator: response?.eci ?? null,
    status,
    ds_transaction_id: response?.dsTransactionId ?? null,
    version: response?.version ?? null,
    error_code: null,
    error_message: null,
    ...more,
  };
}
