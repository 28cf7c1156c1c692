import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { objectClassOf } from '../entities/event-objects.ts';
import type { EventTypeValue } from '../entities/event-types.ts';
import { resourceOf } from '../model/index.ts';
import { bodyWithoutPersonalData } from '../reads/index.ts';
import type { Endpoint } from '../webhook-endpoints/endpoint.ts';

const packageFile = new URL('../../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** The content that is signed: the exact bytes of the body, the event's id and the time of the attempt. */
export interface SignedContent {
  readonly eventId: string;
  readonly at: Date;
  readonly body: string;
}

/**
 * The signature headers: the Standard Webhooks ones, with a signature by each key, and an HMAC-SHA512 of only the body by the
 * first. The library, whose SHA-256 is JavaScript, checks these in tests.
 */
export function signatureHeaders(
  keys: readonly Uint8Array[],
  { eventId, at, body }: SignedContent,
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const signed = `${eventId}.${seconds}.${body}`;
  const sign = (key: Uint8Array) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return {
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': keys.map(sign).join(' '),
    'x-webhook-signature-512': createHmac('sha512', keys[0]!).update(body).digest('hex'),
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
    ...signatureHeaders(
      endpoint.secrets.map(({ key }) => key),
      content,
    ),
  };
}

/** The body that an endpoint is sent, from the event's, by its version and whether it masks personal data. */
export function bodyFor({ masksPersonalData, version }: Endpoint, body: string): string {
  if (version === 'v1_thin') return thinBody(body);
  return masksPersonalData ? bodyWithoutPersonalData(body) : body;
}

/** An event's body with only its object's type and identifier. */
function thinBody(body: string): string {
  const { content, ...event } = JSON.parse(body) as {
    event_type: EventTypeValue;
    content: { type: string; object: Record<string, unknown> };
  };
  const id = resourceOf(objectClassOf(event.event_type)).id;
  return JSON.stringify({ ...event, content: { type: content.type, object_id: content.object[id] } });
}
