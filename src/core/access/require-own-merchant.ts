import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';

/**
 * Checks that an account named in a request is the caller's own.
 *
 * @throws {Problem} `resource_not_found` rather than a permission error: whether another merchant exists is not
 * revealed.
 */
export function requireOwnMerchant(ctx: Context, merchantId: string): void {
  if (ctx.merchantId !== merchantId) throw notFound('merchant account');
}
