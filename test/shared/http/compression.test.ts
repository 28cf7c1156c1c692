import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

interface RawResponse {
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

const test = base
  /** Fetches without decompressing. */
  .extend('raw', { scope: 'file' }, ({ service }) => {
    return (path: string, headers: Record<string, string>, body?: string) =>
      new Promise<RawResponse>((resolve, reject) => {
        const sent = request(service.url + path, { method: body ? 'POST' : 'GET', headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
        });
        sent.on('error', reject).end(body);
      });
  });

const decoders = { gzip: gunzipSync, br: brotliDecompressSync } as const;

test('A response of 1 KiB or more is compressed for clients that accept it', async ({ raw, shop }) => {
  for (let i = 0; i < 10; i++) await shop.payment();
  const key = { 'api-key': shop.key };
  const plain = await raw('/payments/list', key);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(Number(plain.headers['content-length'])).toBe(plain.body.length);
  for (const [accepted, encoding] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
  ] as const) {
    const { body, headers } = await raw('/payments/list', { ...key, 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers.vary]).toEqual([
      encoding,
      expect.stringMatching(/accept-encoding/i),
    ]);
    expect(decoders[encoding](body).equals(plain.body)).toBe(true);
    expect(body.length * 5).toBeLessThan(plain.body.length);
  }
});

test('A GraphQL response is compressed too', async ({ raw, shop }) => {
  for (let i = 0; i < 10; i++) await shop.payment();
  const headers = { 'api-key': shop.key, 'content-type': 'application/json', 'accept-encoding': 'gzip' };
  const query = JSON.stringify({
    query: '{ payments { nodes { paymentId status amount currency created clientSecret } } }',
  });
  const { body, headers: sent } = await raw('/graphql', headers, query);
  expect(sent['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(body).toString()).data.payments.nodes).toHaveLength(10);
});

test('A short response is sent uncompressed', async ({ raw, shop }) => {
  const headers = { 'api-key': shop.key, 'accept-encoding': 'gzip, br' };
  expect((await raw('/payments/none', headers)).headers['content-encoding']).toBeUndefined();
});

test('A document is compressed once, not per request', async ({ raw }) => {
  const { body, headers } = await raw('/openapi.json', { 'accept-encoding': 'gzip, br' });
  expect(headers['content-encoding']).toBe('gzip');
  expect(headers['content-length']).toBe(String(body.length));
  expect(JSON.parse(gunzipSync(body).toString())).toHaveProperty('openapi');
});
