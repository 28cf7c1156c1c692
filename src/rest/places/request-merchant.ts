import { accountContext, actingContext } from '../../core/access/acting-context.ts';
import type { Context } from '../../core/foundation/context.ts';
import * as f from '../../core/model/fields.ts';
import { type DescribedClass, isResource, resourceOf } from '../../core/model/index.ts';
import { type Operation, type OperationRequest, pathNames } from '../operation.ts';

type Owned = Pick<Operation, 'ofMerchant' | 'response'>;

/** Whether the objects of an operation belong to a merchant. */
const isOwned = ({ ofMerchant = false, response: { target } }: Owned): boolean =>
  ofMerchant || (isResource(target) && resourceOf(target).owned);

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

/**
 * The context of the merchant that a request acts for. In the specification it is always the key's merchant.
 *
 * @throws {Problem} As {@link actingContext}.
 */
export function requestContext(
  operation: Operation,
  ctx: Context,
  { path, query }: Pick<OperationRequest, 'path' | 'query'>,
): Context {
  if (operation.number !== undefined || !isOwned(operation))
    return ctx.organization ? accountContext(ctx, operation.reach, path.account_id) : ctx;
  const { merchant_id: inQuery } = query as { merchant_id?: string | null };
  return actingContext(ctx, path.account_id ?? inQuery, true);
}
