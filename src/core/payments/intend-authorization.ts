import { intend } from '../connector-calls/intend.ts';
import { Attempt } from '../entities/attempt.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { beginHistory, type Cause } from '../writes/change-status.ts';
import { attemptId, transitionAttempt } from './attempts.ts';
import { mandateAt } from './keep-mandate.ts';
import { cardOfPayment } from './prepare-payment.ts';
import { returnAddress } from './return-address.ts';

/** How an attempt differs from the payment's own wishes: a retry may ask for 3DS, and counts itself. */
export interface AttemptOptions {
  readonly cause: Cause;
  readonly threeDs?: boolean;
  /** How many retries were made before, in this confirmation. */
  readonly retries?: number;
  /** What an authentication elsewhere came to. */
  readonly authentication?: { readonly eci: string | null; readonly transactionId: string | null };
}

/** Records a new try at a payment through an account, before anything is asked of the connector. */
export function startAttempt(tx: WritingContext, payment: Payment, account: ConnectorAccount): Attempt {
  payment.attempt_count += 1;
  payment.connector = account.connector_name;
  payment.connector_label = account.connector_label ?? null;
  payment.merchant_connector_id = account.merchant_connector_id;
  payment.connector_transaction_id = null;
  payment.next_action = null;
  payment.error_code = null;
  payment.error_message = null;
  payment.unified_code = null;
  payment.unified_message = null;
  payment.issuer_error_code = null;
  payment.issuer_error_message = null;
  payment.manual_retry_allowed = null;
  const id = attemptId(payment, payment.attempt_count);
  payment.reference_id = id;
  const attempt = Object.assign(new Attempt(), {
    merchant_id: payment.merchant_id,
    attempt_id: id,
    payment_id: payment.payment_id,
    status: 'started',
    amount: payment.net_amount,
    order_tax_amount: payment.order_tax_amount ?? null,
    currency: payment.currency,
    connector: account.connector_name,
    payment_method: payment.payment_method ?? null,
    payment_method_type: payment.payment_method_type ?? null,
    payment_experience: payment.payment_experience ?? null,
    payment_token: payment.payment_token ?? null,
    capture_method: payment.capture_method ?? null,
    authentication_type: payment.authentication_type ?? null,
    mandate_id: payment.mandate_id ?? null,
    reference_id: id,
    merchant_connector_id: account.merchant_connector_id,
    created_at: tx.now(),
    modified_at: tx.now(),
  });
  tx.transaction.em.persist(attempt);
  beginHistory(tx, attempt);
  return attempt;
}

/** Commits to asking an attempt's connector to authorize. */
export async function intendAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  account: ConnectorAccount,
  options: AttemptOptions,
): Promise<ConnectorCall> {
  transitionAttempt(tx, payment, attempt, 'authorizing', options.cause);
  // The verification code is not part of what is kept: it is added when the call is made, if it is still known.
  const card = await cardOfPayment(tx, payment);
  return intend(tx, payment.merchant_id, {
    flow: 'payment',
    operation: 'authorize',
    objectId: payment.payment_id,
    partId: attempt.attempt_id,
    account,
    request: {
      amount: payment.net_amount,
      currency: payment.currency,
      card,
      paymentMethod: payment.payment_method ?? 'card',
      paymentMethodType: payment.payment_method_type ?? null,
      capture: (payment.capture_method ?? 'automatic') === 'automatic',
      threeDs: options.threeDs ?? payment.authentication_type === 'three_ds',
      authentication: options.authentication ?? null,
      returnUrl: returnAddress(tx, payment),
      offSession: payment.off_session ?? false,
      connectorMandateId: await mandateAt(tx, payment, account),
      retries: options.retries ?? 0,
    },
  });
}
