import type { RowSource } from '../reads/index.ts';
import type { EndpointKey } from '../webhook-endpoints/endpoint-health.ts';

/** Keeps these locks apart from any other that anybody takes by two numbers. */
const LOCK_CLASS = 870_241;

const text = `
  select merchant_id, profile_id from unnest($1::text[], $2::text[]) as e(merchant_id, profile_id)
  where pg_try_advisory_xact_lock(${LOCK_CLASS}, hashtext(merchant_id || '/' || profile_id))`;

/**
 * Takes endpoints, until the transaction ends, so that one process at a time decides what is tried next at each:
 * statements that come after it see what the one before decided. Answers those that nobody else is at.
 */
export async function lockEndpoints(
  rows: RowSource,
  endpoints: readonly EndpointKey[],
): Promise<EndpointKey[]> {
  const values = [endpoints.map((one) => one.merchantId), endpoints.map((one) => one.profileId)];
  const taken = await rows.query({ text, values }, null);
  return taken.map(({ merchant_id, profile_id }) => ({
    merchantId: merchant_id as string,
    profileId: profile_id as string,
  }));
}
