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
  // The operator's own use of the key is apart as well.
  const input = { merchantId: shop.merchantId, name: 'Bob' };
  const operator = await graphqlAs(service.adminApiKey).mutate(
    'createCustomer',
    { ...input, idempotencyKey: KEY },
    'customer { name }',
  );
  expect(operator).toMatchObject({ payload: { customer: { name: 'Bob' } }, userErrors: [] });
});
