import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';

/**
 * Checks that an account named in a request is the one the caller acts within. Another merchant's is answered
 * as if there were none, which is why this is no question of permission.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function requireOwnMerchant(ctx: Context, merchantId: string): void {
  if (ctx.merchantId !== merchantId) throw notFound('merchant account');
}
