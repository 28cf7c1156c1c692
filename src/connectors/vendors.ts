import type { Connector } from '../core/foundation/connector.ts';
import { adyenConnector } from './adyen/adyen.ts';
import type { ConnectorSetup } from './connector-setup.ts';
import { stripeConnector } from './stripe/stripe.ts';

/** Builds the connector of a vendor. It is known by the name of its folder. */
export type VendorConnector = (setup: ConnectorSetup) => Connector;

/** The vendors that this service connects to, by the names of their folders. */
export const vendors: Readonly<Record<string, VendorConnector>> = {
  adyen: adyenConnector,
  stripe: stripeConnector,
};
