import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Router } from 'express';
import { expect } from 'vitest';
import { graphiqlPage } from '../../../src/graphql/graphiql.ts';
import { bundledPage } from '../../../src/http/pages/bundled-page.ts';
import { test } from '../../kit/test.ts';

/** A router's response at a path. */
async function responseOf(router: Router, path: string): Promise<{ status: number; text: string }> {
  const server = express().use(router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const text = await response.text();
  server.closeAllConnections();
  server.close();
  return { status: response.status, text };
}

test.for(['/graphiql', '/docs'])(
  '%s is revalidated by ETag, its assets are cached indefinitely, and it serves no other file',
  async (path, { service }) => {
    const page = await fetch(service.url + path);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toMatch(/default-src '(?:self|none)';/);
    expect(policy).not.toMatch(/script-src (?!'self';)|unsafe-eval|http|\*/);

    // Without its own cache-control header, fetch would add `no-cache` and prevent the 304.
    const headers = { 'if-none-match': page.headers.get('etag')!, 'cache-control': 'max-age=0' };
    expect((await fetch(service.url + path, { headers })).status).toBe(304);
    expect((await fetch(service.url + path, { method: 'POST' })).status).toBe(405);

    const linked = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    const assets = linked.filter((address) => address !== '/favicon.svg');
    expect(assets).toHaveLength(2);
    for (const asset of assets) {
      expect(asset).toMatch(new RegExp(`^${path}/assets/index-[\\w-]{8}\\.(?:js|css)$`));
      const response = await fetch(service.url + asset, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(response.headers.get('content-type')).toMatch(/^text\/(?:javascript|css); charset=utf-8$/);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-encoding')).toBe('br');
      await response.body!.cancel();
    }
    for (const name of ['package.json', '..%2findex.html', `${assets[0]!.split('/').at(-1)}.br`]) {
      expect((await fetch(`${service.url}${path}/assets/${name}`)).status).toBe(404);
    }
  },
);

test('A page without a bundle responds 503 and explains how to build it', async () => {
  const contentSecurityPolicy = "default-src 'none'";
  const { status, text } = await responseOf(
    bundledPage('docs', { contentSecurityPolicy, folder: '/nowhere' }),
    '/docs',
  );
  expect([status, text]).toEqual([503, expect.stringContaining('npm run build:pages')]);
});

test('The text of a GraphiQL tab cannot close the script element that contains it', async () => {
  const tabs = [{ query: '# How many </script><script>alert(1)</script> there are\n{ __typename }' }];
  const { text } = await responseOf(graphiqlPage({ endpoint: '/graphql', tabs }), '/graphiql');
  expect(text).toContain('How many \\u003c/script>');
  expect(text).not.toContain('alert(1)</script>');
});
