import * as f from '../../core/model/fields.ts';
import type { DescribedClass } from '../../core/model/index.ts';
import { isOwned, type Operation, type Owned, pathNames } from '../operation.ts';

/** Whether the admin key names the merchant of an operation in the query. */
export const namesMerchant = ({ keys, path, ...owned }: Pick<Operation, 'keys' | 'path'> & Owned): boolean =>
  keys.includes('admin_key') && isOwned(owned) && !pathNames(path).includes('account_id');

/** A query with the merchant that the admin key names. */
export function withMerchant(query: DescribedClass | undefined): DescribedClass {
  class WithMerchant extends ((query ?? Object) as new () => object) {
    @f.Id('With the admin API key: the merchant to act for, required. An API key has its own.')
    merchant_id?: string | null;
  }
  return WithMerchant;
}
