import { WebhookPauseReason } from '../entities/webhook-endpoint-state.ts';
import { type Context, profileOfCaller } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { ValueObject, type ValueOf } from '../model/index.ts';
import type { Row } from '../reads/index.ts';
import { readEndpointHealth } from './endpoint-health.ts';

/** The health of a webhook endpoint, as both faces show it. Specification: Events. */
@ValueObject({ about: 'Health of a webhook endpoint.' })
export class WebhookEndpointHealth {
  @f.Integer('Consecutive delivery attempts that got no HTTP response.', { required: true })
  failures!: number;
  @f.Integer(
    'Maximum number of deliveries in flight, from 8 to 64: rises with 2xx responses, falls with failures.',
    {
      required: true,
    },
  )
  in_flight_max!: number;
  @f.Timestamp(
    'Time until which deliveries are paused. Afterwards one attempt at a time probes the endpoint until it responds. A redelivery or test webhook is attempted immediately, and a 2xx response to it ends the pause.',
  )
  resting_until?: string | null;
  @f.Timestamp('Start of the pause. Failed probes prolong it.') resting_since?: string | null;
  @f.Enumeration(() => WebhookPauseReason, 'Reason for the pause.')
  resting_reason?: ValueOf<typeof WebhookPauseReason> | null;
  @f.Timestamp(
    'Time at which the endpoint was disabled, by a 410 response or by `disabled`. Deliveries resume once its URL is set again, or `disabled` is set to false.',
  )
  stopped_at?: string | null;
}

const profileText = 'select profile_id from business_profiles where merchant_id = $1 and profile_id = $2';

/**
 * Reads the health of a profile's own endpoint.
 *
 * @throws {Problem} `resource_not_found` for a profile that the caller does not see; `not_permitted` without `events:read`.
 */
export async function retrieveProfileEndpointHealth(ctx: Context, profileId: string): Promise<Row> {
  const { merchantId } = ctx;
  const own = profileOfCaller(ctx.caller) ?? profileId;
  const touches = { reads: ['business_profiles'] };
  const [profile] = await ctx.rows.query(
    { text: profileText, values: [merchantId, profileId], touches },
    merchantId,
  );
  if (merchantId === null || own !== profileId || !profile) throw notFound('business profile', 'profile_id');
  const [health] = await readEndpointHealth(ctx, [{ merchantId, endpointId: profileId }]);
  return health!;
}

const endpointText = 'select profile_id from webhook_endpoints where merchant_id = $1 and endpoint_id = $2';

/**
 * Reads the health of an additional endpoint.
 *
 * @throws {Problem} `resource_not_found` for an endpoint that the caller does not see; `not_permitted` without `events:read`.
 */
export async function retrieveEndpointHealth(ctx: Context, endpointId: string): Promise<Row> {
  const { merchantId } = ctx;
  const touches = { reads: ['webhook_endpoints'] };
  const [endpoint] = await ctx.rows.query<{ profile_id: string }>(
    { text: endpointText, values: [merchantId, endpointId], touches },
    merchantId,
  );
  const own = profileOfCaller(ctx.caller);
  if (merchantId === null || !endpoint || (own !== null && own !== endpoint.profile_id))
    throw notFound('webhook endpoint', 'endpoint_id');
  const [health] = await readEndpointHealth(ctx, [{ merchantId, endpointId }]);
  return health!;
}
