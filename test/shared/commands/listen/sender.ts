import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** A webhook's signature headers, as the service creates them. */
export function signed(key: string, body: string, id = 'evt_1', at = new Date()): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(Buffer.from(key), { format: 'raw' }).sign(id, at, body),
    'x-webhook-signature-512': createHmac('sha512', key).update(body).digest('hex'),
  };
}

/** Posts a body and returns the response. */
export async function post(url: string, body: string, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

/** The body of an event about an object. */
export const eventBody = (eventType: string, kind: string, object: object): string =>
  JSON.stringify({
    event_id: 'evt_1',
    event_type: eventType,
    merchant_id: 'shop',
    timestamp: '2026-01-01T12:00:00.000Z',
    content: { type: `${kind}_details`, object },
  });
