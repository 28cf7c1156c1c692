import { MerchantAccount } from '../entities/merchant-account.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';

/**
 * Checks that a merchant may be under another. Specification: Merchant account.
 *
 * @throws {Problem} `resource_not_found` for a parent that there is not, `invalid_parameter` for one that takes
 * no merchants under it, or is the merchant itself.
 */
export async function requireParent(tx: WritingContext, merchantId: string, parentId: string): Promise<void> {
  const param = 'parent_merchant_id';
  if (parentId === merchantId) throw invalidParameter(param, `${param} must be another merchant.`);
  const parent = await readOne(tx, MerchantAccount, parentId, ['sub_merchants_enabled']);
  if (!parent) throw notFound('merchant account', param);
  if (parent.sub_merchants_enabled !== true) {
    throw invalidParameter(param, `${param} must be a merchant with sub_merchants_enabled.`);
  }
}
