import { constants } from 'node:zlib';
import compression from 'compression';
import cors, { type CorsOptions } from 'cors';
import type { Request, RequestHandler } from 'express';
import { RATE_LIMIT_HEADERS } from '../load/rate-limits.ts';
import type { Drain } from '../requests/drain.ts';
import { commonHeaders, LEGACY_CODE_HEADER } from '../requests/responses.ts';

const common = Object.entries(commonHeaders);

/** Listeners of a response before Node warns: logs, limits, metrics, compression and a stream have one each. */
const LISTENERS_MAX = 20;

/** Sets the headers common to all responses, and how many may listen to one. */
export const standardHeaders: RequestHandler = (_req, res, next) => {
  res.setMaxListeners(LISTENERS_MAX);
  res.removeHeader('x-powered-by');
  for (const [name, value] of common) res.setHeader(name, value);
  next();
};

/** Sends `Connection: close` while draining, and notes which requests still arrive. Probes always do. */
export function closeWhileDraining(drain: Drain): RequestHandler {
  return (req, res, next) => {
    if (drain.draining) {
      res.setHeader('connection', 'close');
      if (!req.path.startsWith('/health')) drain.noteArrival();
    }
    next();
  };
}

/** How long a browser may cache a preflight response, in seconds; Chromium's maximum. */
const PREFLIGHT_MAX_AGE_S = 7_200;

// A key travels in a header that pages set themselves: there are no cookies, so no credentials to allow.
const sharedOptions: CorsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'DELETE'],
  allowedHeaders: [
    'api-key',
    'content-type',
    'idempotency-key',
    'x-client-source',
    'x-client-version',
    'x-request-id',
    'apollo-require-preflight',
    'x-apollo-operation-name',
  ],
  exposedHeaders: [
    'x-request-id',
    'request-id',
    'Retry-After',
    'Idempotency-Replayed',
    LEGACY_CODE_HEADER,
    ...RATE_LIMIT_HEADERS,
  ],
  maxAge: PREFLIGHT_MAX_AGE_S,
};

export interface CrossOriginOptions {
  /** Origins whose pages may call everything. */
  readonly origins: readonly string[];
  /** Whether a publishable or ephemeral key may call this method at this path. */
  readonly isPublic: (method: string, path: string) => boolean;
}

/**
 * Lets browser pages call the service, by the CORS protocol. Operations open to a publishable or ephemeral key are open
 * to pages of any origin: a shop's page carries no other key. Everything else is for pages of the configured origins. A
 * preflight gets its response at once, for any path; it has no key, so on a path for several kinds of key the response
 * itself is withheld instead.
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

/** Below this a compressed response is hardly smaller, in bytes. */
const COMPRESSED_MIN_BYTES = 1024;

/**
 * Compresses responses of 1 KiB and more for callers who accept it, at the fastest level, since each is used once: it
 * brings most of the gain for a millisecond on a full page. Stored documents are already compressed,
 * and an event stream must not wait for a buffer to fill.
 *
 * Compression is safe although a response holds a secret beside the caller's input (BREACH): nobody can make a browser
 * send the key.
 */
const compress = compression({
  threshold: COMPRESSED_MIN_BYTES,
  level: constants.Z_BEST_SPEED,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  filter: (req, res) =>
    !String(res.getHeader('content-type')).startsWith('text/event-stream') && compression.filter(req, res),
});

/**
 * Skips compression for clients that accept none, as most servers' clients do: its set-up would cost them all the same.
 */
export const compressResponses: RequestHandler = (req, res, next) =>
  req.headers['accept-encoding'] === undefined ? next() : compress(req, res, next);
