import { Customer } from '../entities/customer.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';
import { StatementBuilder } from '../reads/statement.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/**
 * Deactivates a saved payment method for good: erases its chargeable data and payment tokens, and unsets it as
 * the customer's default. The row stays, because payments refer to it. Idempotent.
 * Specification: Payment method (saved).
 *
 * @throws {Problem} `resource_not_found`.
 */
export function deletePaymentMethod(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    // Lock the customer before the method, as updateCustomer does, to prevent deadlocks.
    const found = await readOne(tx, PaymentMethod, id, ['customer_id']);
    if (!found) throw notFound('payment method');
    const customer = await lock(tx, Customer, found.customer_id);
    const method = await lock(tx, PaymentMethod, id);
    if (customer.default_payment_method_id === id) {
      customer.default_payment_method_id = null;
      customer.modified_at = tx.now();
    }
    if (method.status !== 'inactive') method.updated_at = tx.now();
    method.status = 'inactive';
    method.card_number = null;
    method.bank_transfer = null;
    method.client_secret = null;
    if (method.card) {
      method.card = { ...method.card, card_token: null, card_fingerprint: null, saved_to_locker: false };
    }
    await forgetTokens(tx, method);
  });
}

async function forgetTokens(tx: WritingContext, method: PaymentMethod): Promise<void> {
  const builder = new StatementBuilder();
  const merchantId = builder.parameter(method.merchant_id, 'text');
  const id = builder.parameter(method.payment_method_id, 'text');
  const text = `delete from payment_tokens where merchant_id = ${merchantId} and payment_method_id = ${id}`;
  await tx.rows.query(builder.build(text), method.merchant_id);
}
