import cors, { type CorsOptions } from 'cors';
import type { Request, RequestHandler } from 'express';
import { RATE_LIMIT_HEADERS } from './load/rate-limits.ts';

/** How long a browser may keep the answer to a preflight, in seconds; Chromium keeps none longer. */
const PREFLIGHT_MAX_AGE_S = 7_200;

// A key travels in a header that pages set themselves: there are no cookies, so no credentials to allow.
const sharedOptions: CorsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'DELETE'],
  allowedHeaders: [
    'api-key',
    'content-type',
    'idempotency-key',
    'x-request-id',
    'apollo-require-preflight',
    'x-apollo-operation-name',
  ],
  exposedHeaders: [
    'x-request-id',
    'request-id',
    'Retry-After',
    'Idempotency-Replayed',
    ...RATE_LIMIT_HEADERS,
  ],
  maxAge: PREFLIGHT_MAX_AGE_S,
};

export interface CrossOriginOptions {
  /** Origins whose pages may call everything. */
  readonly origins: readonly string[];
  /** Whether a publishable or ephemeral key opens what this method does at this path. */
  readonly isPublic: (method: string, path: string) => boolean;
}

/**
 * Lets browser pages call the service, by the CORS protocol. What a publishable or ephemeral key opens, pages of any origin may
 * call: a shop's page carries no other key. Everything else is for pages of the named origins. A preflight is answered
 * at once, whatever its path; it has no key, so on a path for several kinds of key the response is withheld instead.
 */
export function crossOrigin({ origins, isPublic }: CrossOriginOptions): RequestHandler {
  const forAnyPage = cors({ ...sharedOptions, origin: '*' });
  const forNamedPages = cors({ ...sharedOptions, origin: [...origins] });
  return (req, res, next) => {
    const preflightFor = req.method === 'OPTIONS' ? req.headers['access-control-request-method'] : undefined;
    if (req.method === 'OPTIONS' && preflightFor === undefined) return next();
    const admitsAny =
      isPublic(preflightFor ?? req.method, pathOf(req)) && (preflightFor !== undefined || isPublicKey(req));
    return (admitsAny ? forAnyPage : forNamedPages)(req, res, next);
  };
}

/** The path of a request, whose target may also be a whole URL. */
const pathOf = ({ url }: Request) =>
  url.startsWith('/') ? url.split('?', 1)[0]! : (URL.parse(url)?.pathname ?? url);

/** Whether the request carries no secret key. Without any key it learns no more than that it needs one. */
function isPublicKey({ headers }: Request): boolean {
  const key = headers['api-key'];
  return key === undefined || key === '' || (typeof key === 'string' && /^(pk|epk)_/.test(key));
}
