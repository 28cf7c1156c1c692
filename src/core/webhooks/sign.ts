import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** What is signed: the very bytes of the body, and with them which event it is and when it is sent. */
export interface Signed {
  readonly eventId: string;
  readonly at: Date;
  readonly body: string;
}

/** The headers that say who sent a webhook: those of Standard Webhooks, and an HMAC-SHA512 of the body alone. */
export function signatureHeaders(key: string, { eventId, at, body }: Signed): Record<string, string> {
  const bytes = Buffer.from(key);
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(bytes, { format: 'raw' }).sign(eventId, at, body),
    'x-webhook-signature-512': createHmac('sha512', bytes).update(body).digest('hex'),
  };
}
