import { expect } from 'vitest';
import { cardOf, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('payment', async ({ client, shop }) => {
    const body = { amount: 100, currency: 'USD' };
    const { body: created } = await client.post('/payments', { key: shop.key, body });
    return created as { payment_id: string; client_secret: string };
  })
  .extend('check', ({ client, payment, shop }) => async (data: object, more: object = {}) => {
    const { client_secret, payment_id } = payment;
    const body = { client_secret, payment_method_data: data, ...more };
    const key = shop.publishableKey;
    const response = await client.post(`/payments/${payment_id}/eligibility`, { key, body });
    return response.body.sdk_next_action ?? response.body.error;
  });

const soon = { timeout: 60_000 };

test('Before confirmation, a page learns that a card is blocked or no account accepts a method', async ({
  check,
  client,
  graphqlAs,
  payment: { client_secret, payment_id },
  shop,
}) => {
  const card = cardOf('4242424242424242');
  expect(await check({ card }, { payment_method_type: 'card' })).toEqual({
    next_action: 'confirm',
    message: null,
  });
  expect(
    (await check({ bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } } })).next_action,
  ).toBe('deny');

  const entry = { type: 'card_bin', data: '424242' };
  await client.post('/blocklist', { key: shop.key, body: entry });
  const denied = { next_action: 'deny', message: 'This payment method is blocked.' };
  await expect.poll(() => check({ card }), soon).toEqual(denied);
  const { payload } = await graphqlAs(shop.publishableKey).mutate(
    'checkEligibility',
    {
      paymentId: payment_id,
      clientSecret: client_secret,
      paymentMethodData: { card: graphqlCardOf('4242424242424242') },
    },
    'eligibility { sdkNextAction { nextAction message } }',
  );
  expect(payload.eligibility.sdkNextAction).toEqual({ nextAction: 'deny', message: denied.message });
  const { body } = await client.get(`/payments/${payment_id}`, { key: shop.key });
  expect([body.status, body.payment_method]).toEqual(['requires_payment_method', null]);
});

test('Eligibility requires the secret of that payment', async ({ check }) => {
  const card = cardOf('4242424242424242');
  expect((await check({ card }, { client_secret: 'pay_1_secret_x' })).code).toBe('client_secret_invalid');
  expect((await check({ card }, { payment_method_type: 'wallet' })).param).toBe('payment_method_type');
  expect((await check({})).code).toBe('missing_parameter');
});

test('A payment is polled until it is decided', async ({ client, graphqlAs, payment, shop }) => {
  const { client_secret, payment_id } = payment;
  const poll = async (id: string, key: string, query = '') =>
    (await client.get(`/poll/status/${id}${query}`, { key })).body;
  const card = cardOf('4000000000003220');
  await client.post(`/payments/${payment_id}/confirm`, {
    key: shop.key,
    body: { authentication_type: 'three_ds', payment_method_data: { card } },
  });
  const waiting = `external_authentication_${payment_id}`;
  const asCustomer = [shop.publishableKey, `?client_secret=${client_secret}`] as const;
  expect(await poll(waiting, ...asCustomer)).toEqual({ poll_id: waiting, status: 'pending' });
  expect((await poll(waiting, shop.publishableKey)).error.code).toBe('missing_parameter');
  await client.post(`/payments/${payment_id}/cancel`, { key: shop.key, body: {} });
  expect((await poll(waiting, shop.key)).status).toBe('completed');
  expect((await poll('pay_none', shop.key)).status).toBe('not_found');
  const query = `query ($id: ID!) { pollStatus(pollId: $id) { pollId status } }`;
  const { pollStatus } = await graphqlAs(shop.key).data(query, { id: payment_id });
  expect(pollStatus).toEqual({ pollId: payment_id, status: 'completed' });
});

test("The feature matrix shows the connectors' declarations, for some or all, over both APIs", async ({
  client,
  graphqlAs,
  shop,
}) => {
  const read = async (query = '') => (await client.get(`/feature_matrix${query}`, { key: shop.key })).body;
  const all = await read();
  const names = all.connectors.map(({ name }: { name: string }) => name);
  expect([all.connector_count, names]).toEqual([names.length, expect.arrayContaining(['sandbox', 'stripe'])]);
  const some = await read('?connectors=stripe');
  expect(some.connectors).toHaveLength(1);
  const methods = some.connectors[0].supported_payment_methods;
  expect(methods).toContainEqual(
    expect.objectContaining({
      payment_method: 'card',
      refunds: 'supported',
      supported_capture_methods: expect.arrayContaining(['automatic', 'manual']),
    }),
  );
  // As a type differs from its kind: in currencies, and in when it is captured.
  const alipay = methods.find(
    (one: { payment_method_type: string }) => one.payment_method_type === 'ali_pay',
  );
  expect(alipay.supported_capture_methods).toEqual(['automatic']);
  expect(alipay.supported_currencies).toEqual(expect.arrayContaining(['CNY', 'EUR']));
  expect(alipay.supported_currencies).not.toContain('PLN');
  expect((await read('?connectors=nobody')).error.param).toBe('connectors');
  const query =
    '{ featureMatrix(connectors: ["stripe"]) { connectors { supportedPaymentMethods { paymentMethod } } } }';
  const { featureMatrix } = await graphqlAs(shop.key).data(query);
  expect(featureMatrix.connectors[0].supportedPaymentMethods).toHaveLength(methods.length);
});
