import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { restNames } from '../model/rest-view.ts';
import { type Row, readOne } from '../reads/index.ts';

/**
 * Retrieves a merchant account; the admin key may retrieve any. Specification: endpoint 14.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function retrieveMerchantAccount(ctx: Context, merchantId: string): Promise<Row> {
  const row = await readOne(ctx, MerchantAccount, merchantId, restNames(MerchantAccount, 'single'));
  if (!row) throw notFound('merchant account');
  return row;
}
