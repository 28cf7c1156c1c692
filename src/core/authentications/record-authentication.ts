import type { Attempt } from '../entities/attempt.ts';
import { Authentication } from '../entities/authentication.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { recordFailure } from '../error-mappings/map-error.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { AuthenticationOutcome, AuthenticationResult, LookUp } from '../foundation/ports/connector.ts';
import { eraseMethodData } from '../payment-methods/sealed-data.ts';
import { activeAttempt, transitionAttempt } from '../payments/attempt/attempts.ts';
import { noteThreeDs } from '../payments/authorize/apply-three-ds.ts';
import { startAuthorization } from '../payments/authorize/authorize-payment.ts';
import { hasMethodData } from '../payments/method/method-data.ts';
import { lock } from '../writes/transactions.ts';

/** How an authentication ends. */
type Conclusion =
  | { readonly passed: true; readonly result: AuthenticationResult }
  | { readonly passed: false; readonly code: string; readonly message: string };

/** Why an authentication fails, by its status. It does not fail with any other. */
const failures: Partial<
  Record<AuthenticationResult['transStatus'], readonly [code: string, message: string]>
> = {
  N: ['authentication_failed', 'The cardholder was not authenticated.'],
  R: ['authentication_rejected', 'The issuer rejected the authentication.'],
  // The issuer would not be liable, although the merchant required it.
  U: ['authentication_unavailable', 'The authentication could not be carried out.'],
};

/**
 * The consequence of a result: null while the cardholder still has to act. An attempted authentication (A) shifts
 * liability to the issuer; an informational one (I) is passed on without guarantee.
 */
function conclusionOf(result: AuthenticationResult): Conclusion | null {
  const { transStatus } = result;
  if (transStatus === 'C' || transStatus === 'D') return null;
  const [code, message] = failures[transStatus] ?? [];
  return code && message ? { passed: false, code, message } : { passed: true, result };
}

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
  // The cryptogram goes to the authorizing connector, and is not stored here.
  authentication.response = { ...outcome, cavv: null };
  authentication.modified_at = tx.ports.now();
  const conclusion = conclusionOf(outcome);
  if (conclusion) return conclude(tx, payment, authentication, conclusion);
  authentication.status = 'challenged';
  if (await waitingAttempt(tx, payment, authentication)) {
    payment.updated = tx.ports.now();
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
    // A connector that reports success without details has no further proof.
    const result = found.authentication ?? { ...proofless, ...authentication.response, transStatus: 'Y' };
    const conclusion = conclusionOf(result);
    return conclusion && conclude(tx, payment, authentication, conclusion);
  }
  if (found.kind !== 'failed') return null;
  const { code, message } = found;
  return conclude(tx, payment, authentication, { passed: false, code, message });
}

const proofless = { eci: null, cavv: null, dsTransactionId: null, version: null } as const;

const methodDeleted = {
  passed: false,
  code: 'payment_method_deleted',
  message: 'The saved payment method was deleted before the payment was authorized.',
} as const;

async function conclude(
  tx: WritingContext,
  payment: Payment,
  authentication: Authentication,
  conclusion: Conclusion,
): Promise<ConnectorCall | null> {
  authentication.status = conclusion.passed ? 'succeeded' : 'failed';
  authentication.modified_at = tx.ports.now();
  const attempt = await waitingAttempt(tx, payment, authentication);
  if (!attempt) return null;
  payment.next_action = null;
  if (conclusion.passed && !(await hasMethodData(tx, payment))) {
    return fail(tx, payment, attempt, authentication, methodDeleted);
  }
  if (!conclusion.passed) return fail(tx, payment, attempt, authentication, conclusion);
  const { response } = authentication;
  const { result } = conclusion;
  showDetails(payment, authentication, 'success', { electronic_commerce_indicator: result.eci });
  transitionAttempt(tx, payment, attempt, 'authentication_successful', 'connector');
  const account = await tx.transaction.em.findOneOrFail(ConnectorAccount, {
    merchant_id: payment.merchant_id,
    merchant_connector_id: attempt.merchant_connector_id!,
  });
  return startAuthorization(tx, payment, attempt, account, {
    cause: 'connector',
    // The cardholder is authenticated: the processor must not run 3-D Secure again.
    threeDs: false,
    authentication: {
      ...result,
      dsTransactionId: result.dsTransactionId ?? response?.dsTransactionId ?? null,
      version: result.version ?? response?.version ?? null,
      threeDsServerTransactionId: response?.threeDsServerTransactionId ?? null,
      acsTransactionId: response?.acsTransactionId ?? null,
    },
  });
}

async function fail(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  authentication: Authentication,
  failure: Extract<Conclusion, { passed: false }>,
): Promise<null> {
  const operation = {
    connector: authentication.connector,
    flow: 'payment',
    operation: 'authenticate',
  } as const;
  await recordFailure(tx, operation, failure, attempt, payment);
  payment.manual_retry_allowed = true;
  noteThreeDs(payment, { eci: authentication.response?.eci ?? null, liability_shift: false });
  eraseMethodData(payment);
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
  if (payment.status !== 'requires_customer_action' || payment.expires_on <= tx.ports.now()) return null;
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
