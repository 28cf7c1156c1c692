import { expect } from 'vitest';
import { leakedSecrets } from '../../kit/secrets.ts';
import { test as base } from '../../kit/test.ts';

const selection = 'secret apiKey { keyId merchantId name prefix last4 createdAt expiresAt revokedAt }';
let clockOffsetMs = 0;
const now = () => new Date(Date.now() + clockOffsetMs);
const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString();

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now }))
  .extend(
    'create',
    ({ graphqlAs }) =>
      (key: string, input: Record<string, unknown>) =>
        graphqlAs(key).mutate('createApiKey', input, selection),
  )
  .extend(
    'revoke',
    ({ graphqlAs }) =>
      (key: string, keyId: string, more = {}) =>
        graphqlAs(key).mutate('revokeApiKey', { keyId, ...more }, 'apiKey { keyId revokedAt }'),
  )
  .extend(
    'status',
    ({ client }) =>
      async (key: string) =>
        (await client.get('/payments/list', { key })).status,
  );

test('createApiKey returns a working secret that is stored nowhere', async ({
  create,
  service,
  shop,
  status,
}) => {
  const { payload, userErrors } = await create(shop.key, { name: 'server' });
  expect(userErrors).toEqual([]);
  expect(payload.secret).toMatch(/^sk_test_[0-9A-Za-z]{43}$/);
  expect(payload.apiKey).toMatchObject({
    merchantId: shop.merchantId,
    name: 'server',
    prefix: 'sk_test_',
    last4: payload.secret.slice(-4),
    expiresAt: null,
    revokedAt: null,
  });
  expect(await status(payload.secret)).toBe(200);
  expect(await leakedSecrets(service, [payload.secret])).toEqual([]);
});

test('createApiKey with the admin key requires an existing merchant', async ({
  create,
  graphqlAs,
  otherShop,
  service,
  shop,
}) => {
  const admin = service.adminApiKey;
  const { payload } = await create(admin, { name: 'first', merchantId: shop.merchantId });
  expect(payload.apiKey.merchantId).toBe(shop.merchantId);
  const refusal = (input: Record<string, unknown>, key = admin) =>
    graphqlAs(key).mutationError('createApiKey', input, selection);
  expect(await refusal({ name: 'x' })).toEqual(['missing_parameter', 'merchant_id']);
  expect(await refusal({ name: 'x', merchantId: 'nobody' })).toEqual(['resource_not_found', 'merchant_id']);
  const foreign = { name: 'x', merchantId: otherShop.merchantId };
  expect(await refusal(foreign, shop.key)).toEqual(['resource_not_found', 'merchant_id']);
  expect(await refusal({ name: 'x' }, shop.publishableKey)).toEqual(['wrong_key_kind', null]);
  expect((await create(shop.key, { name: 'x', merchantId: shop.merchantId })).userErrors).toEqual([]);
});

test('createApiKey accepts a future expiry, after which the key is rejected', async ({
  create,
  graphql,
  shop,
  status,
}) => {
  const { payload } = await create(shop.key, { name: 'brief', expiresAt: inMs(60_000) });
  expect(await status(payload.secret)).toBe(200);
  clockOffsetMs += 60_000;
  expect(await status(payload.secret)).toBe(401);
  for (const expiresAt of [inMs(-1), '2020-01-01T00:00:00Z']) {
    const input = { name: 'x', expiresAt };
    const refusal = await graphql.mutationError('createApiKey', input, selection);
    expect(refusal).toEqual(['invalid_parameter', 'expires_at']);
  }
});

test('createApiKey returns the secret once: a replay returns the same key without it', async ({
  create,
  service,
  shop,
}) => {
  const input = { name: 'once', idempotencyKey: 'key-1' };
  const first = await create(shop.key, input);
  const again = await create(shop.key, input);
  expect(first.payload.secret).toMatch(/^sk_test_/);
  expect(again.payload).toEqual({ ...first.payload, secret: null });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await leakedSecrets(service, [first.payload.secret])).toEqual([]);
});

test('revokeApiKey takes effect at once, and repeating it changes nothing', async ({
  create,
  revoke,
  service,
  shop,
  status,
}) => {
  const { payload } = await create(shop.key, { name: 'leaving' });
  const first = await revoke(shop.key, payload.apiKey.keyId);
  expect(first.payload.apiKey.revokedAt).not.toBeNull();
  expect(await status(payload.secret)).toBe(401);
  const again = await revoke(service.adminApiKey, payload.apiKey.keyId);
  expect(again.payload).toEqual(first.payload);
});

test('revokeApiKey lets a key revoke itself', async ({ create, revoke, shop }) => {
  const { payload } = await create(shop.key, { name: 'itself', permissions: ['KEYS_WRITE'] });
  const { userErrors } = await revoke(payload.secret, payload.apiKey.keyId);
  expect(userErrors).toEqual([]);
  expect((await revoke(payload.secret, payload.apiKey.keyId)).status).toBe(401);
});

test("revokeApiKey does not find another merchant's key", async ({ otherShop, revoke, shop, status }) => {
  expect((await revoke(shop.key, otherShop.keyId)).userErrors).toMatchObject([
    { code: 'resource_not_found' },
  ]);
  expect(await status(otherShop.key)).toBe(200);
});

test("revokeApiKey with the admin key requires the merchant if the key's identifier is ambiguous", async ({
  create,
  otherShop,
  revoke,
  service,
  shop,
}) => {
  for (const { key } of [shop, otherShop]) await create(key, { name: 'same', keyId: 'same' });
  expect((await revoke(service.adminApiKey, 'same')).userErrors).toMatchObject([
    { code: 'missing_parameter', param: 'merchant_id' },
  ]);
  const named = await revoke(service.adminApiKey, 'same', { merchantId: otherShop.merchantId });
  expect(named.userErrors).toEqual([]);
});
