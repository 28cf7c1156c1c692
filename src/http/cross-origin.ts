import cors, { type CorsOptions } from 'cors';
import type { Request, RequestHandler } from 'express';
import { RATE_LIMIT_HEADERS } from './rate-limit-headers.ts';

/** How long a browser may keep the answer to a preflight, in seconds; Chromium keeps none longer. */
const PREFLIGHT_MAX_AGE_S = 7_200;

// A key travels in a header that pages set themselves: there are no cookies, so no credentials to allow.
const sharedOptions: CorsOptions = {
  methods: ['GET', 'HEAD', 'POST'],
  allowedHeaders: [
    'api-key',
    'content-type',
    'idempotency-key',
    'x-request-id',
    'apollo-require-preflight',
    'x-apollo-operation-name',
  ],
  exposedHeaders: ['x-request-id', 'Retry-After', 'Idempotency-Replayed', ...RATE_LIMIT_HEADERS],
  maxAge: PREFLIGHT_MAX_AGE_S,
};

export interface CrossOriginOptions {
  /** Origins whose pages may call everything. */
  readonly origins: readonly string[];
  /** Paths that a publishable or ephemeral key opens, such as `/payments/{payment_id}/3ds/authentication`. */
  readonly publicPaths: readonly string[];
}

/**
 * Lets browser pages call the service, by the CORS protocol. What a publishable or ephemeral key opens, pages of any origin may
 * call: a shop's page carries no other key. Everything else is for pages of the named origins. A preflight is answered
 * at once, whatever its path; it has no key, so on a path for several kinds of key the response is withheld instead.
 */
export function crossOrigin({ origins, publicPaths }: CrossOriginOptions): RequestHandler {
  const isPublic = publicPaths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  const forAnyPage = cors({ ...sharedOptions, origin: '*' });
  const forNamedPages = cors({ ...sharedOptions, origin: [...origins] });
  return (req, res, next) => {
    if (req.method === 'OPTIONS' && !isPreflight(req)) return next();
    const admitsAny = isPublic.some((path) => path.test(req.path)) && (isPreflight(req) || isPublicKey(req));
    return (admitsAny ? forAnyPage : forNamedPages)(req, res, next);
  };
}

const isPreflight = (req: Request): boolean =>
  req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;

/** Whether the request carries no secret key. Without any key it learns no more than that it needs one. */
function isPublicKey({ headers }: Request): boolean {
  const key = headers['api-key'];
  return key === undefined || key === '' || (typeof key === 'string' && /^(pk|epk)_/.test(key));
}
