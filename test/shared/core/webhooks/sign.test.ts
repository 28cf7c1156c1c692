import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { signatureHeaders } from '../../../../src/core/webhooks/compose.ts';
import { property } from '../../../kit/property.ts';

const text = fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' });

property(
  'Both signatures cover this body, event and key, to the second',
  text,
  text,
  text,
  (key, body, other) => {
    fc.pre(key !== other && body !== other);
    const at = new Date();
    const headers = signatureHeaders([Buffer.from(key)], { eventId: 'evt_1', at, body });
    const seconds = String(Math.floor(at.getTime() / 1_000));
    expect(headers).toMatchObject({ 'webhook-id': 'evt_1', 'webhook-timestamp': seconds });
    const verify = (secret: string, given = headers, sent = body) =>
      new Webhook(Buffer.from(secret), { format: 'raw' }).verify(sent, given, { jsonParse: false });
    verify(key);
    // By hand, like a receiver without the package.
    const byHand = createHmac('sha256', key).update(`evt_1.${seconds}.${body}`).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${byHand}`);
    expect(headers['x-webhook-signature-512']).toBe(createHmac('sha512', key).update(body).digest('hex'));
    expect(() => verify(other)).toThrow();
    expect(() => verify(key, headers, other)).toThrow();
    expect(() => verify(key, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
  },
);
