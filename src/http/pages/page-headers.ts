import helmet from 'helmet';

const DAY_S = 24 * 60 * 60;

const common = {
  // Each page has its own policy, which also says which sites may frame it.
  contentSecurityPolicy: false,
  xFrameOptions: false,
  // Other services of the operator's domain may not have TLS.
  strictTransportSecurity: { maxAge: 365 * DAY_S, includeSubDomains: false },
} as const;

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
