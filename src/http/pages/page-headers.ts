import { randomBytes } from 'node:crypto';
import helmet from 'helmet';
import { permissionsPolicy } from '../requests/responses.ts';

const NONCE_BYTES = 18;
const DAY_S = 24 * 60 * 60;

const common = {
  // Each page has its own policy, which also lists the sites that may frame it.
  contentSecurityPolicy: false,
  xFrameOptions: false,
  // Other services on the operator's domain may lack TLS.
  strictTransportSecurity: { maxAge: 365 * DAY_S, includeSubDomains: false },
} as const;

/** `Permissions-Policy` of a page with wallet buttons, which open the browser's payment sheets, Google's from its frame. */
export const withWallets = permissionsPolicy('(self "https://pay.google.com")');

/** The headers of pages for browsers: HSTS, `Referrer-Policy`, COOP, CORP and the like. */
export const pageHeaders = helmet(common);

/**
 * Headers of the pages of a payment's redirects. A shop may open them in a frame or a window, which must still reach
 * the shop.
 */
export const framedPageHeaders = helmet({
  ...common,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } },
  crossOriginOpenerPolicy: false,
});

/** A nonce for the Content-Security-Policy of one response. */
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64');
