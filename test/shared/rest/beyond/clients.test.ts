import { expect } from 'vitest';
import { scriptedShop } from '../../../kit/scripted-shop.ts';
import { disputeOf, savedCard } from '../../faces/write-objects.ts';

import { test } from './fixture.ts';

test("Hyperswitch's paths reach the same operations and hide no object", async ({ client, merchant }) => {
  const { key } = merchant;
  const at = `/account/${merchant.merchantId}/connectors`;
  expect(Object.keys((await client.get('/payouts/list', { key })).body)).toEqual([
    'size',
    'data',
    'has_more',
  ]);
  await merchant.customer();
  for (const [path, own] of [
    ['/customers/list', '/customers'],
    ['/disputes/list', '/disputes'],
    ['/mandates/list', '/mandates'],
    [`/api_keys/${merchant.merchantId}/list`, `/api_keys/${merchant.merchantId}`],
    ['/accounts/list', '/accounts'],
  ] as const) {
    const { body } = await client.get(own, { key });
    expect([path, (await client.get(path, { key })).body]).toEqual([path, body.data]);
  }
  expect((await client.get('/customers/list?limit=1', { key })).body).toHaveLength(1);
  expect((await client.get(at, { key })).body[0]).toHaveProperty('merchant_connector_id');
  expect((await client.get(`${at}/${merchant.account}`, { key })).status).toBe(200);
  const dispute = await disputeOf(merchant);
  expect((await client.post(`/disputes/${dispute}/close`, { key })).body.dispute_status).toBe(
    'dispute_accepted',
  );
  const method = await savedCard(merchant);
  const renamed = await client.post(`/payment_methods/${method}`, {
    key,
    body: { card: { nick_name: 'Home' } },
  });
  expect(renamed.body.card.nick_name).toBe('Home');
  // Customers choose identifiers: one named `list` can still be updated at its path.
  await merchant.customer({ customer_id: 'list' });
  expect((await client.post('/customers/list', { key, body: { name: 'Ann' } })).body).toMatchObject({
    customer_id: 'list',
    name: 'Ann',
  });
});

test('Customers are paged by number, with the total count', async ({ client, merchant, stranger }) => {
  const { key } = merchant;
  for (let i = 0; i < 5; i++) await merchant.customer();
  await stranger.customer();
  const read = async (query: string) =>
    (await client.get(`/customers/list_with_count${query}`, { key })).body;
  const whole = (await client.get('/customers?limit=100', { key })).body.data;
  const total_count = whole.length;
  expect(await read('')).toEqual({ data: whole, total_count });
  expect(await read('?limit=2')).toEqual({ data: whole.slice(0, 2), total_count });
  expect(await read('?limit=2&offset=3')).toEqual({ data: whole.slice(3, 5), total_count });
  expect(await read(`?offset=${total_count}`)).toEqual({ data: [], total_count });
  expect(await read(`?customer_id=${whole[0].customer_id}`)).toEqual({ data: [whole[0]], total_count: 1 });
  const { body } = await client.get('/customers/list_with_count?offset=-1', { key });
  expect(body.error.param).toBe('offset');
  // An identifier chosen by a merchant can still be updated at its path.
  await merchant.customer({ customer_id: 'list_with_count' });
  const named = await client.post('/customers/list_with_count', { key, body: { name: 'Ann' } });
  expect(named.body).toMatchObject({ customer_id: 'list_with_count', name: 'Ann' });
});

test("A customer's client sees and confirms its payment, but no merchant-only data", async ({
  client,
  merchant,
  stranger,
}) => {
  const created = await client.post('/payments', {
    key: merchant.key,
    body: {
      amount: 100,
      currency: 'USD',
      profile_id: merchant.profileId,
      customer_id: await merchant.customer(),
      metadata: { note: 'VIP' },
    },
  });
  const { client_secret, ephemeral_key, payment_id } = created.body;
  const path = `/payments/${payment_id}`;
  const mine = { amount: 100, currency: 'USD', status: 'requires_payment_method' };
  for (const [key, query] of [
    [ephemeral_key.secret, ''],
    [merchant.publishableKey, `?client_secret=${client_secret}`],
  ]) {
    const { status, body } = await client.get(path + query, { key });
    expect([status, body]).toEqual([200, expect.objectContaining(mine)]);
    for (const name of ['metadata', 'client_secret', 'connector', 'attempts', 'merchant_id', 'profile_id']) {
      expect(body).not.toHaveProperty(name);
    }
  }
  const refused = async (key: string, query: string) => {
    const { status, body } = await client.get(path + query, { key });
    return [status, body.error.code];
  };
  expect(await refused(merchant.publishableKey, '')).toEqual([400, 'missing_parameter']);
  expect(await refused(merchant.publishableKey, '?client_secret=wrong')).toEqual([
    401,
    'client_secret_invalid',
  ]);
  expect(await refused(merchant.key, '?client_secret=wrong')).toEqual([401, 'client_secret_invalid']);
  expect(await refused(stranger.publishableKey, `?client_secret=${client_secret}`)).toEqual([
    401,
    'client_secret_invalid',
  ]);
  const merchants = await client.post(`${path}/confirm`, { key: ephemeral_key.secret, body: { amount: 1 } });
  expect([merchants.status, merchants.body.error.param]).toEqual([409, 'amount']);
});

test("A customer's key deletes only its own saved methods", async ({ client, merchant }) => {
  const customer_id = await merchant.customer();
  const mine = await merchant.paymentMethod(customer_id, { metadata: { note: 'VIP' } });
  const { body } = await client.post('/payments', {
    key: merchant.key,
    body: { amount: 100, currency: 'USD', profile_id: merchant.profileId, customer_id },
  });
  const key = body.ephemeral_key.secret;
  const deleted = await client.request('DELETE', `/payment_methods/${mine}`, { key });
  expect(deleted.body).toMatchObject({ payment_method_id: mine, status: 'inactive' });
  expect(deleted.body).not.toHaveProperty('metadata');
  const other = await client.request('DELETE', `/payment_methods/${await savedCard(merchant)}`, { key });
  expect([other.status, other.body.error.code]).toEqual([404, 'resource_not_found']);
});

test('A merchant takes a payment from creation to refund over REST only', async ({ client, service }) => {
  const shop = await scriptedShop(service);
  await shop.connector({
    connector_name: 'sandbox',
    test_mode: true,
    connector_label: 'cards',
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  const post = async (path: string, body: object = {}) =>
    (await client.post(path, { key: shop.key, body })).body;
  const card = {
    card_number: '4242424242424242',
    card_exp_month: '12',
    card_exp_year: '2039',
    card_cvc: '123',
  };
  const { payment_id } = await post('/payments', {
    amount: 1000,
    currency: 'USD',
    capture_method: 'manual_multiple',
  });
  expect(await post(`/payments/${payment_id}`, { description: 'Two shirts' })).toMatchObject({
    description: 'Two shirts',
  });
  expect(await post(`/payments/${payment_id}/confirm`, { payment_method_data: { card } })).toMatchObject({
    status: 'requires_capture',
    amount_capturable: 1000,
  });
  expect(await post(`/payments/${payment_id}/capture`, { amount: 600 })).toMatchObject({
    status: 'partially_captured_and_capturable',
    amount_received: 600,
  });
  expect(await post(`/payments/${payment_id}/cancel`)).toMatchObject({ status: 'partially_captured' });
  const { refund_id } = await post('/refunds', { payment_id, amount: 200 });
  const { body } = await client.get(`/refunds/${refund_id}`, { key: shop.key });
  expect(body).toMatchObject({ payment_id, amount: 200, status: 'succeeded' });
  const whole = await client.get(`/payments/${payment_id}`, { key: shop.key });
  expect(whole.body).toMatchObject({
    amount_refunded: 200,
    refunds: [{ refund_id }],
    captures: [{ amount: 600 }],
  });
});
