import { Attempt } from '../../entities/attempt.ts';
import type { ConnectorAccount } from '../../entities/connector-account.ts';
import type { EventTypeValue } from '../../entities/event-types.ts';
import type { Payment } from '../../entities/payment.ts';
import type { AttemptStatus } from '../../entities/payment-enumerations.ts';
import { paymentStatusByAttempt } from '../../entities/states/payment-states.ts';
import { clearFailure } from '../../error-mappings/map-error.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { ValueOf } from '../../model/index.ts';
import { requestsThreeDs } from '../../routing/routing-request.ts';
import { beginHistory, type Cause, changeStatus } from '../../writes/apply-changes.ts';
import { lock } from '../../writes/transactions.ts';
import { brandOf } from '../method/method-data.ts';

/** The identifier of a payment's attempt by its number, from 1. */
export const attemptId = (payment: Pick<Payment, 'payment_id'>, number: number): string =>
  `${payment.payment_id}_${number}`;

/**
 * The identifier of the attempt that a payment follows: the latest, unless the connector of an earlier one reported
 * later that it was paid.
 */
export const activeAttemptId = (
  payment: Pick<Payment, 'payment_id' | 'attempt_count' | 'reference_id'>,
): string => payment.reference_id ?? attemptId(payment, payment.attempt_count);

/** Locks the attempt that a payment follows. Lock the payment first, always. */
export function activeAttempt(tx: WritingContext, payment: Payment): Promise<Attempt> {
  return lock(tx, Attempt, activeAttemptId(payment));
}

/** Has a payment follow an earlier attempt again. */
export function followAttempt(payment: Payment, attempt: Attempt): void {
  payment.reference_id = attempt.attempt_id;
  payment.connector = attempt.connector ?? null;
  payment.connector_label = null;
  payment.merchant_connector_id = attempt.merchant_connector_id ?? null;
  payment.connector_transaction_id = attempt.connector_transaction_id ?? null;
  payment.network_transaction_id = attempt.network_transaction_id ?? null;
}

/** Clears the decline of the last attempt from a payment that continues with another attempt. */
export function clearDecline(payment: Payment): void {
  const { error_category, error_code, error_message, router_error, unified_code } = payment;
  if (error_code ?? error_message ?? unified_code ?? error_category ?? router_error) clearFailure(payment);
  payment.issuer_error_code = null;
  payment.issuer_error_message = null;
  payment.manual_retry_allowed = null;
}

/** The error code of a payment that was refused before anything was sent. */
export const BLOCKED_CODE = 'blocked';

/**
 * Whether the latest confirmation of a payment was refused before anything was sent. It still follows the attempt of an
 * earlier confirmation, if there is one.
 */
export const isBlocked = ({ error_code, status }: Payment, attempt: Attempt): boolean =>
  status === 'failed' && error_code === BLOCKED_CODE && attempt.error_code !== BLOCKED_CODE;

/** Whether the customer may be challenged by 3-D Secure: not one who is absent, and not one who orders by mail or telephone. */
export const mayBeChallenged = ({
  off_session,
  payment_channel,
}: Pick<Payment, 'off_session' | 'payment_channel'>): boolean =>
  off_session !== true && payment_channel !== 'moto';

/** Records a new attempt through a connector account and clears the previous attempt's result. */
export function startAttempt(tx: WritingContext, payment: Payment, account: ConnectorAccount): Attempt {
  payment.attempt_count += 1;
  const id = attemptId(payment, payment.attempt_count);
  payment.reference_id = id;
  payment.connector = account.connector_name;
  payment.connector_label = account.connector_label ?? null;
  payment.merchant_connector_id = account.merchant_connector_id;
  payment.connector_transaction_id = null;
  payment.network_transaction_id = null;
  payment.next_action = null;
  payment.next_retry_at = null;
  clearDecline(payment);
  payment.incremental_authorization_allowed = null;
  payment.extended_authorization_applied = null;
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
    authentication_type: mayBeChallenged(payment)
      ? requestsThreeDs(payment)
        ? 'three_ds'
        : (payment.authentication_type ?? null)
      : 'no_three_ds',
    mandate_id: payment.mandate_id ?? null,
    profile_id: payment.profile_id ?? null,
    card_network: brandOf(payment),
    billing_country: payment.billing?.address?.country ?? null,
    reference_id: id,
    client_source: tx.client?.source ?? null,
    client_version: tx.client?.version ?? null,
    merchant_connector_id: account.merchant_connector_id,
    created_at: tx.ports.now(),
    modified_at: tx.ports.now(),
  });
  tx.transaction.em.persist(attempt);
  beginHistory(tx, attempt);
  return attempt;
}

/**
 * Moves an attempt, and its payment to the status that corresponds. A failed capture or void leaves the authorization
 * in place: if a part was captured before, the rest is still capturable.
 */
export function transitionAttempt(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  to: ValueOf<typeof AttemptStatus>,
  cause: Cause,
  event?: EventTypeValue,
): void {
  changeStatus(tx, attempt, to, cause, event);
  attempt.modified_at = tx.ports.now();
  const keepsAuthorization = to === 'capture_failed' || to === 'void_failed';
  const isCapturedInPart = keepsAuthorization && payment.amount_received > 0;
  const status = isCapturedInPart ? 'partially_captured_and_capturable' : paymentStatusByAttempt[to];
  changeStatus(tx, payment, status, cause);
  payment.updated = tx.ports.now();
}
