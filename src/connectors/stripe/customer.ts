import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { ConsentRecord } from '../../core/foundation/payment-context.ts';
import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { AuthorizeRequest } from '../../core/foundation/ports/connector-requests.ts';
import { mandateOf } from '../../core/foundation/ports/credential-use.ts';
import { RefusedRequestError } from '../exchange.ts';
import type { OtherMethod } from './other-methods.ts';
import { idOf } from './stored-response.ts';

const MS_PER_S = 1000;

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

/** Online Stripe requires both; without them nothing is sent. */
const clientOf = (consent: ConsentRecord) => {
  const { ipAddress: ip_address, userAgent: user_agent } = consent;
  return ip_address && user_agent ? { ip_address, user_agent } : null;
};

/**
 * The consent of a customer whose method is kept for charges off session, for the mandate that Stripe makes of it. Stripe
 * refuses one for any other payment.
 *
 * @throws {RefusedRequestError} for a method other than a card, whose mandate Stripe does not make without.
 */
export function consentParams(
  { context: { consent }, credential }: AuthorizeRequest,
  other: OtherMethod | null,
): Pick<Stripe.PaymentIntentCreateParams, 'mandate_data'> {
  if (credential.kind !== 'store' || credential.model !== 'unscheduled' || (other && !other.isKept))
    return {};
  const acceptance = consent && acceptanceOf(consent);
  if (acceptance) return { mandate_data: { customer_acceptance: acceptance } };
  if (!other) return {};
  throw new RefusedRequestError(
    'customer_acceptance_required',
    `Stripe saves ${other.type} only with the customer's acceptance. An online acceptance needs the customer's ip_address and user_agent.`,
  );
}

/** How the customer agreed; null for a consent online without the client that gave it. */
function acceptanceOf(
  consent: ConsentRecord,
): Stripe.PaymentIntentCreateParams.MandateData['customer_acceptance'] | null {
  const accepted = consent.acceptedAt
    ? { accepted_at: Math.floor(Date.parse(consent.acceptedAt) / MS_PER_S) }
    : {};
  if (!consent.isOnline) return { type: 'offline', offline: {}, ...accepted };
  const online = clientOf(consent);
  return online ? { type: 'online', online, ...accepted } : null;
}
