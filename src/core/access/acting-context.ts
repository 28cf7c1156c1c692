import { type Context, withinMerchant } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import type { Reach } from '../foundation/permissions.ts';

/**
 * The context to act in: of the key's own merchant, or of the merchant that the admin key names.
 *
 * @param isRequired Whether the admin key must name one.
 * @throws {Problem} `resource_not_found` if another key names a merchant that is not its own; `missing_parameter`.
 */
export function actingContext(
  ctx: Context,
  merchantId: string | null | undefined,
  isRequired: boolean,
): Context {
  if (ctx.caller.kind !== 'admin_key') {
    if (merchantId && merchantId !== ctx.merchantId) throw notFound('merchant account', 'merchant_id');
    return ctx;
  }
  if (merchantId) return withinMerchant(ctx, merchantId);
  if (isRequired) {
    throw new Problem('missing_parameter', 'merchant_id is required with the admin API key.', {
      param: 'merchant_id',
    });
  }
  return ctx;
}

/**
 * The context of an operation on merchant accounts themselves. An organization's key acts on the account that it names,
 * or on all when it adds an account to the organization.
 */
export function accountContext(ctx: Context, reach: Reach, merchantId: string | null | undefined): Context {
  if (!ctx.organization) return ctx;
  if (reach === 'organization') return { ...ctx, ...ctx.organization };
  return merchantId ? withinMerchant(ctx, merchantId) : ctx;
}

/**
 * Checks that an account named in a request is the caller's own.
 *
 * @throws {Problem} `resource_not_found` rather than a permission error: whether another merchant exists is not
 * revealed.
 */
export function requireOwnMerchant(ctx: Context, merchantId: string): void {
  if (ctx.merchantId !== merchantId) throw notFound('merchant account');
}
