import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  readLegacyWebhook,
  readReturn,
  readWebhook,
  SignatureError,
} from '../../../deploy/packages/node/src/signatures.ts';
import { returnSignature } from '../../../src/core/payments/customer/return-to-merchant.ts';
import { signatureHeaders } from '../../../src/core/webhooks/compose.ts';
import { property } from '../../kit/property.ts';

const at = new Date('2026-11-26T12:00:00Z');
const body = '{"event_id":"evt_1","content":{"object":{"description":"Grüße"}}}';
const key = 'a shared secret';
const content = { eventId: 'evt_1', at, body };
const headers = signatureHeaders([Buffer.from(key)], content);
const now = at.getTime();

test('Webhooks as the service signs them are read: from text, bytes and any kind of headers', () => {
  const expected = JSON.parse(body);
  expect(readWebhook(body, headers, key, { now })).toEqual(expected);
  expect(readWebhook(Buffer.from(body), new Headers(headers), key, { now })).toEqual(expected);
  expect(readLegacyWebhook(body, headers, key)).toEqual(expected);
});

test("A further endpoint's secret is decoded, and during its rotation either signature counts", () => {
  const [before, after] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const both = signatureHeaders([after, before], content);
  for (const secret of [before, after]) {
    const written = `whsec_${secret.toString('base64')}`;
    expect(readWebhook(body, both, written, { now })).toMatchObject({ event_id: 'evt_1' });
  }
  const other = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
  expect(() => readWebhook(body, both, other, { now })).toThrow(SignatureError);
});

test('A webhook of which anything was changed is refused', () => {
  const changes: [string, Record<string, string>][] = [
    [`${body} `, {}],
    [body, { 'webhook-id': 'evt_2' }],
    [body, { 'webhook-timestamp': String(now / 1_000 + 1) }],
    [body, { 'webhook-signature': headers['webhook-signature']!.replace('v1,', 'v2,') }],
    [body, { 'webhook-signature': 'v1,' }],
    [body, { 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` }],
  ];
  for (const [text, changed] of changes) {
    expect(() => readWebhook(text, { ...headers, ...changed }, key, { now })).toThrow(SignatureError);
  }
  expect(() => readWebhook(body, headers, `${key}s`, { now })).toThrow(SignatureError);
  expect(() => readLegacyWebhook(`${body} `, headers, key)).toThrow(SignatureError);
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...rest } = headers;
    const read = name.startsWith('x-') ? readLegacyWebhook : readWebhook;
    expect(() => read(body, rest, key)).toThrow(`The header ${name} is missing.`);
  }
});

test('A webhook counts for five minutes, before and after, or as long as the receiver says', () => {
  for (const seconds of [-300, 300]) readWebhook(body, headers, key, { now: now + seconds * 1_000 });
  for (const seconds of [-301, 301]) {
    const late = { now: now + seconds * 1_000 };
    expect(() => readWebhook(body, headers, key, late)).toThrow(/too old/);
    readWebhook(body, headers, key, { ...late, tolerance: 400 });
  }
  const noNumber = { ...headers, 'webhook-timestamp': 'NaN' };
  expect(() => readWebhook(body, noNumber, key, { now })).toThrow(/too old/);
});

property(
  'A return is read as it was signed, whatever its parameters, and refused once one differs',
  fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 6, noNullPrototype: true }),
  fc.string(),
  ({ signature: _, signature_algorithm: __, ...given }, other) => {
    const signed = { ...given, ...returnSignature(given, key) };
    expect(readReturn(new URLSearchParams(signed), key)).toEqual(given);
    expect(readReturn(signed, key)).toEqual(given);
    for (const name of Object.keys(given)) {
      if (given[name] === other) continue;
      expect(() => readReturn({ ...signed, [name]: other }, key)).toThrow(SignatureError);
    }
    expect(() => readReturn(given, key)).toThrow(SignatureError);
  },
);
