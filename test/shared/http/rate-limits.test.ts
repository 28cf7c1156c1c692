import { expect } from 'vitest';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const limits = { reads: 3, writes: 2, money: 2, graphql: 1_000 };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    rateLimits: limits,
    trustProxy: ['loopback'],
    requestLog: 'all' as const,
  }))
  .extend('shop', ({ service }) => sandboxShop(service));

/** A response's rate limit headers and status. */
const told = ({ headers, status }: { headers: Headers; status: number }) => ({
  status,
  policy: headers.get('ratelimit-policy'),
  left: headers.get('ratelimit'),
  retryAfter: headers.get('retry-after'),
});

test('Every response states the remaining limit of its key, and an exhausted limit returns 429', async ({
  api,
}) => {
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await api.get('/payments/list'));
  expect(answers.slice(0, 3).map(told)).toEqual(
    [2, 1, 0].map((left) => ({
      status: 200,
      policy: '"reads";q=3;w=60',
      left: expect.stringMatching(new RegExp(`^"reads";r=${left};t=\\d+$`)),
      retryAfter: null,
    })),
  );
  const refused = answers[3]!;
  expect(told(refused)).toEqual({
    status: 429,
    policy: '"reads";q=3;w=60',
    left: expect.stringMatching(/^"reads";r=0;t=\d+$/),
    retryAfter: expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
  });
  expect(refused.body.error).toMatchObject({
    type: 'rate_limit',
    code: 'rate_limited',
    message: expect.stringMatching(/^This key may make 3 reads per minute\. Try again in \d+ seconds\.$/),
  });
});

test('Limits apply per key and per kind of request', async ({ api, client, shop }) => {
  for (let i = 0; i < 4; i++) await api.get('/payments/list');
  expect((await api.get('/payments/list')).status).toBe(429);
  expect((await client.get('/payments/list', { key: await shop.apiKey() })).status).toBe(200);
  const wrote = await api.post('/customers', {});
  expect(told(wrote)).toMatchObject({ status: 200, policy: '"writes";q=2;w=60' });
});

test('Requests that may call a connector have a separate limit, shared by both APIs', async ({
  api,
  graphql,
  shop,
}) => {
  const { data, headers } = await graphql.run(
    `mutation { confirmPayment(input: { paymentId: "pay_none" }) { userErrors { code } } }`,
  );
  expect(data.confirmPayment.userErrors).toEqual([{ code: 'resource_not_found' }]);
  expect(headers.get('ratelimit')).toMatch(/"graphql";r=9\d\d;t=\d+, "money";r=1;t=\d+/);
  const id = await shop.open();
  expect(told(await api.post(`/payments/${id}`, {}))).toMatchObject({
    status: 200,
    left: expect.stringMatching(/^"money";r=0/),
  });
  expect(told(await api.post(`/payments/${id}`, {}))).toMatchObject({ status: 429 });
  const refused = await graphql.run(
    `mutation { one: confirmPayment(input: { paymentId: "${id}" }) { payment { status } } }`,
  );
  expect([refused.status, refused.data, refused.errors[0]!.extensions]).toEqual([
    429,
    null,
    expect.objectContaining({ code: 'rate_limited', type: 'rate_limit', retry_after: expect.any(Number) }),
  ]);
  expect(refused.headers.get('retry-after')).toBe(`${refused.errors[0]!.extensions.retry_after}`);
  expect((await api.post('/customers', {})).status).toBe(200);
});

test("A page without a key counts only against its network's limit", async ({ api, shop }) => {
  const customer_id = await shop.customer();
  const { body } = await api.post('/payment_methods/collect', { customer_id });
  const post = (from: string) =>
    fetch(body.link, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: '{}',
    });
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await post('192.0.2.7')).status);
  expect(statuses).toEqual([400, 400, 429]);
  expect((await post('198.51.100.7')).status).toBe(400);
  // A guess is recognized before it counts.
  expect((await fetch(`${body.link}x`, { method: 'POST' })).status).toBe(404);
});

test('Every alias of a mutation counts', async ({ graphql }) => {
  const create = 'createCustomer(input: {}) { customer { customerId } }';
  const { status } = await graphql.run(
    `mutation { a: ${create} ...more } fragment more on Mutation { b: ${create} c: ${create} }`,
  );
  expect(status).toBe(429);
  expect((await graphql.run(`mutation { ${create} }`)).status).toBe(200);
});

test('GraphQL counts the rows an operation may read, and reports them in extensions.cost', async ({
  graphql,
}) => {
  const page = 'query ($first: Int!) { payments(first: $first) { nodes { paymentId } } }';
  const run = async (first: number) => {
    const response = await graphql.run(page, { first });
    const left = Number(/^"graphql";r=(\d+);/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
    return { ...response, left, cost: JSON.parse(response.text).extensions?.cost };
  };
  const first = await run(90);
  expect(first.cost).toEqual({ requested: expect.any(Number), limit: 1_000 });
  expect(first.left).toBe(1_000 - first.cost.requested);
  expect(first.cost.requested).toBeGreaterThanOrEqual(90);
  for (let { left } = first; left >= first.cost.requested; left -= first.cost.requested) {
    expect((await run(90)).status).toBe(200);
  }
  const refused = await run(90);
  expect([refused.status, refused.data, refused.errors[0]!.extensions.code]).toEqual([
    429,
    null,
    'rate_limited',
  ]);
  expect(refused.statements).toEqual([]);
  // The remaining limit suffices for a cheaper request.
  expect((await run(1)).status).toBe(200);
});

test('An invalid GraphQL document counts as one', async ({ graphql }) => {
  const { headers, status } = await graphql.run('{ nonsense }');
  expect([status, headers.get('ratelimit')]).toEqual([400, expect.stringMatching(/^"graphql";r=999;/)]);
});

test('A replay of an idempotent request counts, and a refused one leaves its idempotency key free', async ({
  api,
  service,
  shop,
}) => {
  const send = () => api.post('/customers', { name: 'Ann' }, { headers: { 'idempotency-key': 'once' } });
  const [first, replay] = [await send(), await send()];
  expect([first.status, replay.status, replay.headers.get('idempotency-replayed')]).toEqual([
    200,
    200,
    'true',
  ]);
  const refused = await api.post('/customers', {}, { headers: { 'idempotency-key': 'refused' } });
  expect(refused.status).toBe(429);
  const text = 'select count(*)::int as taken from idempotency_keys where merchant_id = $1';
  const rows = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  expect(rows).toEqual([{ taken: 1 }]);
});

test("A shop's publishable key is counted for each address that uses it", async ({ client, shop }) => {
  const ask = (address: string) =>
    client.post('/payments/session_tokens', {
      key: shop.publishableKey,
      headers: { 'x-forwarded-for': address },
      body: { payment_id: 'pay_none', client_secret: 'x', wallets: [] },
    });
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await ask('203.0.113.7')).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await ask('203.0.113.8')).status).toBe(404);
  // All addresses of an IPv6 network belong to one subscriber.
  for (let i = 0; i < 3; i++) statuses.push((await ask(`2001:db8::${i}`)).status);
  expect(statuses.at(-1)).toBe(429);
});

test('Health probes and requests without a key are not counted', async ({ client }) => {
  for (let i = 0; i < 5; i++) {
    const live = await client.get('/health/live');
    expect([live.status, live.headers.get('ratelimit')]).toEqual([200, null]);
    expect((await client.get('/payments/list')).status).toBe(401);
  }
});

test('Pages of other origins may read the headers', async ({ client, shop }) => {
  const { headers } = await client.get('/payments/list', {
    key: shop.publishableKey,
    headers: { origin: 'https://shop.example.com' },
  });
  const exposed = headers.get('access-control-expose-headers')?.split(',') ?? [];
  expect(exposed).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After']));
});

test('An accepted request costs no statement for its limit', async ({ api, service, shop }) => {
  const before = service.statements.length;
  await api.get(`/payments/${await shop.payment()}`);
  const sent = service.statements.slice(before);
  expect(sent.some((text) => text.includes('attempt_counts'))).toBe(false);
});

test('Requests refused by a limit are not in the request log, as a row for each would add load', async ({
  api,
  service,
  shop,
}) => {
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await api.get('/payments/list'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  await service.requestLog.drain();
  const rows = await service.database.rows.query(
    {
      text: 'select status from request_log where merchant_id = $1',
      values: [shop.merchantId],
      touches: { reads: ['request_log'] },
    },
    shop.merchantId,
  );
  expect(rows).toEqual([{ status: 200 }, { status: 200 }, { status: 200 }]);
});
