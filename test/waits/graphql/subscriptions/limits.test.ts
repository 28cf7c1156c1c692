import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { exampleTabs } from '../../../../src/graphql/examples.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { startTestService } from '../../../kit/service.ts';
import { test as base } from '../../../kit/test.ts';
import {
  closeAll,
  connect,
  cursorNow,
  followPayments,
  lastSeen,
  openConnection,
  paymentsLive,
} from '../../../shared/graphql/subscriptions/live.ts';

let opened = 0;
const openCounted = async (...given: Parameters<typeof openConnection>) => {
  opened += 1;
  return openConnection(...given);
};
const connectCounted = async (...given: Parameters<typeof connect>) => {
  opened += 1;
  return connect(...given);
};
const nest = (depth: number): string => (depth === 0 ? 'id' : `payment { refunds { ${nest(depth - 1)} } }`);

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    subscriptionLimits: {
      connections: 4,
      connectionsPerKey: 2,
      subscriptionsPerConnection: 3,
      subscriptionsPerKey: 4,
      messageBytes: 4_096,
      keyCheckMs: 50,
    },
  }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend(
    'ended',
    ({ service }) =>
      () =>
        service.logs.filter((line) => line.includes('live connection ended')).length,
  )
  /** The status and body of a rejected WebSocket upgrade. */
  .extend(
    'upgradeRefusal',
    ({ service }) =>
      async (path: string, protocols: string[] = ['graphql-transport-ws']) => {
        const socket = new WebSocket(`${service.url.replace('http', 'ws')}${path}`, protocols);
        socket.on('error', () => {});
        const [, answer] = await once(socket, 'unexpected-response');
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        return { status: answer.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) };
      },
  )
  .extend('refusal', ({ service, shop }) => async (query: string, variables?: Record<string, unknown>) => {
    const client = await connectCounted(service, shop.key);
    const live = client.subscribe(query, variables);
    const [code, param] = await live.refusal();
    expect(live.errors[0]!.extensions.request_id).toMatch(/^req_/);
    await client.close();
    return { code, param, message: live.errors[0]!.message };
  });

test.afterEach(async ({ ended }) => {
  closeAll();
  // Connections are counted across the whole service: the next test must not find this test's.
  await expect.poll(() => ended() - opened).toBe(0);
});

test.for([
  ['in connection_init', { params: undefined }],
  ['in connection_init as apiKey', { params: 'apiKey' }],
  ['in the api-key header', { params: 'header' }],
] as const)(
  'A WebSocket connection accepts an API key %s',
  async ([_where, { params }], { service, shop }) => {
    const { key } = shop;
    if (params === 'header') await connectCounted(service, null, { headers: { 'api-key': key } });
    else if (params === 'apiKey') await connectCounted(service, null, { params: { apiKey: key } });
    else await connectCounted(service, key);
  },
);

test('A WebSocket connection with a bad, missing or publishable key is closed as forbidden', async ({
  service,
  shop,
}) => {
  const revoked = await shop.apiKey({ revoked_at: new Date() });
  const expired = await shop.apiKey({ expires_at: new Date(Date.now() - 1_000) });
  for (const key of [revoked, expired, 'sk_test_nobody', shop.publishableKey, '', null]) {
    const client = await openCounted(service, key);
    expect(await client.closed).toEqual([4403, 'Forbidden']);
  }
});

test('Revoking an API key ends its WebSocket connections', async ({ api, service, shop }) => {
  const key = await shop.apiKey();
  const [client, other] = [await connectCounted(service, key), await connectCounted(service, shop.key)];
  const live = await followPayments(service, shop.key, other);
  const revoke = 'update api_keys set revoked_at = now() where last4 = $1';
  await service.database.rows.query({ text: revoke, values: [key.slice(-4)] }, null);
  expect(await client.closed).toEqual([4403, 'Forbidden']);
  const id = await shop.open();
  await api.post(`/payments/${id}`, { description: 'goes on' });
  await live.until(() => lastSeen(live.received).get(id)?.description === 'goes on');
});

test('A WebSocket connection requires its key in time and before any subscription', async ({
  service,
  shared,
}) => {
  const impatient = await startTestService({ ...shared, subscriptionLimits: { initMs: 200 } });
  const late = await openConnection(impatient, null, { params: null });
  expect(await late.closed).toEqual([4408, expect.any(String)]);
  await impatient.stop();
  const early = await openCounted(service, null, { params: null });
  early.subscribe(paymentsLive);
  expect(await early.closed).toEqual([4401, 'Unauthorized']);
});

test('A key may have a limited number of connections, and closing one makes room', async ({
  ended,
  service,
  shop,
}) => {
  const first = await connectCounted(service, shop.key);
  await connectCounted(service, shop.key);
  const third = await openCounted(service, shop.key);
  expect(await third.closed).toEqual([4429, expect.stringMatching(/^rate_limited: .* 2 connections/)]);
  await first.close();
  await expect.poll(() => ended()).toBe(opened - 1);
  await connectCounted(service, shop.key);
});

test('A key may have a limited number of subscriptions per connection and in total, and ending one makes room', async ({
  api,
  service,
  shop,
}) => {
  const [client, second] = [await connectCounted(service, shop.key), await connectCounted(service, shop.key)];
  const after = await cursorNow(service, shop.key);
  const id = await shop.open();
  await api.post(`/payments/${id}`, { description: 'x' });
  const subscribe = (at: typeof client) => at.subscribe(paymentsLive, { after });
  const lives = [subscribe(client), subscribe(client), subscribe(client)];
  for (const live of lives) await live.until((received) => received.length === 1);
  expect(await subscribe(client).refusal()).toEqual(['rate_limited', null]);
  await subscribe(second).until((received) => received.length === 1);
  expect(await subscribe(second).refusal()).toEqual(['rate_limited', null]);
  lives[0]!.unsubscribe();
  await subscribe(second).until((received) => received.length === 1);
});

test('Connections are limited across all keys', async ({ service, shop, upgradeRefusal }) => {
  const other = await sandboxShop(service);
  const clients = [shop.key, shop.key, other.key, other.key].map((key) => connectCounted(service, key));
  await Promise.all(clients);
  const { status, body } = await upgradeRefusal('/graphql');
  expect([status, body.error.code]).toEqual([503, 'overloaded']);
});

test('A WebSocket connection accepts subscriptions only, and POST /graphql rejects them', async ({
  graphql,
  refusal,
}) => {
  for (const query of ['{ viewer { keyKind } }', 'mutation { __typename }']) {
    expect(await refusal(query)).toMatchObject({
      code: 'query_invalid',
      message: expect.stringContaining('POST /graphql'),
    });
  }
  // POST /graphql rejects subscriptions in turn, even if operationName does not exist.
  for (const operationName of [undefined, 'Payments', 'Another']) {
    const options = operationName === undefined ? {} : { operationName };
    const refused = await graphql.refusal(paymentsLive, {}, options);
    expect(refused).toMatchObject({ status: 400, code: 'query_invalid' });
  }
});

test.for(exampleTabs.filter(({ query }) => query.startsWith('subscription')))(
  'The example subscription of GraphiQL runs: $query',
  async ({ query }, { api, service, shop }) => {
    const client = await connectCounted(service, shop.key);
    const live = client.subscribe(query);
    const id = await shop.open();
    // The protocol does not report when a subscription has started: change the payment until an update arrives.
    await expect
      .poll(async () => {
        const body = { metadata: { at: String(Math.random()) } };
        await api.post(`/payments/${id}`, body);
        return live.received.length;
      })
      .toBeGreaterThan(0);
    expect(live.errors).toEqual([]);
    expect(live.received[0].paymentUpdated.payment.paymentId).toBe(id);
  },
);

test('A subscription has the same complexity limits as a query', async ({ refusal }) => {
  const deep = `subscription { paymentUpdated { ${nest(7)} } }`;
  const aliases = Array.from({ length: 31 }, (_, i) => `a${i}: cursor`).join(' ');
  const wide = `subscription { paymentUpdated { ${aliases} } }`;
  const fragments = Array.from(
    { length: 14 },
    (_, i) => `fragment f${i} on PaymentUpdated { cursor ...f${i + 1} ...f${i + 1} }`,
  );
  const bomb = `subscription { paymentUpdated { ...f0 } } ${fragments.join(' ')} fragment f14 on PaymentUpdated { cursor }`;
  for (const query of [deep, wide, bomb]) {
    expect(await refusal(query)).toMatchObject({ code: 'query_too_complex' });
  }
});

test('A subscription rejects @skip and @include on its root field', async ({ refusal }) => {
  for (const query of [
    'subscription { paymentUpdated @skip(if: true) { cursor } }',
    'subscription { ...f @include(if: false) } fragment f on Subscription { paymentUpdated { cursor } }',
    'subscription { ... on Subscription { ...f } } fragment f on Subscription { paymentUpdated @skip(if: true) { cursor } }',
  ]) {
    expect(await refusal(query)).toMatchObject({
      code: 'query_invalid',
      message: expect.stringMatching(/@skip.*@include/),
    });
  }
  const fine = 'subscription { paymentUpdated(after: "x") { cursor @skip(if: true) updatedAt } }';
  expect(await refusal(fine)).toMatchObject({ code: 'invalid_parameter', param: 'after' });
});

test('A rejected subscription does not repeat its values', async ({ refusal, service }) => {
  const card = '4242424242424242';
  for (const query of [
    `subscription { paymentUpdated(paymentId: {x: "${card}"}) { cursor } }`,
    `subscription { paymentUpdated { cursor c${card} } }`,
    `subscription { "${card}" }`,
  ]) {
    const { code, message } = await refusal(query);
    expect(code).toBe('query_invalid');
    expect(message).not.toContain(card);
  }
  const wrong = await refusal('subscription ($after: String) { paymentUpdated(after: $after) { cursor } }', {
    after: { card },
  });
  expect(wrong).toMatchObject({ code: 'invalid_parameter', param: 'after' });
  expect(service.logs.join('\n')).not.toContain(card);
});

test('A WebSocket connection is closed on an invalid message', async ({ service, shop }) => {
  for (const message of ['{', '{"type":"nonsense"}', '{"id":"1","type":"next","payload":{}}']) {
    const client = await connectCounted(service, shop.key);
    client.send(message);
    expect((await client.closed)[0]).toBe(4400);
  }
  const client = await connectCounted(service, shop.key);
  client.send(JSON.stringify({ type: 'ping', payload: { long: 'x'.repeat(5_000) } }));
  expect((await client.closed)[0]).toBe(1009);
});

test('A WebSocket connection is closed when an operation reuses a running identifier, and frees its slots', async ({
  api,
  service,
  shop,
}) => {
  const after = await cursorNow(service, shop.key);
  const id = await shop.open();
  await api.post(`/payments/${id}`, { description: 'x' });
  const payload = { query: paymentsLive, variables: { after } };
  const reused = [4409, expect.stringContaining('identifier')];
  for (let i = 0; i < 4; i += 1) {
    const beginning = await connectCounted(service, shop.key);
    beginning.send({ type: 'subscribe', id: 'again', payload });
    beginning.send({ type: 'complete', id: 'again' });
    beginning.send({ type: 'subscribe', id: 'again', payload });
    expect(await beginning.closed).toEqual(reused);

    const ending = await connectCounted(service, shop.key);
    await ending.subscribe(paymentsLive, { after }).until((received) => received.length > 0);
    // Both messages arrive together, so the first operation still ends when the second starts.
    const { _socket: wire } = ending.socket as unknown as { _socket: Socket };
    wire.cork();
    ending.send({ type: 'complete', id: 's0' });
    ending.send({ type: 'subscribe', id: 's0', payload });
    wire.uncork();
    expect(await ending.closed).toEqual(reused);
  }
  const client = await connectCounted(service, shop.key);
  // A connection's full number of subscriptions can start, so those above no longer count.
  const lives = [1, 2, 3].map(() => client.subscribe(paymentsLive, { after }));
  for (const live of lives) await live.until((received) => received.length > 0);
});

test('The service rejects upgrades for other paths and protocols', async ({ service, upgradeRefusal }) => {
  expect((await upgradeRefusal('/elsewhere')).body.error.code).toBe('unknown_route');
  const bare = await upgradeRefusal('/graphql', []);
  expect([bare.status, bare.body.error.param]).toEqual([400, 'Sec-WebSocket-Protocol']);
  const headers = { connection: 'Upgrade', upgrade: 'h2c' };
  const asked = request(`${service.url}/health/live`, { headers }).end();
  const [answer] = await once(asked, 'response');
  answer.resume();
  expect(answer.statusCode).toBe(200);
});

test('A WebSocket connection keeps the request id of its upgrade request', async ({ service, shop }) => {
  const headers = { 'api-key': shop.key, 'x-request-id': 'of-the-caller' };
  const client = await connectCounted(service, null, { headers });
  const live = client.subscribe('{ viewer { keyKind } }');
  await live.refusal();
  expect(live.errors[0]!.extensions.request_id).toBe('of-the-caller');
  await client.close();
  await expect.poll(() => service.logs.at(-1)).toContain('"request_id":"of-the-caller"');
});

test('A WebSocket connection leaves one log line, without its documents and variables', async ({
  ended,
  service,
  shop,
}) => {
  const client = await connectCounted(service, shop.key);
  client.subscribe(paymentsLive, { paymentId: 'pay_not_to_be_logged' });
  await client.close();
  await expect.poll(() => ended()).toBe(opened);
  const line = JSON.parse(service.logs.findLast((text) => text.includes('live connection ended'))!);
  expect(line).toMatchObject({
    key_kind: 'api_key',
    merchant_id: shop.merchantId,
    subscriptions: 1,
    request_id: expect.stringMatching(/^req_/),
    duration_ms: expect.any(Number),
  });
  expect(service.logs.join('\n')).not.toContain('pay_not_to_be_logged');
  expect(service.logs.join('\n')).not.toContain(shop.key);
});

test('A service that shuts down rejects new WebSocket connections and closes the open ones with 1001', async () => {
  const ending = await startTestService();
  const merchant = await sandboxShop(ending);
  const client = await connect(ending, merchant.key);
  client.subscribe(paymentsLive);
  const silent = await connect(ending, merchant.key);
  // This client never answers the close frame.
  silent.socket.pause();
  ending.drain.begin();
  const socket = new WebSocket(`${ending.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => {});
  const [, answer] = await once(socket, 'unexpected-response');
  expect([answer.statusCode, answer.headers.connection]).toEqual([503, 'close']);
  answer.resume();
  await ending.close();
  expect((await client.closed)[0]).toBe(1001);
});
