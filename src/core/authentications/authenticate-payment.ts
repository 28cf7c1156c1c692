import type { BusinessProfile } from '../entities/business-profile.ts';
import type { Context } from '../foundation/context.ts';
import type { AuthenticationOutcome } from '../foundation/ports/connector.ts';
import type { AuthenticationRequest, ThreeDsAuthentication } from './authentication-messages.ts';
import { runAuthentication } from './run-authentication.ts';

/**
 * Authenticates the cardholder through the profile's authentication connector. The connector is called once for
 * an attempt; repeated and concurrent requests get the same response. Unless a challenge follows, the payment is
 * authorized, or fails, at once. Specification: endpoint 4.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `unexpected_state`;
 * `no_connector_available`; `connector_unreachable`, with nothing changed.
 */
export async function authenticatePayment(
  ctx: Context,
  paymentId: string,
  input: AuthenticationRequest,
): Promise<ThreeDsAuthentication> {
  const { outcome, profile } = await runAuthentication(
    ctx,
    paymentId,
    { clientSecret: input.client_secret },
    input,
  );
  return responseOf(outcome, profile);
}

function responseOf(outcome: AuthenticationOutcome, profile: BusinessProfile): ThreeDsAuthentication {
  const { three_ds_requestor_app_url: appUrl, three_ds_requestor_url: url } =
    profile.authentication_connector_details ?? {};
  return {
    trans_status: outcome.transStatus,
    acs_url: outcome.acsUrl,
    challenge_request: outcome.challengeRequest,
    acs_reference_number: outcome.acsReferenceNumber,
    acs_trans_id: outcome.acsTransactionId,
    three_dsserver_trans_id: outcome.threeDsServerTransactionId,
    acs_signed_content: outcome.acsSignedContent,
    three_ds_requestor_url: url ?? null,
    three_ds_requestor_app_url: appUrl ?? null,
  };
}
