import { expect } from 'vitest';
import { ConfigError, readConfig } from '../../../src/config/config.ts';
import { test as base } from '../../kit/test.ts';

const DASHBOARD = 'https://dashboard.example.com';
const SHOP = 'https://shop.example.com';

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({ corsOrigins: [DASHBOARD] }));

const preflight = (origin: string, headers = 'api-key,content-type') => ({
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': headers,
  },
});

const forPages = ['/payments/session_tokens', '/payments/pay_1/3ds/authentication', '/graphql'];

test('A page of any origin may call the operations of a publishable key, without credentials', async ({
  client,
}) => {
  for (const path of forPages) {
    const { headers, status } = await client.request('OPTIONS', path, preflight(SHOP));
    expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, '*']);
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-headers')).toMatch(/\bapi-key\b.*\bidempotency-key\b/i);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test('A preflight is answered before its key, path or body is checked', async ({ client, service }) => {
  const before = service.statements.length;
  const { headers, status } = await client.request('OPTIONS', '/graphql', {
    headers: { ...preflight(SHOP).headers, 'api-key': 'sk_test_wrong' },
  });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect(service.statements).toHaveLength(before);
});

test('Any other path is open only to the configured origins', async ({ client }) => {
  for (const path of ['/payments/list', '/customers', '/payments/pay_1', '/no/such/path']) {
    const named = await client.request('OPTIONS', path, preflight(DASHBOARD));
    const unnamed = await client.request('OPTIONS', path, preflight(SHOP));
    expect([named.status, named.headers.get('access-control-allow-origin')]).toEqual([204, DASHBOARD]);
    expect([unnamed.status, unnamed.headers.get('access-control-allow-origin')]).toEqual([204, null]);
    expect(unnamed.headers.get('vary')).toMatch(/origin/i);
  }
});

test('On one path, the operations of a publishable key are open to any page, and others are not', async ({
  client,
}) => {
  const at = async (method: string, path: string) => {
    const { headers } = await client.request('OPTIONS', path, {
      headers: { origin: SHOP, 'access-control-request-method': method },
    });
    return headers.get('access-control-allow-origin');
  };
  for (const [method, path] of [
    ['GET', '/payments/pay_1'],
    ['POST', '/payments/pay_1/confirm'],
    ['GET', '/customers/cus_1/payment_methods'],
    ['DELETE', '/payment_methods/pm_1'],
  ] as const) {
    expect([method, path, await at(method, path)]).toEqual([method, path, '*']);
  }
  for (const [method, path] of [
    ['POST', '/payments/pay_1'],
    ['GET', '/payments/list'],
    ['GET', '/payments'],
    ['POST', '/payments'],
    ['DELETE', '/customers/cus_1'],
  ] as const) {
    expect([method, path, await at(method, path)]).toEqual([method, path, null]);
  }
});

test('A page can read the response, including errors, and its headers', async ({ client, shop, service }) => {
  const body = { payment_id: 'pay_1', client_secret: 'wrong', wallets: [] };
  const refused = await client.post('/payments/session_tokens', {
    key: shop.publishableKey,
    body,
    headers: { origin: SHOP },
  });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  expect(refused.headers.get('access-control-expose-headers')?.split(/,\s*/).sort()).toEqual([
    'Idempotency-Replayed',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'request-id',
    'x-legacy-error-code',
    'x-request-id',
  ]);
  const viewer = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': shop.publishableKey, origin: SHOP },
    body: JSON.stringify({ query: '{ viewer { keyKind } }' }),
  });
  expect([viewer.status, viewer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
});

test('A page of an unlisted origin cannot read responses for a secret key', async ({
  client,
  service,
  shop,
}) => {
  const list = async (origin: string) => {
    const { headers } = await client.get('/payments/list', { key: shop.key, headers: { origin } });
    return headers.get('access-control-allow-origin');
  };
  expect([await list(DASHBOARD), await list(SHOP)]).toEqual([DASHBOARD, null]);
  const query = async (origin: string, key: string) => {
    const { headers } = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'api-key': key, origin },
      body: JSON.stringify({ query: '{ viewer { keyKind } }' }),
    });
    return headers.get('access-control-allow-origin');
  };
  expect([await query(DASHBOARD, shop.key), await query(SHOP, shop.key)]).toEqual([DASHBOARD, null]);
  expect(await query(SHOP, service.adminApiKey)).toBeNull();
});

test('OPTIONS without a preflight still lists the methods of a path', async ({ client }) => {
  const { headers, status } = await client.request('OPTIONS', '/payments/list');
  expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});

test('CORS_ORIGINS is a list of origins, checked when the service starts', () => {
  const read = (text: string) => readConfig({ CORS_ORIGINS: text }).corsOrigins;
  expect(read('')).toEqual([]);
  expect(read(`${DASHBOARD}, http://localhost:5173`)).toEqual([DASHBOARD, 'http://localhost:5173']);
  for (const wrong of [
    '*',
    'dashboard.example.com',
    `${DASHBOARD}/`,
    `${DASHBOARD}/app`,
    'ftp://a.example',
    ',',
  ]) {
    expect(() => read(wrong), wrong).toThrow(ConfigError);
    expect(() => read(wrong), wrong).toThrow(/CORS_ORIGINS is wrong.*https:\/\/dashboard\.example\.com/);
  }
});
