import { Customer } from '../entities/customer.ts';
import type { PaymentMethod } from '../entities/payment-method.ts';
import { VendorDeletion } from '../entities/vendor-deletion.ts';
import type { WritingContext } from '../foundation/context.ts';

/** A vendor's record of a customer. */
type Kept = Pick<VendorDeletion, 'kind' | 'connector_reference' | 'connector_customer_id'>;

/** Requests the deletion of a saved payment method at its vendors. A job retries until they have deleted it. */
export async function forgetMethodAtVendors(tx: WritingContext, method: PaymentMethod): Promise<void> {
  const { customer_id, merchant_id } = method;
  const mandates = textsOf(method.connector_mandates);
  if (mandates.length === 0) return;
  const customer = await tx.transaction.em.findOne(Customer, { merchant_id, customer_id });
  const customers = new Map(textsOf(customer?.connector_customers));
  for (const [account, connector_reference] of mandates) {
    const connector_customer_id = customers.get(account) ?? null;
    commit(tx, method, account, { kind: 'method', connector_reference, connector_customer_id });
  }
}

/** Requests the deletion of a customer at its vendors, in the same way. */
export function forgetCustomerAtVendors(tx: WritingContext, customer: Customer): void {
  for (const [account, connector_reference] of textsOf(customer.connector_customers)) {
    const connector_customer_id = connector_reference;
    commit(tx, customer, account, { kind: 'customer', connector_reference, connector_customer_id });
  }
}

/** The entries of an object by connector account. */
const textsOf = (byAccount: object | null | undefined): [account: string, text: string][] =>
  Object.entries(byAccount ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');

function commit(
  tx: WritingContext,
  { customer_id, merchant_id }: Pick<VendorDeletion, 'customer_id' | 'merchant_id'>,
  merchant_connector_id: string,
  kept: Kept,
): void {
  const now = tx.ports.now();
  const deletion = Object.assign(new VendorDeletion(), {
    ...{ merchant_id, deletion_id: tx.ports.ids.make('vdl'), merchant_connector_id, customer_id },
    ...{ ...kept, tries: 0, due_at: now, created_at: now },
  });
  tx.transaction.em.persist(deletion);
}
