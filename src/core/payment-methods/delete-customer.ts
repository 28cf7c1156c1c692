import { revokeEphemeralKeys } from '../access/ephemeral-keys.ts';
import { Customer } from '../entities/customer.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';
import { eraseListed } from '../value-lists/erase-listed.ts';
import { forgetCustomerAtVendors } from '../writes/forget-at-vendors.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { endCollectLinks } from './collect-links.ts';
import { deletePaymentMethod } from './delete-payment-method.ts';
import { eraseCopies, lockCopies } from './erase-copies.ts';

/**
 * Deletes a customer for good: erases its personal data, including copies in payments, payouts, lists and the bodies of events,
 * and ends its saved payment methods with their mandates; vendors get requests to delete both. Payments and payouts keep
 * their amounts, and the customer's row stays, because they refer to it. A repeated call erases data that arrived
 * meanwhile.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function deleteCustomer(ctx: Context, customerId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const found = await readOne(tx, Customer, customerId, ['customer_id']);
    if (!found) throw notFound('customer');
    // A request with the admin key may name no merchant: scope it to the customer's.
    const own = { ...tx, merchantId: found.merchant_id };
    await lockCopies(own, found.merchant_id, customerId);
    const customer = await lock(own, Customer, customerId);

    const methods = await own.transaction.em.find(PaymentMethod, {
      merchant_id: found.merchant_id,
      customer_id: customerId,
    });
    for (const { payment_method_id: id } of methods) {
      await deletePaymentMethod(own, id);
      erase(await lock(own, PaymentMethod, id));
    }
    await revokeEphemeralKeys(own, found.merchant_id, customerId);
    await endCollectLinks(own, found.merchant_id, customerId);
    const before = customer.deleted_at?.toISOString() ?? null;
    if (!customer.deleted_at) customer.deleted_at = customer.modified_at = own.ports.now();
    recordAudit(own, {
      merchantId: found.merchant_id,
      objectType: 'customer',
      objectId: customerId,
      changes: [{ field: 'deleted_at', before, after: customer.deleted_at!.toISOString(), concealed: false }],
    });
    await eraseListed(own, customer);
    customer.name = customer.email = customer.phone = customer.phone_country_code = null;
    customer.description = customer.address = customer.metadata = null;
    forgetCustomerAtVendors(own, customer);
    customer.connector_customers = null;
    await eraseCopies(own, found.merchant_id, customerId);
  });
}

/** Erases the holder's data in a deleted payment method. */
function erase(method: PaymentMethod): void {
  method.recurring_enabled = false;
  method.connector_mandates = null;
  method.network_transaction_id = null;
  method.billing = null;
  method.metadata = null;
  if (method.card) method.card = { ...method.card, card_holder_name: null, nick_name: null };
}
