import { createHmac } from 'node:crypto';
import { isSameSecret } from '../core/foundation/cryptography.ts';
import { isLoopback } from '../http/front-door/caller.ts';

/**
 * Names and attributes of cookies. With `__Host-`, browsers refuse a cookie set by another host of the domain, or
 * without TLS. On the machine itself, where there is no TLS, cookies have no prefix.
 */
export function cookieOptions(origin: string) {
  const secure = !isLoopback(origin);
  return {
    cookiePrefix: `${secure ? '__Host-' : ''}switchyard`,
    // better-auth's own prefix would come before this one.
    useSecureCookies: false,
    defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
  } as const;
}

/** Finds the token in the session's cookie of a request. Null unless this service has signed it. */
export function tokenIn(cookies: string | undefined, origin: string, secret: string): string | null {
  const value = cookies && cookieNamed(`${cookieOptions(origin).cookiePrefix}.session_token`, cookies);
  if (!value) return null;
  const dot = value.lastIndexOf('.');
  const token = value.slice(0, dot);
  // Signed as by better-auth: the tokens in the table of sessions are useless without the signature.
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return isSameSecret(value.slice(dot + 1), signature) ? token : null;
}

/** The URL-decoded value of a cookie; null without the cookie. */
function cookieNamed(name: string, cookies: string): string | null {
  const pair = cookies.split(';').find((one) => one.trimStart().startsWith(`${name}=`));
  try {
    return pair === undefined ? null : decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim());
  } catch {
    return null;
  }
}
