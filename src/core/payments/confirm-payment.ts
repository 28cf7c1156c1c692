import { runCalls } from '../connector-calls/record-outcome.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import { Payment, paymentCardNetwork } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { requireState } from '../foundation/state-machine.ts';
import { choosePaymentAccounts } from '../routing/choose-accounts.ts';
import type { Cause } from '../writes/change-status.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { transitionAttempt } from './attempts.ts';
import { checkCardTestingGuard } from './card-testing-guard.ts';
import { intendAuthorization, startAttempt } from './intend-authorization.ts';
import type { PaymentUpdate } from './payment-inputs.ts';
import { preparePayment } from './prepare-payment.ts';

/**
 * Confirms a payment: routes it to a connector account and asks for the money. What the connector says is the
 * payment's new status; a decline is no error. A payment that failed may be confirmed again while
 * `manual_retry_allowed` says so.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state`; `missing_parameter` without a payment method;
 * `no_connector_available`; `blocked`; and what updating throws for the changes given along.
 */
export async function confirmPayment(ctx: Context, paymentId: string, changes: PaymentUpdate): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireState('payment', paymentStates, 'confirm', payment.status);
    const own = { ...tx, merchantId: payment.merchant_id };
    await preparePayment(own, payment, changes, 'confirm');
    return beginConfirmation(own, payment);
  });
  await runCalls(ctx, call, { cvc: cvcOf(changes) });
}

/** The verification code that came with a request: it is passed on with the call and kept nowhere. */
export const cvcOf = (given: PaymentUpdate): string | null =>
  given.payment_method_data?.card?.card_cvc ?? null;

/**
 * Commits to asking for the money of a payment that is locked and prepared. Null where an authentication comes
 * first: the customer's client asks for that, and the authorization follows it.
 */
export async function beginConfirmation(
  tx: WritingContext,
  payment: Payment,
  cause: Cause = 'confirm',
): Promise<ConnectorCall | null> {
  requireConfirmable(tx, payment);
  const profile = await tx.transaction.em.findOneOrFail(BusinessProfile, {
    merchant_id: payment.merchant_id,
    profile_id: payment.profile_id!,
  });
  await checkCardTestingGuard(tx, profile, payment);
  const [account] = await choosePaymentAccounts(tx, payment, paymentCardNetwork(payment));
  const attempt = startAttempt(tx, payment, account!);
  if (authenticatesElsewhere(payment, profile)) {
    transitionAttempt(tx, payment, attempt, 'authentication_pending', cause);
    payment.next_action = {
      type: 'three_ds_invoke',
      redirect_to_url: `${tx.publicUrl()}/payments/${payment.payment_id}/3ds/authentication`,
    };
    return null;
  }
  return intendAuthorization(tx, payment, attempt, account!, { cause });
}

function requireConfirmable(tx: WritingContext, payment: Payment): void {
  if (payment.status === 'failed' && !payment.manual_retry_allowed) {
    throw new Problem('unexpected_state', 'The payment has failed and may not be tried again.');
  }
  if (payment.status === 'requires_payment_method') {
    throw new Problem(
      'missing_parameter',
      'payment_method_data is required to confirm: the payment has no method.',
      {
        param: 'payment_method_data',
      },
    );
  }
  if (payment.expires_on && payment.expires_on <= tx.now()) {
    throw new Problem('unexpected_state', 'The payment has expired: it was to be confirmed by expires_on.');
  }
}

/** An authentication connector is asked when the payment asks for it and the profile has one. */
function authenticatesElsewhere(payment: Payment, profile: BusinessProfile): boolean {
  const connectors = profile.authentication_connector_details?.authentication_connectors ?? [];
  return (
    payment.request_external_three_ds_authentication === true &&
    payment.authentication_type === 'three_ds' &&
    connectors.length > 0
  );
}
