import type { Context } from '../foundation/context.ts';
import type { Row } from '../foundation/row-source.ts';
import { isoTimestamp } from '../reads/statement.ts';
import type { EndpointKey } from './endpoint-health.ts';

const text = `
  select coalesce(e.failures, 0) as failures, ${isoTimestamp('e.resting_until')} as resting_until,
         ${isoTimestamp('e.stopped_at')} as stopped_at
  from unnest($1::text[], $2::text[]) with ordinality as k(merchant_id, profile_id, place)
  left join webhook_endpoints e on e.merchant_id = k.merchant_id and e.profile_id = k.profile_id
  order by k.place`;

/** How many endpoints have been doing, in one statement and in the keys' order. One without trouble has no row. */
export function readEndpointHealth(ctx: Context, keys: readonly EndpointKey[]): Promise<Row[]> {
  const values = [keys.map(({ merchantId }) => merchantId), keys.map(({ profileId }) => profileId)];
  return ctx.rows.query({ text, values }, ctx.merchantId);
}
