import { expect } from 'vitest';
import { sweep } from '../../../src/jobs/sweep.ts';
import { graphql } from '../../kit/graphql.ts';
import { mutate } from '../../kit/mutate.ts';
import { cards, graphqlCardOf, type SandboxShop, sandboxShop } from '../../kit/sandbox-shop.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';

let clockOffsetMs = 0;

const terms =
  'accepted_currency=USD&accepted_country=US&minimum_amount=1&maximum_amount=9000&recurring_payment_enabled=false&installment_payment_enabled=false';

/** A customer at a shop's checkout: a payment, its ephemeral key and a saved card. */
async function checkout(service: TestService, shop: SandboxShop) {
  const customerId = await shop.customer({ email: 'ann@example.com' });
  const { cardCvc: _, ...card } = graphqlCardOf(cards.good);
  const saved = await mutate(
    service,
    shop.key,
    'savePaymentMethod',
    { customerId, paymentMethod: 'card', card, metadata: { note: 'of the merchant' } },
    'paymentMethod { paymentMethodId }',
  );
  const { payload } = await mutate(
    service,
    shop.key,
    'createPayment',
    { amount: 1000, currency: 'USD', customerId },
    'payment { paymentId ephemeralKey { customerId createdAt expires secret } }',
  );
  const { paymentId, ephemeralKey } = payload.payment;
  return {
    customerId,
    paymentId: paymentId as string,
    methodId: saved.payload.paymentMethod.paymentMethodId as string,
    key: ephemeralKey.secret as string,
    ephemeralKey,
  };
}

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => new Date(Date.now() + clockOffsetMs) }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('ann', ({ service, shop }) => checkout(service, shop))
  .extend('bob', ({ service, shop }) => checkout(service, shop))
  .extend('stranger', async ({ service }) => checkout(service, await sandboxShop(service)));

const errorsOf = ({ errors }: { errors: readonly { extensions: { code: string } }[] }) =>
  errors.map(({ extensions }) => extensions.code);

test("REST: an ephemeral key lists and updates its customer's saved methods, without the merchant's notes", async ({
  ann,
  client,
  service,
}) => {
  const list = await client.get(`/customers/${ann.customerId}/payment_methods?${terms}`, { key: ann.key });
  expect(list.status).toBe(200);
  expect(list.body.customer_payment_methods).toEqual([
    expect.objectContaining({
      payment_method_id: ann.methodId,
      payment_token: expect.stringMatching(/^token_/),
      metadata: null,
      card: expect.objectContaining({ last4_digits: '4242' }),
    }),
  ]);
  const renamed = await client.post(`/payment_methods/${ann.methodId}/update`, {
    key: ann.key,
    body: { card: { nick_name: 'Travel' } },
  });
  expect(renamed).toMatchObject({ status: 200, body: { card: { nick_name: 'Travel' }, metadata: null } });
  expect(await leakedSecrets(service, [ann.key])).toEqual([]);
});

test('GraphQL: an ephemeral key lists, updates and deletes the saved methods of its customer', async ({
  ann,
  bob,
  service,
}) => {
  const query = '{ paymentMethods { totalCount nodes { paymentMethodId status card { last4Digits } } } }';
  const { data } = await graphql(service, ann.key, query);
  expect(data.paymentMethods).toEqual({
    totalCount: 1,
    nodes: [{ paymentMethodId: ann.methodId, status: 'active', card: { last4Digits: '4242' } }],
  });
  const one = 'query ($id: ID!) { paymentMethod(paymentMethodId: $id) { paymentMethodId } }';
  expect((await graphql(service, ann.key, one, { id: ann.methodId })).data.paymentMethod).toEqual({
    paymentMethodId: ann.methodId,
  });
  const { payload } = await mutate(
    service,
    ann.key,
    'deletePaymentMethod',
    { paymentMethodId: ann.methodId },
    'paymentMethod { paymentMethodId status }',
  );
  expect(payload.paymentMethod).toEqual({ paymentMethodId: ann.methodId, status: 'inactive' });
  const left = await graphql(service, bob.key, query);
  expect(left.data.paymentMethods.nodes).toEqual([
    expect.objectContaining({ paymentMethodId: bob.methodId }),
  ]);
});

test('GraphQL: an ephemeral key shows its payment, and confirms it with a saved method', async ({
  ann,
  service,
}) => {
  const read = 'query ($id: ID!) { payment(paymentId: $id) { paymentId status amount } }';
  const { data } = await graphql(service, ann.key, read, { id: ann.paymentId });
  expect(data.payment).toMatchObject({
    paymentId: ann.paymentId,
    status: 'requires_payment_method',
    amount: 1000,
  });
  const { payload, text } = await mutate(
    service,
    ann.key,
    'confirmPayment',
    { paymentId: ann.paymentId, paymentMethodId: ann.methodId },
    'payment { status }',
  );
  expect(payload?.payment, text).toEqual({ status: 'succeeded' });
});

test('An ephemeral key opens no objects of other customers or merchants', async ({
  ann,
  bob,
  client,
  service,
  stranger,
}) => {
  for (const other of [bob, stranger]) {
    const list = await client.get(`/customers/${other.customerId}/payment_methods?${terms}`, {
      key: ann.key,
    });
    expect([list.status, list.body.error.code]).toEqual([404, 'resource_not_found']);
    const update = await client.post(`/payment_methods/${other.methodId}/update`, {
      key: ann.key,
      body: { card: { nick_name: 'Mine' } },
    });
    expect([update.status, update.body.error.code]).toEqual([404, 'resource_not_found']);

    for (const [name, input, selection] of [
      ['deletePaymentMethod', { paymentMethodId: other.methodId }, 'paymentMethod { status }'],
      [
        'updatePaymentMethod',
        { paymentMethodId: other.methodId, card: { nickName: 'Mine' } },
        'paymentMethod { status }',
      ],
      ['confirmPayment', { paymentId: other.paymentId, paymentMethodId: ann.methodId }, 'payment { status }'],
    ] as const) {
      const { userErrors } = await mutate(service, ann.key, name, input, selection);
      expect([name, userErrors.map(({ code }) => code)]).toEqual([name, ['resource_not_found']]);
    }
    const query = `query ($method: ID!, $payment: ID!) {
      paymentMethod(paymentMethodId: $method) { status }
      payment(paymentId: $payment) { status }
    }`;
    const ids = { method: other.methodId, payment: other.paymentId };
    expect((await graphql(service, ann.key, query, ids)).data).toEqual({
      paymentMethod: null,
      payment: null,
    });
  }
});

test("One customer's idempotency key does not replay for another", async ({ ann, bob, client }) => {
  const rename = (key: string) =>
    client.post(`/payment_methods/${ann.methodId}/update`, {
      key,
      headers: { 'idempotency-key': 'rename' },
      body: { card: { nick_name: 'Travel' } },
    });
  expect((await rename(ann.key)).status).toBe(200);
  const other = await rename(bob.key);
  expect([other.status, other.body.error.code]).toEqual([404, 'resource_not_found']);
});

test("An ephemeral key opens none of the merchant's operations and fields", async ({
  ann,
  client,
  service,
  shop,
}) => {
  for (const path of [
    `/payment_methods/${ann.methodId}`,
    '/payments/list',
    `/accounts/${shop.merchantId}/connectors`,
  ]) {
    const { status, body } = await client.get(path, { key: ann.key });
    expect([path, status, body.error.code]).toEqual([path, 403, 'wrong_key_kind']);
  }
  for (const path of ['/customers', `/customers/${ann.customerId}`, `/payments/${ann.paymentId}`]) {
    const { status, body } = await client.post(path, { key: ann.key, body: {} });
    expect([path, status, body.error.code]).toEqual([path, 403, 'wrong_key_kind']);
  }
  for (const query of [
    '{ payments { nodes { paymentId } } }',
    '{ customers { nodes { customerId } } }',
    '{ paymentMethods { nodes { metadata } } }',
    '{ paymentMethods { edges { node { customer { email } } } } }',
    '{ paymentMethods { nodes { clientSecret } } }',
    `{ payment(paymentId: "${ann.paymentId}") { description } }`,
    `{ node(id: "${ann.customerId}") { id } }`,
    `{ customer(customerId: "${ann.customerId}") { email } }`,
    `{ paymentMethod(paymentMethodId: "${ann.methodId}") { metadata } }`,
  ]) {
    expect([query, errorsOf(await graphql(service, ann.key, query))]).toEqual([query, ['wrong_key_kind']]);
  }
  const create = await mutate(service, ann.key, 'createCustomer', { name: 'x' }, 'customer { name }');
  expect(errorsOf(create)).toEqual(['wrong_key_kind']);
  const { data } = await graphql(service, ann.key, '{ viewer { keyKind merchantId permissions } }');
  expect(data.viewer).toEqual({ keyKind: 'EPHEMERAL_KEY', merchantId: shop.merchantId, permissions: [] });
});

test('An ephemeral key ends after an hour, with its payment, and with its customer', async ({
  ann,
  bob,
  client,
  service,
  shop,
}) => {
  const statusOf = async ({ customerId, key }: { customerId: string; key: string }) =>
    (await client.get(`/customers/${customerId}/payment_methods?${terms}`, { key })).status;
  expect(ann.ephemeralKey.expires - ann.ephemeralKey.createdAt).toBe(3600);
  const third = await checkout(service, shop);
  expect([await statusOf(ann), await statusOf(bob), await statusOf(third)]).toEqual([200, 200, 200]);

  await mutate(service, shop.key, 'cancelPayment', { paymentId: ann.paymentId }, 'payment { status }');
  expect(await statusOf(ann)).toBe(401);
  await mutate(
    service,
    shop.key,
    'deleteCustomer',
    { customerId: bob.customerId },
    'customer { customerId }',
  );
  expect(await statusOf(bob)).toBe(401);

  clockOffsetMs += 3_500_000;
  expect(await statusOf(third)).toBe(200);
  clockOffsetMs += 101_000;
  expect(await statusOf(third)).toBe(401);
  await sweep(service.contextFor({ kind: 'admin_key' }, 'req_test'));
  const text = 'select 1 from ephemeral_keys where merchant_id = $1';
  expect(await service.database.rows.query({ text, values: [shop.merchantId] }, null)).toEqual([]);
});

test('Pages of any origin may call the operations of an ephemeral key', async ({ ann, service }) => {
  const response = await fetch(`${service.url}/customers/${ann.customerId}/payment_methods?${terms}`, {
    headers: { 'api-key': ann.key, origin: 'https://shop.example' },
  });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
});

test('A customer-only key opens their saved methods and no payment, until revoked', async ({
  ann,
  bob,
  client,
  shop,
}) => {
  const body = { customer_id: ann.customerId };
  const { body: made } = await client.post('/ephemeral_keys', { key: shop.key, body });
  expect(made).toEqual({
    id: expect.stringMatching(/^eph_/),
    merchant_id: shop.merchantId,
    customer_id: ann.customerId,
    created_at: made.expires - 3600,
    expires: expect.any(Number),
    secret: expect.stringMatching(/^epk_\w{43}$/),
  });
  const key = made.secret as string;
  const listed = (customer: string) => client.get(`/customers/${customer}/payment_methods?${terms}`, { key });
  const { body: list } = await listed(ann.customerId);
  expect(list.customer_payment_methods.map((one: Row) => one.payment_method_id)).toEqual([ann.methodId]);
  expect((await listed(bob.customerId)).status).toBe(404);
  for (const paymentId of [ann.paymentId, bob.paymentId]) {
    expect((await client.get(`/payments/${paymentId}`, { key })).status).toBe(404);
    expect((await client.post(`/payments/${paymentId}/confirm`, { key, body: {} })).status).toBe(404);
  }
  expect((await client.post('/ephemeral_keys', { key, body })).body.error.code).toBe('wrong_key_kind');

  const ended = await client.request('DELETE', `/ephemeral_keys/${made.id}`, { key: shop.key });
  expect([ended.status, ended.body.secret]).toEqual([200, undefined]);
  await expect.poll(async () => (await listed(ann.customerId)).status, { timeout: 60_000 }).toBe(401);
  const again = await client.request('DELETE', `/ephemeral_keys/${made.id}`, { key: shop.key });
  expect(again.status).toBe(404);
});

interface Row {
  readonly payment_method_id: string;
}
