import { makeClientSecret } from '../access/client-secret.ts';
import { chooseProfile } from '../business-profiles/choose-profile.ts';
import { runCalls } from '../connector-calls/record-outcome.ts';
import { Payment } from '../entities/payment.ts';
import type { EphemeralKey } from '../entities/values/payment-parts.ts';
import type { Context } from '../foundation/context.ts';
import { beginHistory } from '../writes/change-status.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import { beginConfirmation, cvcOf } from './confirm-payment.ts';
import { makeEphemeralKey } from './ephemeral-key.ts';
import type { PaymentCreation } from './payment-inputs.ts';
import { preparePayment, secondsFromNow } from './prepare-payment.ts';

/** What creating a payment came to: which it is, and the customer's key, which is shown this once. */
export interface CreatedPayment {
  readonly paymentId: string;
  readonly ephemeralKey: EphemeralKey | null;
}

/**
 * Creates a payment of the context's merchant. It is captured automatically and not authenticated unless the
 * merchant says otherwise. With `confirm: true` it is confirmed too, or else not made. Specification: Payment.
 *
 * @throws {Problem} `resource_already_exists`; `missing_parameter` when there is no default profile;
 * `resource_not_found` for a profile, customer or saved method that there is not; `invalid_parameter` and
 * `parameters_exclusive` for values that do not go together; and what confirming throws when it is to be
 * confirmed.
 */
export async function createPayment(ctx: Context, given: PaymentCreation): Promise<CreatedPayment> {
  const now = ctx.now();
  // Made and to be confirmed by: what is reckoned from one moment is not to differ by how long it took.
  const { call, ...created } = await inTransaction({ ...ctx, now: () => now }, async (tx) => {
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
    await ctx.idempotency?.refersTo(tx, payment.payment_id);
    return {
      paymentId: payment.payment_id,
      ephemeralKey: makeEphemeralKey(tx, payment),
      call: given.confirm === true ? await beginConfirmation(tx, payment) : null,
    };
  });
  await runCalls(ctx, call, { cvc: cvcOf(given) });
  return created;
}
