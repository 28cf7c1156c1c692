import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { AuthorizeRequest } from '../../core/foundation/ports/connector-requests.ts';
import { mandateOf } from '../../core/foundation/ports/credential-use.ts';
import { idOf } from './stored-response.ts';

/**
 * Stripe's customer of a payment that saves its method or charges a saved one; null for any other. Stripe receives only
 * our identifier of the customer: it creates one customer under one key only if every request is the same.
 */
export async function customerOf(
  stripe: Stripe,
  { merchantConnectorId, merchantId }: ConnectorAccess,
  { context, credential }: AuthorizeRequest,
): Promise<string | null> {
  if (context.connectorCustomerId) return context.connectorCustomerId;
  const saved = mandateOf(credential);
  if (saved) return idOf((await stripe.paymentMethods.retrieve(saved)).customer);
  const id = context.customer?.id;
  if (credential.kind !== 'store' || !id) return null;
  const digest = createHash('sha256')
    .update(JSON.stringify([merchantId, merchantConnectorId, id]))
    .digest('hex');
  const customer = await stripe.customers.create(
    { metadata: { customer_id: id } },
    { idempotencyKey: `customer-${digest}` },
  );
  return customer.id;
}
