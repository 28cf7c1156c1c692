import { Customer } from '../entities/customer.ts';
import type { Context } from '../foundation/context.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import type { CustomerCreation } from './customer-input.ts';

/**
 * Creates a customer of the context's merchant and answers the identifier. Specification: endpoint 8.
 *
 * @throws {Problem} `resource_already_exists`; `resource_not_found` for an unknown merchant.
 */
export function createCustomer(ctx: Context, given: CustomerCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { customer_id: chosen, ...details } = given;
    const customer = new Customer();
    customer.merchant_id = requireMerchant(tx);
    customer.customer_id = chosen ?? tx.ids.make('cus');
    customer.created_at = customer.modified_at = tx.now();
    applyChanges(tx, customer, details);
    await insert(tx, customer);
    return customer.customer_id;
  });
}
