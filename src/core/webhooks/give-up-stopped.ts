import type { Context } from '../foundation/context.ts';
import type { EndpointKey } from '../webhook-endpoints/endpoint-health.ts';
import { STOPPED_MESSAGE } from './decide-retry.ts';
import { lockEndpoints } from './endpoint-turn.ts';

/** How many deliveries are given up at once, so that no transaction is long. */
const BATCH_MAX = 1_000;

const text = `
  with given_up as (
    update webhook_deliveries d set status = 'failed', error_message = $4, next_attempt_at = null,
      completed_at = $3::timestamptz, lease = null, leased_until = null
    from webhook_endpoints h
    where h.merchant_id = $1 and h.profile_id = $2 and h.stopped_at is not null
      and d.merchant_id = $1 and d.status = 'pending' and d.delivery_id = any(array(
        select p.delivery_id from webhook_deliveries p
        where p.merchant_id = $1 and p.profile_id = $2 and p.status = 'pending'
          and (p.lease is null or p.leased_until <= $3::timestamptz)
        limit ${BATCH_MAX}))
    returning d.merchant_id, d.delivery_id
  ), told as (
    insert into updates (merchant_id, object_type, object_id, recorded_at)
    select merchant_id, 'webhook_delivery', delivery_id, $3::timestamptz from given_up
  )
  select count(*) as given_up from given_up`;

/**
 * Gives up what still waits for an endpoint that wants no more, a batch of it. It stays open to redelivery.
 *
 * @returns How many were given up.
 */
export async function giveUpStopped(ctx: Context, endpoint: EndpointKey): Promise<number> {
  const { merchantId, profileId } = endpoint;
  const values = [merchantId, profileId, ctx.now().toISOString(), STOPPED_MESSAGE];
  const givenUp = await ctx.transact(merchantId, async ({ rows }) => {
    if ((await lockEndpoints(rows, [endpoint])).length === 0) return 0;
    const [row] = await rows.query({ text, values }, merchantId);
    return Number(row?.given_up);
  });
  if (givenUp > 0) ctx.notify({ merchantIds: new Set([merchantId]), deliveries: false });
  return givenUp;
}
