import type { Context } from './context.ts';
import { Problem } from './errors.ts';
import type { OpenTransaction } from './transaction.ts';

/**
 * A context whose writes are allowed while the caller's merchant is suspended: they return money, end something or
 * erase data, and begin nothing.
 */
export function evenIfSuspended(ctx: Context): Context {
  const { caller } = ctx;
  if (caller.kind === 'admin_key') {
    return ctx.organization ? { ...ctx, caller: { ...caller, suspended: false } } : ctx;
  }
  if (!caller.suspended) return ctx;
  return { ...ctx, caller: { ...caller, suspended: false } };
}

/**
 * Checks that the merchant was not suspended when the caller authenticated, or when an organization's key began the
 * transaction. The operator, who holds the admin key, may act for a suspended merchant.
 *
 * @throws {Problem} `merchant_suspended`.
 */
export function requireActiveMerchant(
  { caller }: Context,
  { suspended }: Pick<OpenTransaction, 'suspended'>,
): void {
  if (!(caller.kind === 'admin_key' ? suspended && caller.suspended !== false : caller.suspended)) return;
  throw new Problem(
    'merchant_suspended',
    'The merchant account is suspended: it can only read, refund, cancel, answer disputes and delete. Contact the operator.',
  );
}
