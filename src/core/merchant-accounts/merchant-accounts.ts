import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { restNames } from '../model/rest-view.ts';
import { type Row, readOne } from '../reads/index.ts';
import { MerchantAccount } from './merchant-account.ts';

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
