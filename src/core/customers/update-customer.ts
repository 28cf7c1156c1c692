import { Customer } from '../entities/customer.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { readByKeys } from '../reads/index.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { CustomerUpdate } from './customer-input.ts';

/**
 * Changes a customer's details or default payment method. Specification: endpoint 9.
 *
 * @throws {Problem} `resource_not_found`; `invalid_parameter` for another identifier than the customer's own, or
 * a default payment method that is not the customer's and active.
 */
export function updateCustomer(ctx: Context, customerId: string, changes: CustomerUpdate): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { customer_id: repeated, ...details } = changes;
    if (repeated !== undefined && repeated !== customerId) {
      throw invalidParameter('customer_id', 'customer_id must be the identifier in the path.');
    }
    // Whoever takes a payment method out of use locks its customer first, so what is found here holds.
    const customer = await lock(tx, Customer, customerId);
    const chosen = details.default_payment_method_id;
    if (chosen !== undefined && chosen !== null) await requireUsable(tx, customer, chosen);
    applyChanges(tx, customer, details);
    customer.modified_at = tx.now();
  });
}

async function requireUsable(tx: WritingContext, customer: Customer, methodId: string): Promise<void> {
  const key = { merchantId: customer.merchant_id, id: methodId };
  const [method] = await readByKeys(tx, PaymentMethod, [key], ['customer_id', 'status']);
  if (method?.customer_id === customer.customer_id && method.status === 'active') return;
  throw invalidParameter(
    'default_payment_method_id',
    'default_payment_method_id must be an active payment method of the customer.',
  );
}
