import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { type Endpoint, readEndpoint } from './endpoint.ts';

/**
 * The endpoint of a profile, where somebody asks that it be sent something: it must be there and take events.
 *
 * @throws {Problem} `unexpected_state`, saying what has to be set.
 */
export async function requireEndpoint(
  ctx: Context,
  merchantId: string,
  profileId: string | null,
): Promise<Endpoint> {
  if (profileId === null) {
    throw new Problem(
      'unexpected_state',
      'The event is of no business profile, so there is no endpoint for it.',
    );
  }
  const endpoint = await readEndpoint(ctx, merchantId, profileId);
  if (!endpoint) {
    throw new Problem(
      'unexpected_state',
      'The business profile has no endpoint. Set webhook_details.webhook_url of the profile or of the merchant account, and a payment_response_hash_key to sign with where there is none.',
    );
  }
  if (endpoint.stoppedAt !== null) {
    throw new Problem(
      'unexpected_state',
      'The endpoint answered 410 and is sent nothing more. Set webhook_details of the profile or of the merchant account again to start it anew.',
    );
  }
  return endpoint;
}
