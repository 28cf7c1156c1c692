import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../../../src/core/webhook-endpoints/endpoint.ts';
import { basicAuthentication, composeHeaders } from '../../../../src/core/webhooks/compose.ts';
import { maskSecrets } from '../../../../src/core/webhooks/mask-secrets.ts';
import { property } from '../../../kit/property.ts';

const endpoint: Endpoint = {
  merchantId: 'shop',
  profileId: 'pro_1',
  endpointId: 'pro_1',
  url: 'https://example.com/hook?token=of-the-url',
  username: 'alice',
  password: 'pass"word&more',
  headers: { 'X-Shop': 'value-of-the-header' },
  secrets: [{ text: 'key-of-both-signatures', key: Buffer.from('key-of-both-signatures') }],
  version: 'v1',
  masksPersonalData: false,
  disabledAt: null,
};
const secret = fc
  .string({ minLength: 8, maxLength: 40, unit: 'grapheme-ascii' })
  .filter((text) => !text.includes('*'));

test('Masking replaces the secrets of a response and keeps the rest', () => {
  const basic = basicAuthentication(endpoint)!;
  const text = `{"a": "${endpoint.secrets[0]!.text}", "b": "value-of-the-header", "c": "${basic}"} /hook?token=of-the-url`;
  expect(maskSecrets(text, endpoint)).toBe('{"a": "****", "b": "****", "c": "Basic ****"} /hook?****');
  expect(maskSecrets('Thank you, alice.', endpoint)).toBe('Thank you, alice.');
});

test('Masking removes the beginning of a secret at the end of a truncated response', () => {
  expect(maskSecrets('The key is key-of-bo', endpoint)).toBe('The key is ****');
});

property(
  'Masking removes secrets in plain, JSON, URL, HTML, base64 and hexadecimal form',
  secret,
  fc.string(),
  (given, around) => {
    const told = { ...endpoint, password: given };
    const forms = [
      given,
      JSON.stringify(given).slice(1, -1),
      encodeURIComponent(given),
      Buffer.from(given).toString('base64').replace(/=+$/, ''),
      Buffer.from(given).toString('hex'),
      basicAuthentication(told)!,
    ];
    for (const form of forms) {
      const clean = maskSecrets(`${around}${form}${around}`, told);
      expect(clean.split(around).join('')).not.toContain(form);
    }
  },
);

property(
  "A merchant's header never replaces one of the service's",
  fc.string({ minLength: 1, maxLength: 20 }),
  (value) => {
    const signed = { eventId: 'evt_1', at: new Date(), body: '{}' };
    const ours = composeHeaders({ ...endpoint, headers: {} }, signed);
    const names = Object.keys(ours).map((name) => name.replace(/^./, (letter) => letter.toUpperCase()));
    const headers = Object.fromEntries([...names, 'X-Own'].map((name) => [name, value]));
    const sent = composeHeaders({ ...endpoint, headers }, signed);
    expect(sent).toEqual({ ...ours, 'x-own': value });
  },
);
