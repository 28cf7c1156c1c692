import { Customer } from '../entities/customer.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { readByKeys } from '../reads/index.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { noteCustomersAddress } from './attach-customer.ts';
import type { CustomerCreation, CustomerUpdate } from './customer-input.ts';
import { refuseDeleted } from './deleted-customer.ts';

/**
 * Creates a customer of the context's merchant and returns its identifier. Specification: endpoint 8.
 *
 * @throws {Problem} `resource_already_exists`; `resource_not_found` for an unknown merchant.
 */
export function createCustomer(ctx: Context, input: CustomerCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { customer_id: id, ...details } = input;
    const customer = new Customer();
    customer.merchant_id = requireMerchant(tx);
    customer.customer_id = id ?? tx.ports.ids.make('cus');
    customer.created_at = customer.modified_at = tx.ports.now();
    applyChanges(tx, customer, details);
    noteCustomersAddress(tx, customer, null, details.email);
    await insert(tx, customer, Boolean(id));
    return customer.customer_id;
  });
}

/**
 * Updates a customer's details or default payment method. Specification: endpoint 9.
 *
 * @throws {Problem} `resource_not_found`; `invalid_parameter` if `customer_id` differs from the path's, or if the
 * default payment method is not an active one of this customer.
 */
export function updateCustomer(ctx: Context, customerId: string, changes: CustomerUpdate): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { customer_id: repeated, ...details } = changes;
    if (repeated !== undefined && repeated !== customerId) {
      throw invalidParameter('customer_id', 'customer_id must be the identifier in the path.');
    }
    // Deleting a payment method locks its customer first, so the method checked here stays active.
    const customer = await lock(tx, Customer, customerId);
    refuseDeleted(customer);
    const methodId = details.default_payment_method_id;
    if (methodId !== undefined && methodId !== null) await requireUsable(tx, customer, methodId);
    const addressBefore = customer.email ?? null;
    applyChanges(tx, customer, details);
    noteCustomersAddress(tx, customer, addressBefore, details.email);
    customer.modified_at = tx.ports.now();
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
