import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { type RowOf, readOne } from '../reads/index.ts';

const columns = ['merchant_id', 'merchant_name', 'suspended_at'] as const;

/** A merchant as its pages show it. */
export type PageMerchant = RowOf<MerchantAccount, (typeof columns)[number]>;

/** Reads the merchant of a page; null if there is none. */
export const pageMerchant = (ctx: Context, merchantId: string): Promise<PageMerchant | null> =>
  readOne(ctx, MerchantAccount, merchantId, columns);

/**
 * Checks that a page may act for its merchant. A page has no key, whose suspension would be checked.
 *
 * @throws {Problem} `merchant_suspended`.
 */
export async function requireOpenMerchant(ctx: Context, merchantId: string): Promise<void> {
  const merchant = await pageMerchant(ctx, merchantId);
  if (merchant?.suspended_at) throw new Problem('merchant_suspended', 'The merchant account is suspended.');
}
