import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect, openConnection } from '../graphql/subscriptions/live.ts';

const FORBIDDEN = [4403, 'Forbidden'];
const REFUSED = 'address_not_allowed';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ trustProxy: 1 }))
  /** Creates a key restricted to these addresses. */
  .extend('keyFor', ({ graphql }) => async (...allowedAddresses: string[]) => {
    const input = { name: 'restricted', allowedAddresses };
    const { payload } = await graphql.mutate(
      'createApiKey',
      input,
      'secret apiKey { keyId allowedAddresses }',
    );
    expect(payload.apiKey.allowedAddresses).toEqual(allowedAddresses);
    return { key: payload.secret as string, keyId: payload.apiKey.keyId as string };
  })
  /** Lists payments as forwarded by the proxy, and returns the status and the error. */
  .extend('from', ({ client }) => async (key: string, address: string) => {
    const headers = { 'x-forwarded-for': address };
    const { body, status } = await client.get('/payments/list', { key, headers });
    return status === 200 ? 200 : [status, body.error.type, body.error.code];
  });

test.afterEach(() => closeAll());

test.for([
  ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
  ['198.51.100.0/24', '198.51.100.255', '198.51.101.0'],
  ['10.1.2.3/8', '10.255.0.1', '11.0.0.1'],
  ['2001:db8:1::/48', '2001:0DB8:1:ffff::1', '2001:db8:2::1'],
  ['2001:db8::1', '2001:db8:0:0::1', '2001:db8::2'],
  ['203.0.113.0/24', '::ffff:203.0.113.9', '::ffff:203.0.114.9'],
  ['0.0.0.0/0', '8.8.8.8', '2001:db8::1'],
  ['::/0', '2001:db8::1', '8.8.8.8'],
  ['203.0.113.7', '203.0.113.7', 'unknown'],
] as const)(
  'A key for %s is accepted only from there',
  async ([network, inside, outside], { from, keyFor }) => {
    const { key } = await keyFor('192.0.2.1', network);
    expect(await from(key, inside)).toBe(200);
    expect(await from(key, outside)).toEqual([403, 'permission', REFUSED]);
  },
);

test('A key without addresses is accepted from anywhere', async ({ from, keyFor, shop }) => {
  expect(await from(shop.key, '203.0.113.7')).toBe(200);
  expect(await from((await keyFor()).key, '2001:db8::1')).toBe(200);
});

test('A client cannot forge its address with X-Forwarded-For', async ({ from, keyFor }) => {
  const { key } = await keyFor('203.0.113.7');
  expect(await from(key, '203.0.113.7, 198.51.100.1')).toEqual([403, 'permission', REFUSED]);
});

test('GraphQL refuses the key too, and the log records its owner and the address, without the key', async ({
  graphqlAs,
  keyFor,
  service,
  shop,
}) => {
  const { key, keyId } = await keyFor('203.0.113.7');
  const { errors, status } = await graphqlAs(key).send(JSON.stringify({ query: '{ viewer { keyKind } }' }), {
    'x-forwarded-for': '198.51.100.1',
  });
  expect([status, errors[0]?.extensions?.code]).toEqual([403, REFUSED]);
  const line = service.logs.map((text) => JSON.parse(text)).find((logged) => logged.key_id === keyId);
  expect(line).toMatchObject({ level: 'warn', merchant_id: shop.merchantId, address: '198.51.100.1' });
  expect(service.logs.join('')).not.toContain(key);
});

test('A WebSocket is refused from other addresses, and ends when its address is removed', async ({
  graphql,
  keyFor,
  service,
}) => {
  const { key, keyId } = await keyFor('203.0.113.7', '198.51.100.0/24');
  const elsewhere = await openConnection(service, key, { headers: { 'x-forwarded-for': '203.0.113.8' } });
  expect(await elsewhere.closed).toEqual(FORBIDDEN);
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const client = await connect(service, key, { headers });
  const input = { keyId, allowedAddresses: ['198.51.100.0/24'] };
  const { payload } = await graphql.mutate('updateApiKey', input, 'apiKey { name allowedAddresses }');
  expect(payload.apiKey).toEqual({ name: 'restricted', allowedAddresses: ['198.51.100.0/24'] });
  expect(await client.closed).toEqual(FORBIDDEN);
});

test('updateApiKey removes addresses, and an empty list removes the restriction', async ({
  from,
  graphql,
  keyFor,
}) => {
  const { key, keyId } = await keyFor('203.0.113.7');
  const update = (allowedAddresses: string[] | null) =>
    graphql.mutate('updateApiKey', { keyId, allowedAddresses }, 'apiKey { allowedAddresses }');
  expect(await from(key, '198.51.100.1')).toEqual([403, 'permission', REFUSED]);
  await update([]);
  expect(await from(key, '198.51.100.1')).toBe(200);
  await update(['203.0.113.7']);
  await update(null);
  expect(await from(key, '198.51.100.1')).toBe(200);
});

test.for(['10.0.0.0/33', 'shop.example', '203.0.113', '', 'fe80::1%eth0'])(
  '%j is not a network, and the error gives its position',
  async (bad, { graphql }) => {
    const input = { name: 'x', allowedAddresses: ['203.0.113.7', bad] };
    const error = ['invalid_parameter', 'allowed_addresses[1]'];
    expect(await graphql.mutationError('createApiKey', input, 'secret')).toEqual(error);
  },
);

test('A key accepts up to 50 networks', async ({ graphql }) => {
  const networks = (count: number) => Array.from({ length: count }, (_, i) => `10.0.${i}.0/24`);
  const create = (count: number) =>
    graphql.mutate('createApiKey', { name: 'x', allowedAddresses: networks(count) }, 'secret');
  expect((await create(50)).userErrors).toEqual([]);
  expect((await create(51)).userErrors).toMatchObject([{ param: 'allowed_addresses' }]);
});
