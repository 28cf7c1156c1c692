import pg from 'pg';
import { expect } from 'vitest';
import { ownerUrl } from '../../../kit/database.ts';
import type { GraphqlError } from '../../../kit/graphql.ts';
import { mutate } from '../../../kit/mutate.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { startTestService } from '../../../kit/service.ts';
import { test as base } from '../../../kit/test.ts';
import { cursorNow, lastSeen, paymentsLive } from '../../../shared/graphql/subscriptions/live.ts';
import { closeStreams, follow } from '../../../shared/graphql/subscriptions/live-stream.ts';

const DASHBOARD = 'https://dashboard.example.com';
const EVENTS = { accept: 'text/event-stream' };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    corsOrigins: [DASHBOARD],
    subscriptionLimits: { connectionsPerKey: 2, keyCheckMs: 600_000 },
  }))
  .extend('shop', ({ service }) => sandboxShop(service))
  /** A plain request for an event stream. */
  .extend(
    'request',
    ({ service, shop }) =>
      (body: unknown, headers: Record<string, string> = {}, query = '') => {
        const sent = typeof body === 'string' ? body : JSON.stringify(body);
        return fetch(`${service.url}/graphql${query}`, {
          ...(body === null ? {} : { method: 'POST', body: sent }),
          headers: { 'api-key': shop.key, 'content-type': 'application/json', ...EVENTS, ...headers },
        });
      },
  );

test.afterEach(closeStreams);

const errorOf = async (response: Response): Promise<GraphqlError> =>
  ((await response.json()) as { errors: GraphqlError[] }).errors[0]!;

/** Reads a stream until its content satisfies a condition, then leaves. */
async function readUntil(response: Response, holds: (text: string) => boolean): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    if (holds(text)) break;
  }
  return text;
}

test('A graphql-sse client receives the changes of the payments it follows', async ({
  api,
  service,
  shop,
}) => {
  const [id, other] = [await shop.open(), await shop.open()];
  const after = await cursorNow(service, shop.key);
  const live = follow(service, shop.key, paymentsLive, { after, paymentId: id });
  for (const description of ['first', 'second']) {
    await api.post(`/payments/${other}`, { description: 'not asked for' });
    await api.post(`/payments/${id}`, { description });
    await live.until((received) => lastSeen(received).get(id)?.description === description);
  }
  expect([...lastSeen(live.received).keys()]).toEqual([id]);
  expect(live.received[0].paymentUpdated.cursor).toEqual(expect.any(String));
  live.unsubscribe();
  expect(await live.ended).toBe('completed');
});

test('A graphql-sse client that reconnects receives everything after its cursor', async ({
  api,
  secondService,
  service,
  shared,
  shop,
}) => {
  const ending = await startTestService(shared);
  const id = await shop.open();
  const after = await cursorNow(service, shop.key);
  let url = `${ending.url}/graphql`;
  const options = { retryAttempts: 3, retry: async () => {} };
  const live = follow({ url: '' }, shop.key, paymentsLive, { after }, {
    ...options,
    url: () => url,
  } as never);
  await api.post(`/payments/${id}`, { description: 'before' });
  await live.until((received) => received.length > 0);
  url = `${secondService.url}/graphql`;
  await ending.close();
  await api.post(`/payments/${id}`, { description: 'after' });
  await live.until((received) => lastSeen(received).get(id)?.description === 'after');
});

test('An event stream starts at once, and no cache or proxy may buffer it', async ({ request, shop }) => {
  const response = await request({ query: paymentsLive }, { 'accept-encoding': 'gzip', origin: DASHBOARD });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': expect.stringMatching(/^text\/event-stream/),
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': DASHBOARD,
    'x-request-id': expect.stringMatching(/^req_/),
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await readUntil(response, (text) => text.length > 0)).toBe(':\n\n');
  const elsewhere = await request({ query: paymentsLive }, { origin: 'https://shop.example.com' });
  expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
  await elsewhere.body!.cancel();
  expect(shop.key).toMatch(/^sk_/);
});

test('A GET requests an event stream in its query string', async ({ api, request, service, shop }) => {
  const id = await shop.open();
  const variables = JSON.stringify({ after: await cursorNow(service, shop.key) });
  const query = `?${new URLSearchParams({ query: paymentsLive, variables })}`;
  const response = await request(null, {}, query);
  await api.post(`/payments/${id}`, { description: 'changed' });
  const text = await readUntil(response, (read) => read.includes('\n\nevent: next\ndata: {'));
  expect(text).toContain(id);
});

test('A client gets the most preferred of its accepted formats', async ({ request }) => {
  // urql's headers for a query, and for a subscription.
  const withQueries =
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';
  const json = await request({ query: '{ viewer { keyKind } }' }, { accept: withQueries });
  expect(json.headers.get('content-type')).toMatch(/^application\/graphql-response\+json/);
  expect(await json.json()).toMatchObject({ data: { viewer: { keyKind: 'API_KEY' } } });
  const stream = await request({ query: paymentsLive }, { accept: 'text/event-stream, multipart/mixed' });
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
  await stream.body!.cancel();
  for (const accept of ['*/*', 'application/json']) {
    const refused = await request({ query: paymentsLive }, { accept });
    expect([refused.status, (await errorOf(refused)).message]).toEqual([
      400,
      expect.stringMatching(/WebSocket.*event stream: accept text\/event-stream/),
    ]);
  }
});

test('Revoking an API key ends its event streams in every process with a message', async ({
  graphql,
  secondService,
  service,
  shop,
}) => {
  const key = await shop.apiKey();
  const { apiKeys } = await graphql.data('{ apiKeys { nodes { keyId last4 } } }');
  const { keyId } = apiKeys.nodes.find(({ last4 }: { last4: string }) => key.endsWith(last4));
  const connected = [service, secondService].map((at) => {
    const events: string[] = [];
    const on = { connected: () => void events.push('connected') };
    return { events, live: follow(at, key, paymentsLive, {}, { on }) };
  });
  for (const { events } of connected) await expect.poll(() => events).toEqual(['connected']);
  await graphql.mutate('revokeApiKey', { keyId }, 'apiKey { keyId }');
  for (const { live } of connected) {
    expect(await live.ended).toBe('completed');
    expect(live.errors[0]).toMatchObject({
      extensions: { code: 'invalid_api_key', request_id: expect.stringMatching(/^req_/) },
    });
    expect(live.errors).toHaveLength(1);
  }
  expect(await follow(service, key, paymentsLive).ended).toBe(401);
});

test('An event stream checks for a secret key before it reads the request', async ({ request, shop }) => {
  for (const [key, status, code] of [
    ['', 401, 'invalid_api_key'],
    ['sk_test_wrong', 401, 'invalid_api_key'],
    [shop.publishableKey, 403, 'wrong_key_kind'],
  ] as const) {
    for (const body of [{ query: paymentsLive }, { query: '{ __schema { queryType { name } } }' }, '{']) {
      const response = await request(body, { 'api-key': key });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect((await errorOf(response)).extensions).toMatchObject({
        code,
        request_id: expect.stringMatching(/^req_/),
      });
    }
  }
});

test('An event stream carries subscriptions only: anything else is refused and has no effect', async ({
  graphql,
  service,
  shop,
}) => {
  const mutation = 'mutation { createCustomer(input: { name: "Nobody" }) { customer { customerId } } }';
  for (const query of ['{ viewer { keyKind } }', mutation]) {
    const live = follow(service, shop.key, query);
    expect(await live.ended).toBe('completed');
    expect(live.errors[0]).toMatchObject({
      message: expect.stringContaining('POST /graphql'),
      extensions: { code: 'query_invalid' },
    });
  }
  expect(await graphql.data('{ customers { totalCount } }')).toEqual({ customers: { totalCount: 0 } });
});

test('A subscription that cannot start reports why in its event stream and completes it', async ({
  service,
  shop,
}) => {
  const aliases = Array.from({ length: 31 }, (_, i) => `a${i}: cursor`).join(' ');
  for (const [query, code, param] of [
    ['subscription {', 'query_invalid', null],
    ['subscription { nonsense }', 'query_invalid', null],
    [`subscription { paymentUpdated { ${aliases} } }`, 'query_too_complex', null],
    ['subscription { paymentUpdated(after: "x") { cursor } }', 'invalid_parameter', 'after'],
  ] as const) {
    const live = follow(service, shop.key, query);
    expect(await live.ended).toBe('completed');
    expect(live.received).toEqual([]);
    expect(await live.refusal()).toEqual([code, param]);
    expect(live.errors[0]!.extensions.request_id).toMatch(/^req_/);
  }
});

test('An invalid request for an event stream is refused with an HTTP status', async ({ request }) => {
  for (const [body, status, code] of [
    ['{', 400, 'malformed_json'],
    [{}, 400, 'query_invalid'],
    [{ query: paymentsLive, variables: [1] }, 400, 'query_invalid'],
    ['[]', 400, 'query_invalid'],
    [{ query: 'x'.repeat(70_000) }, 413, 'body_too_large'],
  ] as const) {
    const response = await request(body);
    expect([response.status, (await errorOf(response)).extensions.code]).toEqual([status, code]);
  }
  const form = await request(paymentsLive, { 'content-type': 'text/plain' });
  expect(form.status).toBe(415);
  const unparsable = await request(null, {}, `?query=${encodeURIComponent(paymentsLive)}&variables=%7B`);
  expect(unparsable.status).toBe(400);
});

test('An event stream reserved for several operations is refused', async ({ service, shop }) => {
  const live = follow(service, shop.key, paymentsLive, {}, { singleConnection: true } as never);
  expect(await live.ended).toBe(405);
});

test('A key may have a limited number of event streams, and leaving one makes room', async ({
  service,
  shop,
}) => {
  const connected: string[] = [];
  const on = { connected: () => void connected.push('connected') };
  const [first] = [1, 2].map(() => follow(service, shop.key, paymentsLive, {}, { on }));
  await expect.poll(() => connected).toHaveLength(2);
  expect(await follow(service, shop.key, paymentsLive).ended).toBe(429);
  first!.unsubscribe();
  await expect
    .poll(() => {
      follow(service, shop.key, paymentsLive, {}, { on });
      return connected.length;
    })
    .toBeGreaterThan(2);
});

test('A suspended merchant keeps its event streams', async ({ adminGraphql, api, service, shop }) => {
  const id = await shop.open();
  const after = await cursorNow(service, shop.key);
  const live = follow(service, shop.key, paymentsLive, { after });
  const input = { merchantId: shop.merchantId, reason: 'Under review.' };
  await adminGraphql.mutate('suspendMerchantAccount', input, 'merchantAccount { merchantId }');
  expect((await api.post(`/payments/${id}/cancel`)).status).toBe(200);
  await live.until((received) => lastSeen(received).get(id)?.status === 'cancelled');
});

test('An event stream leaves one line in the log when it ends, without its document and variables', async ({
  service,
  shop,
}) => {
  const events: string[] = [];
  const on = { connected: () => void events.push('connected') };
  const variables = { paymentId: 'pay_not_to_be_logged' };
  const live = follow(service, shop.key, paymentsLive, variables, { on });
  await expect.poll(() => events).toHaveLength(1);
  live.unsubscribe();
  const find = () =>
    service.logs.findLast((line) => line.includes('live connection ended') && line.includes(shop.merchantId));
  await expect.poll(find).toBeDefined();
  expect(JSON.parse(find()!)).toMatchObject({
    transport: 'event stream',
    close_code: null,
    subscriptions: 1,
    key_kind: 'api_key',
    request_id: expect.stringMatching(/^req_/),
  });
  expect(service.logs.join('\n')).not.toContain('pay_not_to_be_logged');
  expect(service.logs.join('\n')).not.toContain(shop.key);
});

test('A service that shuts down refuses new event streams and ends the open ones without completing them', async () => {
  const ending = await startTestService();
  const { key } = await sandboxShop(ending);
  const events: string[] = [];
  const on = { connected: () => void events.push('connected') };
  const live = follow(ending, key, paymentsLive, {}, { on });
  await expect.poll(() => events).toHaveLength(1);
  ending.drain.begin();
  const refused = await fetch(`${ending.url}/graphql`, {
    method: 'POST',
    headers: { 'api-key': key, 'content-type': 'application/json', ...EVENTS },
    body: JSON.stringify({ query: paymentsLive }),
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  await ending.close();
  expect(await live.ended).toBe('broken');
  expect(live.errors).toEqual([]);
});

test('A failed event stream is aborted and logged, so that its client reconnects', async ({
  onTestFinished,
  service,
  shop,
}) => {
  const asOwner = new pg.Client({ connectionString: ownerUrl(service.database.url) });
  await asOwner.connect();
  onTestFinished(async () => {
    await asOwner.query('grant select on refunds to switchyard_service');
    await asOwner.end();
  });
  const after = await cursorNow(service, shop.key);
  const refundId = await shop.refund(await shop.payment());
  await mutate(service, shop.key, 'updateRefund', { refundId, reason: 'x' }, 'refund { refundId }');
  await asOwner.query('revoke select on refunds from switchyard_service');
  const live = follow(
    service,
    shop.key,
    'subscription ($after: String) { refundUpdated(after: $after) { refund { reason } } }',
    { after },
  );
  expect(await live.ended).toBe('broken');
  const line = service.logs.findLast((text) => text.includes('unexpected error'));
  expect(JSON.parse(line!)).toMatchObject({
    request_id: expect.stringMatching(/^req_/),
    err: { code: '42501' },
  });
});
