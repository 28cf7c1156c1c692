import { expect } from 'vitest';
import { packText } from '../../../src/core/foundation/packed-text.ts';
import { graphql } from '../../kit/graphql.ts';
import { mutate } from '../../kit/mutate.ts';
import { acceptsCards } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({ requestLog: 'writes' as const }));

const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2030',
  card_cvc: '737',
  card_holder_name: 'Ada Lovelace',
};

test('A write request is logged with its figures, and everything else concealed', async ({
  api,
  service,
  shop,
}) => {
  await shop.connector({ payment_methods_enabled: acceptsCards });
  const sent = {
    amount: 1999,
    currency: 'EUR',
    email: 'ada@example.com',
    description: 'For Ada',
    metadata: { order: 'A-17', status: 'Ada', message: 'Call Ada', amount: 7 },
    payment_method: 'card',
    payment_method_data: { card },
    confirm: true,
  };
  const { body: payment } = await api.post('/payments', sent, { headers: { 'idempotency-key': 'order-17' } });
  await service.requestLog.drain();

  const { body: list } = await api.get('/request_log');
  expect(list.data).toMatchObject([
    {
      api: 'rest',
      method: 'POST',
      path: '/payments',
      operation: 'createPayment',
      status: 200,
      error_code: null,
      actor_type: 'api_key',
      actor_id: shop.keyId,
      idempotency_key: 'order-17',
      query: null,
      request: {
        amount: 1999,
        currency: 'EUR',
        email: '•••',
        description: '•••',
        metadata: '•••',
        payment_method: 'card',
        payment_method_data: { card: { card_number: '•••', card_cvc: '•••', card_holder_name: '•••' } },
        confirm: true,
      },
      response: {
        payment_id: payment.payment_id,
        status: payment.status,
        client_secret: '•••',
        email: '•••',
      },
    },
  ]);
  const [{ log_id: id, request_id: requestId }] = list.data;
  const { body: one } = await api.get(`/request_log/${id}`);
  expect(one).toEqual(list.data[0]);
  expect((await api.get(`/request_log?request_id=${requestId}`)).body.data).toHaveLength(1);
  expect(JSON.stringify(list)).not.toMatch(/4242424242424242|737|Lovelace|ada@|A-17/);
});

test('A file is omitted, however large', async ({ api, service, shop }) => {
  const rows = Array.from({ length: 2000 }, (_, index) => `cus_${index},4242424242424242,12,2034`);
  const response = await fetch(`${service.url}/imports/payment_methods`, {
    method: 'POST',
    headers: { 'api-key': shop.key, 'content-type': 'text/csv' },
    body: ['customer_id,card.card_number,card.card_exp_month,card.card_exp_year', ...rows].join('\n'),
  });
  expect(response.status).toBe(200);
  await service.requestLog.drain();
  const { body } = await api.get('/request_log');
  expect(body.data).toMatchObject([
    { operation: 'importPaymentMethods', status: 200, request: null, response: { rows_total: 2000 } },
  ]);
});

test('A refused read is logged with its error, a successful one only if all are', async ({
  api,
  service,
}) => {
  await api.get('/payments/none');
  await api.get('/payments');
  await service.requestLog.drain();
  const { body } = await api.get('/request_log');
  expect(body.data).toMatchObject([
    {
      method: 'GET',
      path: '/payments/none',
      status: 404,
      error_code: 'resource_not_found',
      request: null,
      response: { error: { code: 'resource_not_found', message: expect.stringContaining('No such') } },
    },
  ]);
});

test('A mutation is logged with its document without values, and nothing under an alias', async ({
  service,
  shop,
}) => {
  const input = { amount: 1999, currency: 'EUR', description: 'For Ada' };
  await mutate(service, shop.key, 'createPayment', input, 'payment { paymentId status amount: description }');
  const inline =
    'mutation { createCustomer(input: {name: "Ada Lovelace"}) { customer { customerId name } } }';
  await graphql(service, shop.key, inline);
  const named =
    'mutation Refuse($status: String!, $id: ID!, $spare: Int) { updateCustomer(input: {customerId: $id, name: $status}) { state: customer { id amount: name } } }';
  await graphql(service, shop.key, named, { status: 'Lovelace', id: 'cus_17', spare: 737, amount: 737 });
  await graphql(
    service,
    shop.key,
    'mutation { createCustomer(input: {name: Lovelace}) { customer { id } } }',
  );
  await graphql(service, shop.key, '{ payments(first: 1) { edges { node { id } } } }');
  await service.requestLog.drain();

  const { data } = await graphql(
    service,
    shop.key,
    '{ requestLog(first: 9) { edges { node { api operation status request response } } } }',
  );
  const entries = data.requestLog.edges.map(({ node }: { node: object }) => node);
  expect(entries).toMatchObject([
    { status: 400, request: { query: expect.stringContaining('name: "•••"') } },
    {
      operation: 'invalid',
      request: { variables: { status: '•••', id: 'cus_17', '•••': '•••' } },
    },
    {
      api: 'graphql',
      operation: 'createCustomer',
      status: 200,
      request: { query: expect.stringContaining('name: "•••"') },
    },
    {
      api: 'graphql',
      operation: 'createPayment',
      request: { variables: { input: { amount: 1999, currency: 'EUR', description: '•••' } } },
      response: { data: { createPayment: { payment: { amount: '•••' } } } },
    },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Ada|Lovelace/);
});

test("The reason for a payment's failure is logged, over both APIs and under any alias", async ({
  api,
  service,
  shop,
}) => {
  await shop.connector({ payment_methods_enabled: acceptsCards });
  const declined = { ...card, card_number: '4000000000000002' };
  const rest = await api.post('/payments', {
    amount: 1999,
    currency: 'EUR',
    confirm: true,
    payment_method: 'card',
    payment_method_data: { card: declined },
  });
  const { connector, error_code, error_message } = rest.body;
  expect([connector, error_code, error_message]).toEqual([
    'sandbox',
    expect.any(String),
    expect.stringMatching(/\w+ \w+/),
  ]);
  await graphql(
    service,
    shop.key,
    'mutation($input: CreatePaymentInput!) { createPayment(input: $input) { payment { why: errorMessage ...More } } } fragment More on Payment { description: errorCode by: connector errorMessage: description }',
    {
      input: {
        amount: 1999,
        currency: 'EUR',
        confirm: true,
        description: 'For Ada',
        paymentMethodData: {
          card: { cardNumber: '4000000000000002', cardExpMonth: '12', cardExpYear: '2030', cardCvc: '737' },
        },
      },
    },
  );
  await service.requestLog.drain();
  const { body } = await api.get('/request_log');
  expect(body.data).toMatchObject([
    {
      api: 'graphql',
      response: {
        data: {
          createPayment: {
            payment: { why: error_message, description: error_code, by: 'sandbox', errorMessage: '•••' },
          },
        },
      },
    },
    { api: 'rest', response: { status: 'failed', connector: 'sandbox', error_code, error_message } },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/737|For Ada|4000000000000002/);
});

/** How content is stored: by this release, packed unless it is short, and by 0.5.0 and before. */
const contents = {
  packed: packText(JSON.stringify({ amount: 1999, currency: 'EUR' })),
  'as it is': { amount: 1999, currency: 'EUR' },
  'concealed, packed': packText('"•••"'),
  'concealed, as it is': '•••',
  'not at all': null,
};

test.for(Object.entries(contents))(
  'Every reader gets the content of a request stored %s',
  async ([form, stored], { api, graphql: client, shop }) => {
    const json = typeof stored === 'string' ? JSON.stringify(stored) : stored;
    const id = await shop.loggedRequest({ request: json, response: json });
    const plain = form.startsWith('concealed') ? '•••' : { amount: 1999, currency: 'EUR' };
    const content = stored === null ? { request: null, response: null } : { request: plain, response: plain };
    expect((await api.get(`/request_log/${id}`)).body).toMatchObject(content);
    expect((await api.get('/request_log')).body.data).toMatchObject([content]);
    const { loggedRequest, requestLog } = await client.data(
      `query ($id: ID!) { loggedRequest(logId: $id) { request response }
         requestLog { nodes { request response } } }`,
      { id },
    );
    expect(loggedRequest).toEqual(content);
    expect(requestLog.nodes).toEqual([content]);
  },
);

test('Long content is stored packed, short content as it is', async ({ api, service, shop }) => {
  await api.post('/payments', { amount: 1999, currency: 'EUR' });
  await service.requestLog.drain();
  const text = `select jsonb_typeof(request) as request, jsonb_typeof(response) as response from request_log
                where merchant_id = $1`;
  expect(await service.database.rows.query({ text, values: [shop.merchantId] }, null)).toEqual([
    { request: 'object', response: 'string' },
  ]);
});
