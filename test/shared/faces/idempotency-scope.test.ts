import { expect } from 'vitest';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test } from '../../kit/test.ts';

const KEY = 'order-1001';
const headers = { 'idempotency-key': KEY };

test("A browser with the publishable key does not use up the server's idempotency keys", async ({
  client,
  graphqlAs,
  service,
}) => {
  const shop = await sandboxShop(service);
  const secret = 'pay_open_secret_abcdefghijklmnopqrst';
  const id = await shop.open({ client_secret: secret });
  const taken = await client.post('/payments/session_tokens', {
    key: shop.publishableKey,
    headers,
    body: { payment_id: id, client_secret: secret, wallets: [] },
  });
  expect(taken.status).toBe(200);

  const server = await client.post('/customers', { key: shop.key, headers, body: { name: 'Ann' } });
  expect(server.status).toBe(200);
  const again = await client.post('/customers', { key: shop.key, headers, body: { name: 'Ann' } });
  expect([again.status, again.body.customer_id]).toEqual([200, server.body.customer_id]);
  // The operator's own use of the key is separate as well.
  const input = { merchantId: shop.merchantId, name: 'Bob' };
  const operator = await graphqlAs(service.adminApiKey).mutate(
    'createCustomer',
    { ...input, idempotencyKey: KEY },
    'customer { name }',
  );
  expect(operator).toMatchObject({ payload: { customer: { name: 'Bob' } }, userErrors: [] });
});

const terms = { amount: 321, currency: 'USD', name: 'Ada Lovelace', email: 'ada@example.com' };

test('Every API key has separate idempotency keys', async ({ client, graphqlAs, service }) => {
  const shop = await sandboxShop(service);
  const second = await shop.profile({ profile_name: 'second' });
  const keys = [
    await shop.apiKey({ profile_id: shop.profileId }),
    await shop.apiKey({ profile_id: second }),
    await shop.apiKey({ permissions: ['payments:write', 'payments:read'], profile_id: shop.profileId }),
    await shop.apiKey({ profile_id: shop.profileId }),
  ];
  const made = [];
  for (const key of keys) {
    const { body, headers: answered, status } = await client.post('/payments', { key, headers, body: terms });
    expect([status, answered.get('idempotency-replayed')]).toEqual([200, null]);
    made.push(body);
    // Nor can one block another's key by using it differently.
    const other = await client.post('/customers', { key: shop.key, headers, body: { name: 'Ann' } });
    expect(other.status).toBe(200);
  }
  expect(new Set(made.map(({ payment_id: id }) => id)).size).toBe(keys.length);
  expect(made.map(({ name, profile_id: id }) => [name, id])).toEqual([
    ['Ada Lovelace', shop.profileId],
    ['Ada Lovelace', second],
    ['A••• L•••', shop.profileId],
    ['Ada Lovelace', shop.profileId],
  ]);
  const inputs = { amount: 321, currency: 'USD', idempotencyKey: 'order-1002' };
  const ids = [];
  for (const key of keys) {
    const { payload } = await graphqlAs(key).mutate('createPayment', inputs, 'payment { paymentId }');
    ids.push(payload.payment.paymentId);
  }
  expect(new Set(ids).size).toBe(keys.length);
});

test("A replacement key replays its predecessor's requests, with its restrictions", async ({
  client,
  graphqlAs,
  service,
}) => {
  const shop = await sandboxShop(service);
  const graphql = graphqlAs(shop.key);
  const create = (input: object) =>
    graphql.mutate(
      'createApiKey',
      { name: 'checkout', ...input },
      'secret apiKey { keyId replaces permissions profileId }',
    );
  const restrictions = { permissions: ['PAYMENTS_READ', 'PAYMENTS_WRITE'], profileId: shop.profileId };
  const first = (await create(restrictions)).payload;
  const made = await client.post('/payments', { key: first.secret, headers, body: terms });
  expect(made.status).toBe(200);
  let former = first.apiKey.keyId as string;
  let key = first.secret as string;
  for (let i = 0; i < 2; i++) {
    const { apiKey, secret } = (await create({ replaces: former })).payload;
    expect(apiKey).toMatchObject({ ...restrictions, replaces: former });
    // Both work until the former is revoked.
    for (const one of [key, secret]) {
      const again = await client.post('/payments', { key: one, headers, body: terms });
      expect([again.status, again.body.payment_id]).toEqual([200, made.body.payment_id]);
    }
    await graphql.mutate('revokeApiKey', { keyId: former }, 'apiKey { revokedAt }');
    former = apiKey.keyId;
    key = secret;
  }
  for (const more of [{ permissions: ['PAYMENTS_READ'] }, { profileId: shop.profileId }]) {
    const { userErrors } = await create({ replaces: former, ...more });
    expect(userErrors).toMatchObject([{ code: 'parameters_exclusive' }]);
  }
  expect((await create({ replaces: 'nothing' })).userErrors).toMatchObject([{ code: 'resource_not_found' }]);
  // A caller cannot replace a key with more rights than its own.
  const weak = await shop.apiKey({ permissions: ['keys:write'] });
  const { errors } = await graphqlAs(weak).mutate('createApiKey', { name: 'x', replaces: former }, 'secret');
  expect(errors[0]?.extensions.code).toBe('not_permitted');
});

test('A replay shows only what its caller may see now', async ({ client, graphqlAs, service }) => {
  const shop = await sandboxShop(service);
  const key = await shop.apiKey({ key_id: 'key_demoted' });
  const post = (path: string, body: object) => client.post(path, { key, headers, body });
  const paid = { ...terms, billing: { address: { first_name: 'Ada', line1: '1 Main Street' } } };
  const first = await post('/payments', paid);
  expect(JSON.stringify(first.body)).toContain('Lovelace');
  expect(first.body).toMatchObject({ refunds: [], disputes: [] });
  const view = 'apiKey { permissions }';
  const permissions = ['PAYMENTS_WRITE'];
  await graphqlAs(shop.key).mutate('updateApiKey', { keyId: 'key_demoted', permissions }, view);
  const again = await post('/payments', paid);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(again.body).toMatchObject({
    payment_id: first.body.payment_id,
    name: 'A••• L•••',
    email: 'a•••@example.com',
    client_secret: '•••',
    refunds: null,
    disputes: null,
  });
  expect(JSON.stringify(again.body)).not.toMatch(/Lovelace|1 Main Street|ada@/);
});
