import { makeClientSecret } from '../access/make-client-secret.ts';
import { chooseProfile } from '../business-profiles/choose-profile.ts';
import { confirmIfAsked } from '../confirm-if-asked.ts';
import type { Context } from '../context.ts';
import { beginHistory } from '../history/change-status.ts';
import { insert, inTransaction, requireMerchant } from '../transactions.ts';
import { Payment } from './payment.ts';
import type { PaymentCreation } from './payment-inputs.ts';
import { preparePayment, secondsFromNow } from './prepare-payment.ts';

/**
 * Creates a payment of the context's merchant and answers its identifier. It is captured automatically and not
 * authenticated unless the merchant says otherwise. Specification: Payment.
 *
 * @throws {Problem} `resource_already_exists`; `missing_parameter` when there is no default profile;
 * `resource_not_found` for a profile, customer or saved method that there is not; `invalid_parameter` and
 * `parameters_exclusive` for values that do not go together; `no_connector_available` when it is to be
 * confirmed too.
 */
export function createPayment(ctx: Context, given: PaymentCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { payment_id: chosen, profile_id: named, ...decided } = given;
    const merchantId = requireMerchant(tx);
    const profile = await chooseProfile(tx, named);
    const payment = new Payment();
    payment.merchant_id = merchantId;
    payment.payment_id = chosen ?? tx.ids.make('pay');
    payment.profile_id = profile.profileId;
    payment.status = 'requires_payment_method';
    payment.client_secret = makeClientSecret(tx, payment.payment_id);
    payment.created = payment.updated = tx.now();
    payment.expires_on = secondsFromNow(tx, profile.sessionExpiryS);
    payment.capture_method = 'automatic';
    payment.authentication_type = 'no_three_ds';
    await preparePayment(tx, payment, decided, 'create');
    await insert(tx, payment);
    beginHistory(tx, payment);
    confirmIfAsked('payment', given);
    return payment.payment_id;
  });
}
