import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeClient } from './client.ts';
import { isMissing, sanitized } from './errors.ts';

/** Detaches a saved method from its customer. Stripe then no longer charges it. Detaching twice changes nothing. */
export const forgetMethodOperation =
  (setup: ConnectorSetup): NonNullable<Connector['forgetMethod']> =>
  (access, { connectorMandateId: id, idempotencyKey, signal }) =>
    gone(async () => {
      const stripe = stripeClient(setup, access, signal);
      const { customer } = await stripe.paymentMethods.retrieve(id);
      if (customer) await stripe.paymentMethods.detach(id, {}, { idempotencyKey });
    });

/** Deletes a customer, with all its saved methods. */
export const forgetCustomerOperation =
  (setup: ConnectorSetup): NonNullable<Connector['forgetCustomer']> =>
  (access, { connectorCustomerId, signal }) =>
    gone(async () => {
      await stripeClient(setup, access, signal).customers.del(connectorCustomerId);
    });

/** An object that Stripe does not have counts as deleted. */
const gone = (remove: () => Promise<void>): Promise<void> =>
  sanitized(async () => {
    try {
      await remove();
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  });
