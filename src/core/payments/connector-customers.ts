import type { Attempt } from '../entities/attempt.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import { Customer } from '../entities/customer.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { CredentialUse } from '../foundation/ports/credential-use.ts';

/**
 * A connector's own identifier of the customer of a payment. Asked for only where it matters: at a connector that keeps
 * customers, for a payment that stores a method or uses a stored one.
 */
export async function connectorCustomerAt(
  tx: WritingContext,
  { customer_id, merchant_id }: Payment,
  { connector_name, merchant_connector_id }: ConnectorAccount,
  credential: CredentialUse,
): Promise<string | null> {
  const keepsCustomers = tx.ports.connectors.find(connector_name)?.abilities.has('keep_customers') ?? false;
  if (!keepsCustomers || !customer_id || credential.kind === 'one_off') return null;
  const customer = await tx.transaction.em.findOne(Customer, { merchant_id, customer_id });
  const known = customer?.connector_customers?.[merchant_connector_id];
  return typeof known === 'string' ? known : null;
}

/** Keeps the identifier for the next payment of the customer. The first one stays: saved methods belong to it. */
export async function saveConnectorCustomer(
  tx: WritingContext,
  { customer_id, merchant_id }: Payment,
  { merchant_connector_id: account }: Attempt,
  connectorCustomerId: string | null,
): Promise<void> {
  if (!connectorCustomerId || !customer_id || !account) return;
  const text = `update customers
    set connector_customers = jsonb_build_object($3::text, $4::text) || coalesce(connector_customers, '{}')
    where merchant_id = $1 and customer_id = $2 and deleted_at is null
      and not coalesce(connector_customers, '{}') ? $3`;
  await tx.rows.query(
    { text, values: [merchant_id, customer_id, account, connectorCustomerId] },
    merchant_id,
  );
}
