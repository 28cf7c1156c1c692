import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import type { Endpoint } from '../webhook-endpoints/endpoint.ts';

const packageFile = new URL('../../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** The content that is signed: the exact bytes of the body, the event's id and the time of the attempt. */
export interface SignedContent {
  readonly eventId: string;
  readonly at: Date;
  readonly body: string;
}

/** The signature headers: those of Standard Webhooks, and an HMAC-SHA512 of the body alone. */
export function signatureHeaders(key: string, { eventId, at, body }: SignedContent): Record<string, string> {
  const bytes = Buffer.from(key);
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(bytes, { format: 'raw' }).sign(eventId, at, body),
    'x-webhook-signature-512': createHmac('sha512', bytes).update(body).digest('hex'),
  };
}

/** The `Authorization` header for HTTP basic authentication; null if the endpoint has no credentials. */
export function basicAuthentication({ password, username }: Endpoint): string | null {
  if (!username && !password) return null;
  return `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`;
}

/** The headers of a message. The merchant's custom headers come first, so they cannot override the service's. */
export function composeHeaders(endpoint: Endpoint, content: SignedContent): Record<string, string> {
  const custom = Object.entries(endpoint.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const authorization = basicAuthentication(endpoint);
  return {
    ...Object.fromEntries(custom),
    'content-type': 'application/json',
    'user-agent': `Switchyard/${version}`,
    ...(authorization === null ? {} : { authorization }),
    ...signatureHeaders(endpoint.signingKey, content),
  };
}
