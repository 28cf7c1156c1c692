import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly body: Buffer;
}

const test = base.extend(
  'ask',
  ({ service }) =>
    (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const sent = request(service.url + path, { method, headers }, async (answer) => {
          const chunks: Buffer[] = [];
          for await (const chunk of answer) chunks.push(chunk as Buffer);
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) });
        });
        sent.on('error', reject).end();
      }),
);

const docsScript = /src="(\/docs\/assets\/[^"]+)"/;

test('Documents are compressed, and resent only to clients without a current copy', async ({ ask }) => {
  const asset = docsScript.exec(String((await ask('/docs')).body))![1]!;
  for (const path of ['/openapi.json', '/docs', asset]) {
    const plain = await ask(path);
    const etag = String(plain.headers.etag);
    expect([path, plain.status, etag]).toEqual([path, 200, expect.stringMatching(/^W\/".{20,}"$/)]);
    const again = await ask(path, { 'if-none-match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await ask(path, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(plain.body.length));
    if (plain.body.length < 1_024) continue;
    const gzipped = await ask(path, { 'accept-encoding': 'gzip' });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gzipped.headers.vary).toMatch(/accept-encoding/i);
    expect(gzipped.body.length).toBeLessThan(plain.body.length / 2);
    expect(gunzipSync(gzipped.body).equals(plain.body)).toBe(true);
    // Only bundled files were compressed with Brotli beforehand.
    const compressed = await ask(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(compressed.headers['content-encoding']).toBe(path === asset ? 'br' : 'gzip');
    if (path !== asset) continue;
    expect(compressed.body.length).toBeLessThan(gzipped.body.length * 0.9);
    expect(brotliDecompressSync(compressed.body).equals(plain.body)).toBe(true);
  }
});

test('Assets are cached indefinitely, other documents are revalidated', async ({ ask }) => {
  const asset = docsScript.exec(String((await ask('/docs')).body))![1]!;
  expect((await ask(asset)).headers['cache-control']).toContain('immutable');
  expect((await ask('/openapi.json')).headers['cache-control']).toBe('no-cache');
  expect((await ask(asset.replace(/[^/]+$/, 'package.json'))).status).toBe(404);
  expect((await ask(asset.replace(/[^/]+$/, '..%2fpackage.json'))).status).toBe(404);
});

test('The OpenAPI document names the requested host, for a limited number of hosts', async ({ ask }) => {
  const serverFor = async (host: string) =>
    JSON.parse(String((await ask('/openapi.json', { host })).body)).servers[0].url;
  expect(await serverFor('pay.example.com')).toBe('http://pay.example.com');
  const others = [];
  for (let i = 0; i < 20; i++) others.push(await serverFor(`h${i}.example.com`));
  expect(others[0]).toBe('http://h0.example.com');
  expect(others.at(-1)).toBe('/');
  expect(await serverFor('pay.example.com')).toBe('http://pay.example.com');
  expect(await serverFor('a"b<c')).toBe('/');
});
