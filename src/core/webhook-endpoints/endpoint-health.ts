import { WebhookEndpoint } from '../entities/webhook-endpoint.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { isoTimestamp } from '../reads/statement.ts';
import type { EndpointHealth } from './circuit-breaker.ts';

/** Identifies an endpoint: each profile has at most one. */
export interface EndpointKey {
  readonly merchantId: string;
  readonly profileId: string;
}

/** The keys of endpoints as the two arrays that `unnest` takes. */
export const keyColumns = (keys: readonly EndpointKey[]): [string[], string[]] => [
  keys.map(({ merchantId }) => merchantId),
  keys.map(({ profileId }) => profileId),
];

const ensureRow = `
  insert into webhook_endpoints (merchant_id, profile_id) values ($1, $2) on conflict do nothing`;
const lockRow = `
  select failures, resting_until from webhook_endpoints where merchant_id = $1 and profile_id = $2 for update`;
const updateRow = `
  update webhook_endpoints set failures = $3, resting_until = $4 where merchant_id = $1 and profile_id = $2`;

/** Updates an endpoint's health by a rule, under a row lock. */
export function changeHealth(
  ctx: Context,
  { merchantId, profileId }: EndpointKey,
  rule: (health: EndpointHealth) => EndpointHealth,
): Promise<{ readonly before: EndpointHealth; readonly after: EndpointHealth }> {
  const key = [merchantId, profileId];
  return ctx.transact(merchantId, async ({ rows }) => {
    await rows.query({ text: ensureRow, values: key }, merchantId);
    const [row] = await rows.query<{ failures: number; resting_until: string | null }>(
      { text: lockRow, values: key },
      merchantId,
    );
    const before: EndpointHealth = {
      failures: row?.failures ?? 0,
      circuitOpenUntil: row?.resting_until ? new Date(row.resting_until) : null,
    };
    const after = rule(before);
    const values = [...key, after.failures, after.circuitOpenUntil?.toISOString() ?? null];
    await rows.query({ text: updateRow, values }, merchantId);
    return { before, after };
  });
}

const disableRow = `
  insert into webhook_endpoints (merchant_id, profile_id, stopped_at) values ($1, $2, $3)
  on conflict (merchant_id, profile_id) do update set stopped_at = coalesce(webhook_endpoints.stopped_at, $3)`;

/** Disables an endpoint until its `webhook_details` are set again. */
export async function disableEndpoint(ctx: Context, { merchantId, profileId }: EndpointKey): Promise<void> {
  const values = [merchantId, profileId, ctx.now().toISOString()];
  await ctx.rows.query({ text: disableRow, values }, merchantId);
}

/**
 * Resets an endpoint's health and enables it if it was disabled. Without a profile it resets all of the
 * merchant's endpoints, because profiles without a URL of their own share the merchant account's.
 */
export async function resetEndpoint(
  tx: WritingContext,
  merchantId: string,
  profileId: string | null,
): Promise<void> {
  const profile = profileId === null ? {} : { profile_id: profileId };
  await tx.transaction.em.nativeDelete(WebhookEndpoint, { merchant_id: merchantId, ...profile });
}

const selectRows = `
  select coalesce(e.failures, 0) as failures, ${isoTimestamp('e.resting_until')} as resting_until,
         ${isoTimestamp('e.stopped_at')} as stopped_at
  from unnest($1::text[], $2::text[]) with ordinality as k(merchant_id, profile_id, place)
  left join webhook_endpoints e on e.merchant_id = k.merchant_id and e.profile_id = k.profile_id
  order by k.place`;

/** Reads the health of endpoints in the keys' order, in one statement. A healthy endpoint may have no row. */
export function readEndpointHealth(ctx: Context, keys: readonly EndpointKey[]) {
  return ctx.rows.query({ text: selectRows, values: keyColumns(keys) }, ctx.merchantId);
}
