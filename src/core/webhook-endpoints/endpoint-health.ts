import type { Context } from '../foundation/context.ts';
import type { Health } from './breaker.ts';

/** Which endpoint: each profile has one. */
export interface EndpointKey {
  readonly merchantId: string;
  readonly profileId: string;
}

const ensure = `
  insert into webhook_endpoints (merchant_id, profile_id) values ($1, $2) on conflict do nothing`;
const take = `
  select failures, resting_until from webhook_endpoints where merchant_id = $1 and profile_id = $2 for update`;
const write = `
  update webhook_endpoints set failures = $3, resting_until = $4 where merchant_id = $1 and profile_id = $2`;

/** Changes what is known of an endpoint by a rule, one process at a time. */
export function changeHealth(
  ctx: Context,
  { merchantId, profileId }: EndpointKey,
  rule: (health: Health) => Health,
): Promise<{ readonly before: Health; readonly after: Health }> {
  const key = [merchantId, profileId];
  return ctx.transact(merchantId, async ({ rows }) => {
    await rows.query({ text: ensure, values: key }, merchantId);
    const [row] = await rows.query({ text: take, values: key }, merchantId);
    const until = (row?.resting_until ?? null) as string | Date | null;
    const before: Health = {
      failures: Number(row?.failures ?? 0),
      restingUntil: until === null ? null : new Date(until),
    };
    const after = rule(before);
    const values = [...key, after.failures, after.restingUntil?.toISOString() ?? null];
    await rows.query({ text: write, values }, merchantId);
    return { before, after };
  });
}

const stop = `
  insert into webhook_endpoints (merchant_id, profile_id, stopped_at) values ($1, $2, $3)
  on conflict (merchant_id, profile_id) do update set stopped_at = coalesce(webhook_endpoints.stopped_at, $3)`;

/** Keeps that an endpoint wants no more, until somebody sets it again. */
export async function stopEndpoint(ctx: Context, { merchantId, profileId }: EndpointKey): Promise<void> {
  const values = [merchantId, profileId, ctx.now().toISOString()];
  await ctx.rows.query({ text: stop, values }, merchantId);
}
