import type { Endpoint } from '../webhook-endpoints/endpoint.ts';
import { type Signed, signatureHeaders } from './sign.ts';

/** The value of the header for HTTP basic authentication; null where the endpoint asks for none. */
export function basicAuthentication({ password, username }: Endpoint): string | null {
  if (!username && !password) return null;
  return `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`;
}

/** The headers of a webhook. The merchant's own come first, so that they replace none of the service's. */
export function composeHeaders(
  endpoint: Endpoint,
  signed: Signed,
  userAgent: string,
): Record<string, string> {
  const own = Object.entries(endpoint.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const authorization = basicAuthentication(endpoint);
  return {
    ...Object.fromEntries(own),
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...(authorization === null ? {} : { authorization }),
    ...signatureHeaders(endpoint.signingKey, signed),
  };
}
