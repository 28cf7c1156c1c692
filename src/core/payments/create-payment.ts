import { chooseProfile, secondsFromNow } from '../access/choose-profile.ts';
import { makeClientSecret } from '../access/client-secrets.ts';
import { issueEphemeralKey } from '../access/ephemeral-keys.ts';
import { Payment } from '../entities/payment.ts';
import type { EphemeralKey } from '../entities/values/payment-parts.ts';
import type { Context } from '../foundation/context.ts';
import { requireRoutable } from '../routing/require-accounts.ts';
import { beginHistory } from '../writes/apply-changes.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import { beginConfirmation, runConfirmation } from './authorize/confirm-payment.ts';
import type { PaymentCreation } from './payment-inputs.ts';
import { preparePayment } from './prepare-payment.ts';

/** A new payment's identifier, and its customer's ephemeral key, which is returned only here. */
export interface CreatedPayment {
  readonly paymentId: string;
  readonly ephemeralKey: EphemeralKey | null;
}

/**
 * Creates a payment. It defaults to automatic capture without 3-D Secure. With `confirm: true` it is confirmed in
 * the same transaction; if that is refused, the payment is not created, unless it was blocked: then it has failed. Specification: Payment.
 *
 * @throws {Problem} `resource_already_exists`; `missing_parameter` if there is no default profile;
 * `resource_not_found` if the profile, customer, saved method or account of the routing does not exist; `invalid_parameter` and
 * `parameters_exclusive` for conflicting values; and, with `confirm: true`, everything `confirmPayment` throws.
 */
export async function createPayment(ctx: Context, input: PaymentCreation): Promise<CreatedPayment> {
  const now = ctx.ports.now();
  // One instant for all timestamps, so that `expires_on` is exactly the session's length after `created`.
  const { calls, ...created } = await inTransaction(
    { ...ctx, ports: { ...ctx.ports, now: () => now } },
    async (tx) => {
      const { payment_id: chosenId, profile_id: profileId, ...fields } = input;
      const merchantId = requireMerchant(tx);
      const profile = await chooseProfile(tx, profileId, fields);
      const payment = new Payment();
      payment.merchant_id = merchantId;
      payment.payment_id = chosenId ?? tx.ports.ids.make('pay');
      payment.profile_id = profile.profileId;
      if (fields.routing) await requireRoutable(tx, payment, fields.routing, 'routing');
      payment.status = 'requires_payment_method';
      payment.client_secret = makeClientSecret(tx, payment.payment_id);
      payment.created = payment.updated = tx.ports.now();
      payment.expires_on = secondsFromNow(tx, profile.sessionExpiryS);
      payment.capture_method = 'automatic';
      payment.authentication_type = 'no_three_ds';
      await preparePayment(tx, payment, fields, 'create');
      await insert(tx, payment, Boolean(chosenId));
      beginHistory(tx, payment);
      ctx.idempotency?.refersTo(payment.payment_id);
      return {
        paymentId: payment.payment_id,
        ephemeralKey: issueEphemeralKey(tx, payment),
        calls: input.confirm === true ? await beginConfirmation(tx, payment, input) : null,
      };
    },
  );
  if (calls) await runConfirmation(ctx, { ...calls, former: null }, input);
  return created;
}
