import { requireOwnCustomer } from '../access/ephemeral-keys.ts';
import { Customer } from '../entities/customer.ts';
import { Payment } from '../entities/payment.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import { PaymentToken } from '../entities/payment-token.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { endConnectorMandates, revokeMandatesOfMethod } from '../mandates/revoke-mandate.ts';
import { readOne } from '../reads/index.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/**
 * Deactivates a saved payment method for good: erases its chargeable data and payment tokens, requests its deletion at
 * vendors, revokes its mandates, shows it on the payments it is attached to, and unsets it as the customer's default. The
 * row stays, because payments refer to it. Idempotent. Specification: Payment method (saved).
 *
 * @param check Runs once the method is locked; if it throws, nothing changes.
 * @throws {Problem} `resource_not_found`.
 */
export function deletePaymentMethod(
  ctx: Context,
  id: string,
  check?: (tx: WritingContext) => Promise<void>,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const found = await readOne(tx, PaymentMethod, id, ['customer_id']);
    if (!found) throw notFound('payment method');
    const { customer_id, merchant_id } = found;
    requireOwnCustomer(tx, 'payment method', customer_id);
    // Locks payments before the method, in the order of an authorization, to prevent deadlocks.
    await tx.transaction.em.nativeUpdate(
      Payment,
      { merchant_id, payment_method_id: id, payment_method_status: { $ne: 'inactive' } },
      { payment_method_status: 'inactive', updated: tx.ports.now() },
    );
    // Locks the customer before the method, like updateCustomer.
    const customer = await lock(tx, Customer, customer_id);
    const method = await lock(tx, PaymentMethod, id);
    await check?.(tx);
    if (customer.default_payment_method_id === id) {
      customer.default_payment_method_id = null;
      customer.modified_at = tx.ports.now();
    }
    await revokeMandatesOfMethod(tx, method);
    if (method.status !== 'inactive') {
      method.updated_at = tx.ports.now();
      recordAudit(tx, {
        merchantId: merchant_id,
        objectType: 'payment_method',
        objectId: id,
        changes: [{ field: 'status', before: method.status, after: 'inactive', concealed: false }],
      });
    }
    method.status = 'inactive';
    method.recurring_enabled = false;
    await endConnectorMandates(tx, method);
    method.network_transaction_id = null;
    method.card_number = null;
    method.bank_transfer = null;
    method.client_secret = null;
    if (method.card) {
      method.card = { ...method.card, card_token: null, card_fingerprint: null, saved_to_locker: false };
    }
    await tx.transaction.em.nativeDelete(PaymentToken, { merchant_id, payment_method_id: id });
  });
}
