import type { Payment } from '../entities/payment.ts';
import type { ThreeDsDataInput } from '../entities/values/recurring-details.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import type { ExternalAuthentication } from '../foundation/ports/connector-requests.ts';
import { broughtDataOf, sealBrought } from '../payment-methods/sealed-data.ts';

/** Encrypts the result of 3-D Secure that another provider ran, or drops one that was given before. */
export function attachThreeDsData(
  ctx: WritingContext,
  payment: Payment,
  given: ThreeDsDataInput | null,
): void {
  const { authentication: _former, ...others } = broughtDataOf(ctx, payment);
  sealBrought(ctx, payment, given ? { ...others, authentication: resultOf(given) } : others);
}

const resultOf = (given: ThreeDsDataInput): ExternalAuthentication => ({
  transStatus: given.transaction_status,
  eci: given.eci,
  cavv: given.authentication_cryptogram.cavv?.authentication_cryptogram ?? null,
  dsTransactionId: given.ds_trans_id,
  version: given.version,
  threeDsServerTransactionId: null,
  acsTransactionId: null,
  exemption: given.exemption_indicator ?? null,
});

/**
 * Checks that a payment can use what was brought to it: another service's credential only without its customer, and a
 * result of 3-D Secure only for a card whose customer is there.
 *
 * @throws {Problem} `invalid_parameter`; `parameters_exclusive` if the service is asked to run 3-D Secure too.
 */
export function requireUsableBrought(ctx: WritingContext, payment: Payment): void {
  if (payment.recurring_source && payment.off_session !== true) {
    throw invalidParameter(
      'off_session',
      'off_session must be true with recurring_details: what another service stored is charged while the customer is absent.',
    );
  }
  if (!payment.brought_data || !broughtDataOf(ctx, payment).authentication) return;
  if (payment.off_session === true) {
    throw invalidParameter(
      'three_ds_data',
      'three_ds_data must be left out with off_session: an absent customer is not authenticated.',
    );
  }
  if (payment.payment_method && payment.payment_method !== 'card') {
    throw invalidParameter('three_ds_data', 'three_ds_data must be left out unless the payment is by card.');
  }
  if (payment.request_external_three_ds_authentication !== true) return;
  throw new Problem(
    'parameters_exclusive',
    'Give either three_ds_data, or request_external_three_ds_authentication to have 3-D Secure run.',
    { param: 'three_ds_data' },
  );
}

/**
 * The brought result of 3-D Secure for the authorization that is about to start; null if there is none. It is shown on the
 * payment without its cryptogram, which goes with this authorization alone: networks accept it once.
 */
export function takeThreeDsResult(ctx: WritingContext, payment: Payment): ExternalAuthentication | null {
  const { authentication, ...others } = broughtDataOf(ctx, payment);
  if (!authentication) return null;
  sealBrought(ctx, payment, others);
  payment.external_3ds_authentication_attempted = true;
  payment.external_authentication_details = {
    authentication_flow: null,
    electronic_commerce_indicator: authentication.eci,
    status: 'success',
    ds_transaction_id: authentication.dsTransactionId,
    version: authentication.version,
    error_code: null,
    error_message: null,
  };
  return authentication;
}
