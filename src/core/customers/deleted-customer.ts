import type { Customer } from '../entities/customer.ts';
import { Problem } from '../foundation/errors.ts';

/**
 * Rejects a change of a deleted customer, and anything to be attached to it.
 *
 * @throws {Problem} `unexpected_state`.
 */
export function refuseDeleted(customer: { readonly deleted_at?: Customer['deleted_at'] | string }): void {
  if (!customer.deleted_at) return;
  throw new Problem('unexpected_state', 'The customer has been deleted. Use another customer.', {
    param: 'customer_id',
  });
}
