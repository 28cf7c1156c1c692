import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { startTestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { appoint, Browser, PASSWORD } from '../people/people.ts';

const PAGES = 'https://checkout.example.com';

/** A browser's headers for a typed address. */
const typedIn = { accept: 'text/html', 'sec-fetch-dest': 'document' };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ pagesUrl: PAGES }))
  /** Requests at a host of the service: its own by default. */
  .extend(
    'ask',
    { scope: 'file' },
    ({ service }) =>
      async (host: string | null, path: string, headers: object = typedIn, method = 'GET') => {
        const own = new URL(service.url);
        const sent = request({
          host: own.hostname,
          port: own.port,
          path,
          method,
          headers: { host: host ?? own.host, ...headers },
        });
        sent.end();
        const [answer] = await once(sent, 'response');
        return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
      },
  );

/** All pages for signing in, or with a session. */
const peoplesPages = [
  '/',
  '/dashboard',
  '/dashboard/payments/pay_1',
  '/reset-password?token=t',
  '/accept-invitation?token=t',
  '/auth/methods',
  '/auth/get-session',
  '/graphiql',
  '/docs',
];

test.for(peoplesPages)('At the host of PAGES_URL, and of a merchant, %s is 404', async (path, { ask }) => {
  for (const host of ['checkout.example.com', 'pay.shop.example', 'checkout.example.com:443']) {
    expect((await ask(host, path)).status, host).toBe(404);
  }
  expect((await ask(null, path)).status).not.toBe(404);
});

test('At the host of PAGES_URL the API, pages, frames and their scripts are served', async ({
  ask,
  shop,
}) => {
  const host = 'checkout.example.com';
  expect((await ask(host, '/health/live', {})).status).toBe(200);
  expect((await ask(host, '/payments/list', { 'api-key': shop.key })).status).toBe(200);
  expect((await ask(host, '/js/switchyard.js')).status).toBe(200);
  expect((await ask(host, '/pay/m/p/t')).text).toContain('<main class="notice">');
  expect((await ask(host, `/elements/${shop.publishableKey}/pay_1/card`)).status).toBe(200);
  expect(JSON.parse((await ask(host, '/js/pages.json')).text)).toMatchObject({ pages_url: PAGES });
});

test('A session is invalid at the host of PAGES_URL', async ({ ask, service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'admin');
  const browser = new Browser(service);
  const signedIn = await browser.send('POST', '/auth/sign-in/email', { email, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  // Host-only: no cookie names a domain, which would send it to subdomains.
  expect(signedIn.cookies.length).toBeGreaterThan(0);
  for (const cookie of signedIn.cookies) expect(cookie).not.toMatch(/;\s*domain=/i);
  const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' };
  const path = `/team_members/${shop.merchantId}`;
  expect((await ask(null, path, headers)).status).toBe(200);
  expect((await ask('checkout.example.com', path, headers)).status).toBe(401);
});

test.for([
  '/pay/mer_1/pay_1/t?locale=de',
  '/secure/mer_1/pay_1/t',
  '/return/mer_1/pay_1/t?redirectResult=a%2Fb&x=1',
  '/continue/mer_1/pay_1/t',
  '/receive/mer_1/po_1/t',
  '/collect/mer_1/pml_1/t',
  '/elements/pk_test_1/pay_1/card?locale=de',
])('PUBLIC_URL redirects a browser from %s', async (path, { ask, service }) => {
  const { headers, status } = await ask(null, path);
  expect([status, headers.location]).toEqual([307, PAGES + path]);
  expect(headers['cache-control']).toBe('no-store');
  const { host } = new URL(service.url);
  const whole = await ask(null, `http://elsewhere.example${path}`);
  expect([whole.status, whole.headers.location]).toEqual([307, PAGES + path]);
  // An already open page and connectors are served at their host.
  expect((await ask(host, path, { 'sec-fetch-dest': 'empty' })).status).not.toBe(307);
  expect((await ask(host, path, {}, 'POST')).status).not.toBe(307);
});

test.for(['/checkout/assets/x.js', '/elements/assets/x.js', '/payments/pay_1', '/payx/a/b', '//pay/a/b/c'])(
  'PUBLIC_URL does not redirect from %s',
  async (path, { ask }) => {
    const { headers, status } = await ask(null, path);
    if (path.startsWith('//')) expect(headers.location ?? PAGES).toMatch(/^https:\/\/checkout\.example\.com/);
    else expect(status).not.toBe(307);
  },
);

test('Links of payments and payouts use PAGES_URL, and links for people PUBLIC_URL', async ({
  api,
  service,
  shop,
}) => {
  await shop.connector({ test_mode: true });
  const made = await api.post('/payments', { amount: 100, currency: 'USD', payment_link: true });
  expect(made.status, made.text).toBe(200);
  const { payment_link: link } = made.body as unknown as { payment_link: { link: string } };
  expect(link.link).toMatch(/^https:\/\/checkout\.example\.com\/pay\//);
  const invited = await api.post(`/invitations/${shop.merchantId}`, {
    email: 'a@b.example',
    role: 'analyst',
  });
  const { link: invitation } = invited.body as unknown as { link: string | null };
  if (invitation) expect(new URL(invitation).host).toBe(new URL(service.url).host);
});

test('Live mode with one host for everything warns at the start', async () => {
  for (const [options, warned] of [
    [{ environment: 'live' }, true],
    [{ environment: 'live', pagesUrl: PAGES }, false],
    [{ environment: 'test' }, false],
  ] as const) {
    const service = await startTestService(options);
    expect(service.logs.some((line) => line.includes('PAGES_URL'))).toBe(warned);
    await service.close();
  }
});

test('One host serves everything unless PAGES_URL is set', async () => {
  const service = await startTestService();
  try {
    const { publishableKey } = await seedMerchant(service);
    expect((await fetch(`${service.url}/dashboard`, { headers: typedIn })).status).toBe(200);
    const frame = await fetch(`${service.url}/elements/${publishableKey}/pay_1/card`, { redirect: 'manual' });
    expect(frame.status).toBe(200);
  } finally {
    await service.close();
  }
});
