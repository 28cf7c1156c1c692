import { expect } from 'vitest';
import { startTestService } from '../../kit/service.ts';
import { test } from '../../kit/test.ts';

/** Chromium's headers for a typed address. */
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
const places = [
  '/',
  '/dashboard',
  '/dashboard/payments/pay_1',
  '/reset-password',
  '/accept-invitation?token=t',
];

test.for(places)('Opening %s shows the dashboard', async (place, { service }) => {
  const response = await fetch(service.url + place, { headers: browser });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const html = await response.text();
  const files = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const { status } = await fetch(service.url + file, { headers: browser });
    expect([file, status]).toEqual([file, 200]);
  }
});

test('The policy allows no inline script, and styles only under a nonce per response', async ({
  service,
}) => {
  const open = async () => {
    const response = await fetch(service.url, { headers: browser });
    const policy = response.headers.get('content-security-policy')!;
    const [, nonce] = /'nonce-([^']+)'/.exec(policy)!;
    return { policy, nonce: nonce!, html: await response.text() };
  };
  const [one, other] = [await open(), await open()];
  expect(one.policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
  expect(one.policy).toContain("frame-ancestors 'none'");
  expect(one.policy).not.toContain('unsafe');
  expect(one.html).toContain(one.nonce);
  expect(one.html).not.toContain('{{');
  expect(one.html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(other.nonce).not.toBe(one.nonce);
});

test("API clients get JSON at the dashboard's address, as at any unknown path", async ({ service }) => {
  for (const place of ['/', '/dashboard', '/dashboard/payments']) {
    for (const headers of clients) {
      const response = await fetch(service.url + place, { headers });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'unknown_route' } });
    }
  }
  const posted = await fetch(service.url, { method: 'POST', headers: browser });
  expect([posted.status, posted.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ]);
});

test('REST operations respond to browsers as to other clients', async ({ api, service, shop }) => {
  const id = await shop.payment({ amount: 1000 });
  const { body } = await api.get(`/payments/${id}`);
  const response = await fetch(`${service.url}/payments/${id}`, {
    headers: { ...browser, 'api-key': shop.key },
  });
  expect([response.status, await response.json()]).toEqual([200, body]);
  const keyless = await fetch(`${service.url}/payments/${id}`, { headers: browser });
  expect([keyless.status, keyless.headers.get('content-type')]).toEqual([
    401,
    'application/json; charset=utf-8',
  ]);
});

test('GraphQL redirects browsers to GraphiQL and serves other clients', async ({ service }) => {
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

test('Browsers find an icon at its default location', async ({ service }) => {
  const response = await fetch(`${service.url}/favicon.ico`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

test('The dashboard is served without public documents, and GraphiQL is not', async () => {
  const service = await startTestService({ publicDocs: false });
  try {
    const page = await fetch(service.url, { headers: browser });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/dashboard/assets/')]);
    const opened = await fetch(`${service.url}/graphql`, { headers: browser, redirect: 'manual' });
    expect(opened.status).not.toBe(302);
  } finally {
    await service.close();
  }
});
