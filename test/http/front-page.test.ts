import { expect } from 'vitest';
import { startTestService } from '../kit/service.ts';
import { test } from '../kit/test.ts';

/** What Chromium sends for an address typed in. */
const browser = {
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
};
const clients = [
  {},
  { accept: '*/*' },
  { accept: 'application/json' },
  { accept: 'application/json, text/plain, */*' },
];

test('A person who opens the address sees what this is, whether it is ready, and where to go', async ({
  service,
}) => {
  const response = await fetch(service.url, { headers: browser });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await response.text();
  expect(html).toContain('A payments orchestration service');
  expect(html).toContain('● Ready');
  const targets = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target]) => target!);
  expect(targets).toEqual(expect.arrayContaining(['/graphiql', '/docs', '/favicon.svg']));
  for (const target of targets) {
    expect([target, (await fetch(service.url + target, { headers: browser })).status]).toEqual([target, 200]);
  }

  service.drain.begin();
  const draining = await fetch(service.url, { headers: browser });
  expect([draining.status, await draining.text()]).toEqual([503, expect.stringContaining('Shutting down')]);
});

test('API clients get JSON at the address, as at any unknown path', async ({ service }) => {
  for (const headers of clients) {
    const response = await fetch(service.url, { headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'unknown_route' } });
  }
  const posted = await fetch(service.url, { method: 'POST', headers: browser });
  expect([posted.status, posted.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ]);
});

test('GraphQL opened in a browser leads to GraphiQL, and to clients it stays GraphQL', async ({
  service,
}) => {
  const opened = await fetch(`${service.url}/graphql`, { headers: browser, redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/graphiql']);
  for (const headers of clients) {
    const response = await fetch(`${service.url}/graphql`, { headers, redirect: 'manual' });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'invalid_api_key' } }] });
  }
  const asked = await fetch(`${service.url}/graphql?query={__typename}`, {
    headers: browser,
    redirect: 'manual',
  });
  expect(asked.status).toBe(400);
});

test('Browsers find an icon where they look for one', async ({ service }) => {
  const response = await fetch(`${service.url}/favicon.ico`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

test('Without public documents the page does not link them', async () => {
  const service = await startTestService({ publicDocs: false });
  try {
    const html = await (await fetch(service.url, { headers: browser })).text();
    expect(html).not.toContain('/graphiql');
    const opened = await fetch(`${service.url}/graphql`, { headers: browser, redirect: 'manual' });
    expect(opened.status).not.toBe(302);
  } finally {
    await service.close();
  }
});
