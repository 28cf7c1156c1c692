import type { Attempt } from '../entities/attempt.ts';
import { Authentication } from '../entities/authentication.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { recordFailure } from '../error-mappings/map-error.ts';
import type { AuthenticationOutcome, LookUp } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { activeAttempt, transitionAttempt } from '../payments/attempts.ts';
import { hasMethodData } from '../payments/method-data.ts';
import { startAuthorization } from '../payments/start-authorization.ts';
import { lock } from '../writes/transactions.ts';

/** The final result of an authentication. */
type AuthenticationResult =
  | { readonly passed: true; readonly eci: string | null }
  | { readonly passed: false; readonly code: string; readonly message: string };

const resultsByStatus: Readonly<
  Record<AuthenticationOutcome['transStatus'], (eci: string | null) => AuthenticationResult | null>
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
 * Records the connector's response and moves the payment on: it waits for a challenge, is authorized, or fails.
 * The payment is always locked before its authentication.
 *
 * @returns The authorization that follows: committed, not sent.
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
  const result = resultsByStatus[outcome.transStatus](outcome.eci);
  if (result) return conclude(tx, payment, authentication, result);
  authentication.status = 'challenged';
  if (await waitingAttempt(tx, payment, authentication)) {
    payment.updated = tx.now();
    showDetails(payment, authentication, 'started', {});
  }
  return null;
}

/**
 * Records the outcome of a challenge, from a look-up or a webhook. Does nothing if it is already recorded or not
 * final.
 */
export async function recordChallenge(
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

const methodDeleted = {
  passed: false,
  code: 'payment_method_deleted',
  message: 'The saved payment method was deleted before the payment was authorized.',
} as const;

async function conclude(
  tx: WritingContext,
  payment: Payment,
  authentication: Authentication,
  result: AuthenticationResult,
): Promise<ConnectorCall | null> {
  authentication.status = result.passed ? 'succeeded' : 'failed';
  authentication.modified_at = tx.now();
  const attempt = await waitingAttempt(tx, payment, authentication);
  if (!attempt) return null;
  payment.next_action = null;
  if (result.passed && !(await hasMethodData(tx, payment))) {
    return fail(tx, payment, attempt, authentication, methodDeleted);
  }
  if (!result.passed) return fail(tx, payment, attempt, authentication, result);
  const { eci } = result;
  showDetails(payment, authentication, 'success', { electronic_commerce_indicator: eci });
  transitionAttempt(tx, payment, attempt, 'authentication_successful', 'connector');
  const account = await tx.transaction.em.findOneOrFail(ConnectorAccount, {
    merchant_id: payment.merchant_id,
    merchant_connector_id: attempt.merchant_connector_id!,
  });
  return startAuthorization(tx, payment, attempt, account, {
    cause: 'connector',
    // The cardholder is authenticated: the processor must not run 3-D Secure again.
    threeDs: false,
    authentication: { eci, transactionId: authentication.response?.dsTransactionId ?? null },
  });
}

async function fail(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  authentication: Authentication,
  failure: Extract<AuthenticationResult, { passed: false }>,
): Promise<null> {
  const operation = {
    connector: authentication.connector,
    flow: 'payment',
    operation: 'authenticate',
  } as const;
  await recordFailure(tx, operation, failure, attempt, payment);
  payment.manual_retry_allowed = true;
  const { code, message } = failure;
  showDetails(payment, authentication, 'failed', { error_code: code, error_message: message });
  transitionAttempt(tx, payment, attempt, 'authentication_failed', 'connector');
  return null;
}

/** The attempt that waits for this authentication; null if the payment was cancelled or expired meanwhile. */
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
