import type { IncomingMessage } from 'node:http';
import { MERCHANT_HEADER, type PresentedSession } from '../core/access/authenticate-person.ts';
import { Problem } from '../core/foundation/errors.ts';

/** What identifies the caller of a request: a key or, where none is sent, the session of a person. */
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
 * Makes the reader of credentials. A key takes precedence: the browser adds the cookie by itself, and a page that sends
 * a key means the key.
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
 * Checks that no page of another site sent a request with a cookie. Browsers say which kind of site a request comes
 * from; those that do not name the page's origin with every request that could change something. `SameSite` keeps most
 * such requests from having the cookie at all, but not those of other origins of the same site.
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
    'The session of a person is for pages of this service alone. From elsewhere, send a key in the header api-key.',
  );
}

/** On the machine itself the service has several names. */
function isOwn(origin: string, own: string, host: string | undefined): boolean {
  return origin === own || (isLoopback(own) && origin === `http://${host}`);
}

/** Whether an origin is on this machine, without TLS. */
export const isLoopback = (origin: string): boolean =>
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
