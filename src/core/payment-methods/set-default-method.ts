import { updateCustomer } from '../customers/customers.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';

/**
 * Makes a saved payment method its customer's default.
 *
 * @throws {Problem} `resource_not_found` unless it is an active method of the customer; `unexpected_state` for a deleted
 *   customer.
 */
export async function setDefaultMethod(ctx: Context, customerId: string, methodId: string): Promise<void> {
  const method = await readOne(ctx, PaymentMethod, methodId, ['customer_id', 'status']);
  if (method?.status !== 'active' || method.customer_id !== customerId) throw notFound('payment method');
  await updateCustomer(ctx, customerId, { default_payment_method_id: methodId });
}
