import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { type RowOf, readOne } from '../reads/index.ts';

const columns = ['merchant_id', 'merchant_name', 'suspended_at'] as const;

/** The merchant's details on its pages. */
export type PageMerchant = RowOf<MerchantAccount, (typeof columns)[number]>;

/** Reads the merchant of a page; null for an unknown merchant. */
export const pageMerchant = (ctx: Context, merchantId: string): Promise<PageMerchant | null> =>
  readOne(ctx, MerchantAccount, merchantId, columns);

/**
 * Checks that a page may act for its merchant: without a key, nothing else checks for suspension.
 *
 * @throws {Problem} `merchant_suspended`.
 */
export async function requireOpenMerchant(ctx: Context, merchantId: string): Promise<void> {
  const merchant = await pageMerchant(ctx, merchantId);
  if (merchant?.suspended_at) throw new Problem('merchant_suspended', 'The merchant account is suspended.');
}
