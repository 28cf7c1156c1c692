import { adyenCheck } from './adyen.ts';
import { stripeCheck } from './stripe.ts';
import type { VendorCheck } from './vendor-check.ts';

/** The vendors whose test mode can be checked. */
export const vendorChecks: Readonly<Record<string, VendorCheck>> = { adyen: adyenCheck, stripe: stripeCheck };
