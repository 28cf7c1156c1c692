import { OperatorError } from '../core/foundation/operator-error.ts';
import type { Connector } from '../core/foundation/ports/connector.ts';
import { adyenConnector } from './adyen/adyen.ts';
import type { ConnectorSetup } from './connector-setup.ts';
import { stripeConnector } from './stripe/stripe.ts';

/** Builds a vendor's connector. Its name is its folder's. */
export type VendorConnector = (setup: ConnectorSetup) => Connector;

/** The vendors that this service connects to, by the names of their folders. */
export const vendors: Readonly<Record<string, VendorConnector>> = {
  adyen: adyenConnector,
  stripe: stripeConnector,
};

/** @throws {OperatorError} if an address is configured for an unknown vendor, where it would have no effect. */
export function requireVendors(baseUrls: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(baseUrls).filter((name) => !Object.hasOwn(vendors, name));
  if (unknown.length === 0) return;
  const known = Object.keys(vendors).join(', ') || 'none';
  throw new OperatorError(
    `CONNECTOR_BASE_URLS must name vendors of this service (${known}), not ${unknown.join(', ')}.`,
  );
}
