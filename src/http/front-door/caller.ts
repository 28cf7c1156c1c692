import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { MERCHANT_HEADER, type PresentedSession } from '../../core/access/authenticate-person.ts';
import { type Caller, type Context, type KeyKind, requireKind } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';
import type { RequestKind } from '../../core/foundation/request-kind.ts';
import { type RateLimits, spendFor } from '../load/rate-limits.ts';
import type { ClientAddress } from '../requests/client-address.ts';
import { recordOf, requestIdOf } from '../requests/request-log.ts';

/**
 * Turns an API key or a person's session into a caller, and a caller into a request's context. The default kind has the
 * urgency of a payment.
 */
export interface KeyAuthentication {
  /** @throws {Problem} `overloaded` if the service is too busy for a request of this kind. */
  readonly admit: (kind: RequestKind, res: Response) => void;
  /** Waits until a read has its turn, among the reads of all merchants. */
  readonly turn: (merchantId: string, res: Response) => Promise<void> | undefined;
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
  /** The rate limit of a caller. */
  readonly rateLimits: RateLimits;
}

/** The same for connections that stay open. */
export interface LiveAuthentication extends KeyAuthentication {
  /** Identifies a caller again, as `authenticate` does. It is not a use of the key or session. */
  readonly reauthenticate: (presented: Credentials, address: string) => Promise<Caller>;
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

/** Dependencies of {@link requireKey}. */
export async function identify(
  { admit, authenticate, clientAddress, contextFor, credentialsOf, rateLimits, turn }: KeyAuthentication,
  req: IncomingMessage,
  res: Response,
  kind: RequestKind,
): Promise<void> {
  res.locals.refusedForLoad = true;
  admit(kind, res);
  res.locals.refusedForLoad = false;
  const address = clientAddress(req);
  const caller = await authenticate(credentialsOf(req), address, kind);
  const client = {
    address,
    userAgent: req.headers['user-agent'] ?? null,
    source: ownWord(req.headers['x-client-source']),
    version: ownWord(req.headers['x-client-version']),
  };
  const own = contextFor(caller, requestIdOf(res), hangUpOf(res), kind);
  if (kind === 'read') await turn(own.merchantId ?? '*', res);
  res.locals.ctx = { ...own, client, record: recordOf(res) };
  res.locals.spend = spendFor(res, rateLimits, { caller, address });
}

/** The short word by which a client names itself; null for anything else. */
const ownWord = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && /^[\w.@/+-]{1,64}$/.test(header) ? header : null;

/** Creates, on first use, the signal that aborts when the client disconnects before its response is complete. */
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

/** The credential of a request: a key or, without one, a person's session. */
export interface Credentials {
  readonly key?: string | undefined;
  readonly session?: PresentedSession | undefined;
}

/** Reads a request's credentials, which over a WebSocket are also in its first message. */
export type ReadCredentials = (
  request: IncomingMessage,
  message?: Readonly<Record<string, unknown>>,
) => Credentials;

/** Whether a request presents anything that identifies its caller. */
export const isAnonymous = ({ key, session }: Credentials): boolean =>
  (key === undefined || key === '') && session === undefined;

/** Where sessions come from. */
export interface SessionSource {
  /** The token in the session's cookie, unless there is no cookie that this service has signed. */
  readonly tokenIn: (cookies: string | undefined) => string | null;
  /** The origin at which people reach the service. */
  readonly origin: () => string;
}

/**
 * Creates the reader of credentials. A key takes precedence: the browser always adds the cookie, and a page that
 * sends a key means the key.
 */
export function credentialsReader({ origin, tokenIn }: SessionSource): ReadCredentials {
  return (request, message) => {
    const { headers } = request;
    const key = firstText(message?.['api-key'], message?.apiKey, headers['api-key']);
    if (key !== undefined) return { key };
    const token = tokenIn(headers.cookie);
    if (token === null) return {};
    requireOwnPage(request, origin());
    const merchantId = firstText(message?.merchantId, headers[MERCHANT_HEADER]) ?? null;
    return { session: { token, merchantId } };
  };
}

const firstText = (...candidates: unknown[]) =>
  candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '');

/**
 * Refuses a request with a cookie that another site's page sent. Browsers send the kind of site in a header; older ones
 * send the page's origin with every request that could change something. `SameSite` keeps the cookie from most such
 * requests, but not from requests of other origins on the same site.
 *
 * @throws {Problem} `cross_site_request`.
 */
function requireOwnPage({ headers, method }: IncomingMessage, own: string): void {
  const { host, origin, upgrade, 'sec-fetch-site': site } = headers;
  const changesNothing = (method === 'GET' || method === 'HEAD') && upgrade === undefined;
  const isOwnPage =
    site !== undefined
      ? // What a person asked the browser for, such as an address typed in, comes from no site.
        site === 'same-origin' || site === 'none'
      : origin !== undefined
        ? isOwn(origin, own, host)
        : changesNothing;
  if (isOwnPage) return;
  throw new Problem(
    'cross_site_request',
    "User sessions work only on this service's pages. Elsewhere, send an API key in the header api-key.",
  );
}

/** On the machine itself the service has more than one name. */
function isOwn(origin: string, own: string, host: string | undefined): boolean {
  return origin === own || (isLoopback(own) && origin === `http://${host}`);
}

/** Whether an origin is on this machine, without TLS. */
export const isLoopback = (origin: string): boolean =>
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
