import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { json, type Request, type RequestHandler, type Response } from 'express';
import { type Caller, type Context, type KeyKind, requireKind } from '../core/foundation/context.ts';
import { Problem } from '../core/foundation/errors.ts';
import type { IdMaker } from '../core/foundation/ids.ts';
import type { RequestKind } from '../core/foundation/request-kind.ts';
import type { ClientAddress } from './client-address.ts';
import type { Credentials, ReadCredentials } from './credentials.ts';
import { peekBody } from './peek-body.ts';
import { spendFor } from './rate-limit-headers.ts';
import type { RateLimits } from './rate-limits.ts';

const HEADER = 'x-request-id';
/** The same under the name by which the clients of some payment APIs report it. */
const HEADER_OF_CLIENTS = 'request-id';
const validRequestId = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Assigns each request an identifier and returns it in `x-request-id` and `request-id`. A caller's own identifier of 1 to 128
 * `[A-Za-z0-9_-]` is kept, so that their logs and ours can be correlated.
 */
export function requestIds(ids: IdMaker): RequestHandler {
  return (req, res, next) => {
    const requestId = requestIdFor(req, ids);
    req.id = requestId;
    res.locals.requestId = requestId;
    for (const [name, value] of Object.entries(requestIdHeaders(requestId))) res.setHeader(name, value);
    next();
  };
}

/** The headers that return a request's identifier. */
export const requestIdHeaders = (requestId: string) => ({
  [HEADER]: requestId,
  [HEADER_OF_CLIENTS]: requestId,
});

/** The request's own identifier if it is valid, or a new one. */
export function requestIdFor({ headers }: Pick<IncomingMessage, 'headers'>, ids: IdMaker): string {
  const presented = headers[HEADER];
  return typeof presented === 'string' && validRequestId.test(presented) ? presented : ids.make('req');
}

/** The identifier of the request that a response belongs to. */
export function requestIdOf(res: Response): string {
  return res.locals.requestId as string;
}

/**
 * Turns an API key or the session of a person into a caller, and a caller into a request's context. Without a kind, what
 * is done is as urgent as a payment.
 */
export interface KeyAuthentication {
  /** @throws {Problem} `overloaded` if the service is too busy for a request of this kind. */
  readonly admit: (kind: RequestKind, res: Response) => void;
  readonly clientAddress: ClientAddress;
  /** @throws {Problem} `cross_site_request` for the session of a person in a request of another site's page. */
  readonly credentialsOf: ReadCredentials;
  /**
   * Identifies the caller by its credentials and its address.
   *
   * @throws {Problem} `invalid_api_key`, `session_ended`, `address_not_allowed`; `resource_not_found` if a person names
   * a merchant that is not theirs; `rate_limited` after too many invalid keys of the address.
   */
  readonly authenticate: (presented: Credentials, address: string, kind?: RequestKind) => Promise<Caller>;
  readonly contextFor: (
    caller: Caller,
    requestId: string,
    hangUp?: () => AbortSignal,
    kind?: RequestKind,
  ) => Context;
  /** How much a caller may ask. */
  readonly rateLimits: RateLimits;
}

/**
 * Admits a request unless the service is too busy for its kind, and authenticates the caller by the `api-key` header or,
 * without one, by the cookie of a person's session. Specification: Authentication.
 */
export function requireKey(
  authentication: KeyAuthentication,
  kindOf: (req: Request) => RequestKind,
): RequestHandler {
  return async (req, res, next) => {
    await identify(authentication, req, res, kindOf(req));
    next();
  };
}

/** What {@link requireKey} does. */
export async function identify(
  { admit, authenticate, clientAddress, contextFor, credentialsOf, rateLimits }: KeyAuthentication,
  req: IncomingMessage,
  res: Response,
  kind: RequestKind,
): Promise<void> {
  res.locals.refusedForLoad = true;
  admit(kind, res);
  res.locals.refusedForLoad = false;
  const address = clientAddress(req);
  const caller = await authenticate(credentialsOf(req), address, kind);
  const client = { address, userAgent: req.headers['user-agent'] ?? null };
  res.locals.ctx = { ...contextFor(caller, requestIdOf(res), hangUpOf(res), kind), client };
  res.locals.spend = spendFor(res, rateLimits, { caller, address });
}

/** Makes the signal that aborts when the client hangs up before its response is complete, once it is asked for. */
function hangUpOf(res: Response): () => AbortSignal {
  let controller: AbortController | undefined;
  return () => {
    if (!controller) {
      const made = new AbortController();
      controller = made;
      if (res.destroyed) made.abort();
      res.once('close', () => res.writableFinished || made.abort());
    }
    return controller.signal;
  };
}

/** Admits only callers with one of these kinds of key. Must follow {@link requireKey}. */
export function keyOfKind(kinds: readonly KeyKind[]): RequestHandler {
  return (_req, res, next) => {
    requireKind(contextOf(res).caller, kinds);
    next();
  };
}

/** The context of the request that a response belongs to. */
export function contextOf(res: Response): Context {
  const ctx = res.locals.ctx as Context | undefined;
  if (!ctx) throw new Error('The request has not been authenticated.');
  return ctx;
}

const BODY_MAX_BYTES = 64 * 1024;
const BODY_MAX_DEPTH = 100;

const [QUOTE, BACKSLASH, BRACKET, BRACKET_END, BRACE, BRACE_END] = Buffer.from('"\\[]{}');

const mediaType = /^application\/json\s*(?:;\s*(.*))?$/i;
const utf8 = /^charset\s*=\s*"?utf-?8"?$/i;

/** Problems by body-parser's error `type`. Its message is not used: it may quote what the caller sent. */
const problemsByType: Readonly<Record<string, () => Problem>> = {
  'entity.too.large': () => new Problem('body_too_large', 'The body must not be larger than 64 KiB.'),
  'entity.verify.failed': () => new Problem('malformed_json', 'The body is not valid UTF-8.'),
  'entity.too.deep': () =>
    new Problem('malformed_json', `The body must not nest more than ${BODY_MAX_DEPTH} levels deep.`),
  'encoding.unsupported': () =>
    new Problem('unsupported_media_type', 'The body must be sent without a Content-Encoding.'),
};

/** Checks the bytes before they are parsed. Decoding would replace invalid UTF-8, and the replacement would be stored. */
function checkBody(_req: IncomingMessage, _res: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new Error('The body is not valid UTF-8.');
  if (isTooDeep(body)) throw Object.assign(new Error('The body is too deep.'), { type: 'entity.too.deep' });
}

/** The value of a body that {@link parse} would parse to the same; undefined for any that needs a closer look. */
function plainValue(body: Buffer): unknown {
  if (body.length > BODY_MAX_BYTES || !isUtf8(body) || isTooDeep(body)) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/**
 * Tells whether JSON nests deeper than any body needs. Parsing and collecting thousands of levels takes V8 memory
 * that it does not give back.
 */
function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === BRACKET || byte === BRACE) {
      if (++depth > BODY_MAX_DEPTH) return true;
    } else if (byte === BRACKET_END || byte === BRACE_END) depth--;
  }
  return false;
}

const parse = json({
  limit: BODY_MAX_BYTES,
  strict: false,
  inflate: false,
  type: () => true,
  verify: checkBody,
});

/**
 * Parses a JSON body into `req.body`; an empty body counts as `{}`. Must follow authentication, so that no body is
 * read for an unknown caller. Specification: What the service does, rule 2.
 *
 * @throws {Problem} `unsupported_media_type`, `body_too_large` or `malformed_json`; none quotes the body.
 */
export const jsonBody: RequestHandler = (req, res, next) => {
  checkMediaType(req);
  const read = () =>
    parse(req, res, (error?: unknown) => {
      if (error) next(bodyProblem(error));
      else {
        // Not for `null`, which is a body.
        if (req.body === undefined) req.body = {};
        next();
      }
    });
  if (req.headers['content-encoding'] !== undefined) return read();
  // Most bodies arrive in one piece, which body-parser takes several times as long for.
  peekBody(
    req,
    (body) => {
      const value = plainValue(body);
      if (value === undefined) return null;
      return () => {
        req.body = value;
        next();
      };
    },
    read,
  );
};

/** A request without a body needs no Content-Type. */
function checkMediaType(req: Request): void {
  const contentType = req.headers['content-type'];
  if (contentType === undefined && !hasBody(req)) return;
  const match = mediaType.exec(contentType?.trim() ?? '');
  if (!match) throw new Problem('unsupported_media_type', 'Send Content-Type: application/json.');
  const parameters = (match[1] ?? '').split(';').map((parameter) => parameter.trim());
  if (parameters.some((parameter) => /^charset/i.test(parameter) && !utf8.test(parameter))) {
    throw new Problem('unsupported_media_type', 'The body must be in UTF-8.');
  }
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** Drops the cause on purpose: it carries the body, and causes are logged. */
function bodyProblem(error: unknown): Problem {
  const type = String((error as { type?: unknown }).type);
  return problemsByType[type]?.() ?? new Problem('malformed_json', 'The body is not valid JSON.');
}
