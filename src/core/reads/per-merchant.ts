import { type Context, withinMerchant } from '../foundation/context.ts';

/**
 * Whether a context sees rows of several merchants that no one statement can correlate, because they are on several nodes of a
 * cluster.
 */
export const isAcrossNodes = ({ merchantId, ports }: Context): boolean =>
  merchantId === null && ports.isSpread;

/**
 * Runs a read for keys of several merchants: merchant by merchant for an organization's key, and for any on a cluster.
 *
 * @returns The results in the order of the keys.
 */
export async function perMerchant<K extends object, V>(
  ctx: Context,
  keys: readonly K[],
  merchantOf: (key: K) => string | null,
  read: (ctx: Context, keys: readonly K[]) => Promise<readonly V[]>,
): Promise<V[]> {
  const isOfEach = isAcrossNodes(ctx) || (ctx.organization !== undefined && ctx.merchantId === null);
  if (!isOfEach) return [...(await read(ctx, keys))];
  const found = new Map<K, V>();
  for (const [merchantId, own] of Map.groupBy(keys, merchantOf)) {
    const within = merchantId === null ? ctx : withinMerchant(ctx, merchantId);
    const values = await read(within, own);
    for (const [i, key] of own.entries()) found.set(key, values[i]!);
  }
  return keys.map((key) => found.get(key)!);
}
