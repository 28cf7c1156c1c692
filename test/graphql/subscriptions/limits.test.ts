import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { exampleTabs } from '../../../src/graphql/examples.ts';
import { clientOf } from '../../kit/client.ts';
import { errorOf } from '../../kit/graphql.ts';
import { type SandboxShop, sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { closeAll, connect, cursorNow, followPayments, knock, lastSeen, paymentsLive } from './live.ts';

let service: TestService;
let shop: SandboxShop;

beforeAll(async () => {
  service = await startTestService({
    subscriptionLimits: {
      connections: 4,
      connectionsPerKey: 2,
      subscriptionsPerConnection: 3,
      subscriptionsPerKey: 4,
      messageBytes: 4_096,
      initMs: 200,
      keyCheckMs: 50,
      closingMs: 200,
    },
  });
  shop = await sandboxShop(service);
});
afterEach(async () => {
  closeAll();
  // The next test begins with nothing left of this one.
  await expect.poll(() => ended() - opened).toBe(0);
});
afterAll(() => service.close());

let opened = 0;
const ended = () => service.logs.filter((line) => line.includes('live connection ended')).length;
const enter = async (...given: Parameters<typeof knock>) => {
  opened += 1;
  return knock(...given);
};
const letIn = async (...given: Parameters<typeof connect>) => {
  opened += 1;
  return connect(...given);
};

/** The status and body that a request to open a WebSocket is refused with. */
async function upgradeRefusal(path: string, protocols: string[] = ['graphql-transport-ws']) {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}${path}`, protocols);
  socket.on('error', () => {});
  const [, answer] = await once(socket, 'unexpected-response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

describe('a key', () => {
  it.each([
    ['in the first message', { params: undefined }],
    ['under its other name', { params: 'apiKey' }],
    ['in the header', { params: 'header' }],
  ] as const)('lets its caller in: %s', async (_where, { params }) => {
    const { key } = shop;
    if (params === 'header') await letIn(service, null, { headers: { 'api-key': key } });
    else if (params === 'apiKey') await letIn(service, null, { params: { apiKey: key } });
    else await letIn(service, key);
  });

  it('that is bad, missing or publishable is forbidden, and nothing else is said', async () => {
    const revoked = await shop.apiKey({ revoked_at: new Date() });
    const expired = await shop.apiKey({ expires_at: new Date(Date.now() - 1_000) });
    for (const key of [revoked, expired, 'sk_test_nobody', shop.publishableKey, '', null]) {
      const client = await enter(service, key);
      expect(await client.closed).toEqual([4403, 'Forbidden']);
    }
  });

  it('that is revoked ends its connections', async () => {
    const key = await shop.apiKey();
    const [client, other] = [await letIn(service, key), await letIn(service, shop.key)];
    const live = await followPayments(service, shop.key, other);
    const revoke = 'update api_keys set revoked_at = now() where last4 = $1';
    await service.database.rows.query({ text: revoke, values: [key.slice(-4)] }, null);
    expect(await client.closed).toEqual([4403, 'Forbidden']);
    const id = await shop.open();
    await clientOf(service).post(`/payments/${id}`, { key: shop.key, body: { description: 'goes on' } });
    await live.until(() => lastSeen(live.received).get(id)?.description === 'goes on');
  });

  it('has to be shown in time, and before anything is asked', async () => {
    expect(await (await enter(service, null, { params: null })).closed).toEqual([4408, expect.any(String)]);
    const hasty = await enter(service, null, { params: null });
    hasty.subscribe(paymentsLive);
    expect(await hasty.closed).toEqual([4401, 'Unauthorized']);
  });
});

describe('what a key may have', () => {
  it('is so many connections; one that is closed makes room', async () => {
    const first = await letIn(service, shop.key);
    await letIn(service, shop.key);
    const third = await enter(service, shop.key);
    expect(await third.closed).toEqual([4429, expect.stringMatching(/^rate_limited: .* 2 connections/)]);
    await first.close();
    await expect.poll(() => ended()).toBe(opened - 1);
    await letIn(service, shop.key);
  });

  it('is so many subscriptions to a connection and altogether; one that is ended makes room', async () => {
    const [client, second] = [await letIn(service, shop.key), await letIn(service, shop.key)];
    const after = await cursorNow(service, shop.key);
    const id = await shop.open();
    await clientOf(service).post(`/payments/${id}`, { key: shop.key, body: { description: 'x' } });
    const subscribe = (at: typeof client) => at.subscribe(paymentsLive, { after });
    const lives = [subscribe(client), subscribe(client), subscribe(client)];
    for (const live of lives) await live.until((received) => received.length === 1);
    expect(await subscribe(client).refusal()).toEqual(['rate_limited', null]);
    await subscribe(second).until((received) => received.length === 1);
    expect(await subscribe(second).refusal()).toEqual(['rate_limited', null]);
    lives[0]!.unsubscribe();
    await subscribe(second).until((received) => received.length === 1);
  });

  it('is limited for all keys together too', async () => {
    const other = await sandboxShop(service);
    const clients = [shop.key, shop.key, other.key, other.key].map((key) => letIn(service, key));
    await Promise.all(clients);
    const { status, body } = await upgradeRefusal('/graphql');
    expect([status, body.error.code]).toEqual([503, 'overloaded']);
  });
});

describe('a document', () => {
  const refusal = async (query: string, variables?: Record<string, unknown>) => {
    const client = await letIn(service, shop.key);
    const live = client.subscribe(query, variables);
    const [code, param] = await live.refusal();
    expect(live.errors[0]!.extensions.request_id).toMatch(/^req_/);
    await client.close();
    return { code, param, message: live.errors[0]!.message };
  };
  const nest = (depth: number): string => (depth === 0 ? 'id' : `payment { refunds { ${nest(depth - 1)} } }`);

  it('has to be a subscription', async () => {
    for (const query of ['{ viewer { keyKind } }', 'mutation { __typename }']) {
      expect(await refusal(query)).toMatchObject({
        code: 'query_invalid',
        message: expect.stringContaining('POST /graphql'),
      });
    }
    // Over HTTP they are refused in their turn, also under a name that no operation has.
    for (const operationName of [undefined, 'Payments', 'Another']) {
      const options = operationName === undefined ? {} : { operationName };
      const refused = await errorOf(service, shop.key, paymentsLive, {}, options);
      expect(refused).toMatchObject({ status: 400, code: 'query_invalid' });
    }
  });

  it.each(exampleTabs.filter(({ query }) => query.startsWith('subscription')))(
    'that GraphiQL opens with runs: $query',
    async ({ query }) => {
      const client = await letIn(service, shop.key);
      const live = client.subscribe(query);
      const id = await shop.open();
      // Nothing says that a subscription has begun: the payment is changed until that is shown.
      await expect
        .poll(async () => {
          const body = { metadata: { at: String(Math.random()) } };
          await clientOf(service).post(`/payments/${id}`, { key: shop.key, body });
          return live.received.length;
        })
        .toBeGreaterThan(0);
      expect(live.errors).toEqual([]);
      expect(live.received[0].paymentUpdated.payment.paymentId).toBe(id);
    },
  );

  it('is held to the limits that hold over HTTP', async () => {
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

  it('has to name its field without conditions, which could leave none', async () => {
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

  it('that is wrong is refused without its values', async () => {
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
    const wrong = await refusal(
      'subscription ($after: String) { paymentUpdated(after: $after) { cursor } }',
      {
        after: { card },
      },
    );
    expect(wrong).toMatchObject({ code: 'invalid_parameter', param: 'after' });
    expect(service.logs.join('\n')).not.toContain(card);
  });
});

describe('a connection', () => {
  it('is closed for what is no message', async () => {
    for (const message of ['{', '{"type":"nonsense"}', '{"id":"1","type":"next","payload":{}}']) {
      const client = await letIn(service, shop.key);
      client.send(message);
      expect((await client.closed)[0]).toBe(4400);
    }
    const client = await letIn(service, shop.key);
    client.send(JSON.stringify({ type: 'ping', payload: { long: 'x'.repeat(5_000) } }));
    expect((await client.closed)[0]).toBe(1009);
  });

  it('is closed for an identifier whose operation is not over yet, and leaves nothing behind', async () => {
    const after = await cursorNow(service, shop.key);
    const id = await shop.open();
    await clientOf(service).post(`/payments/${id}`, { key: shop.key, body: { description: 'x' } });
    const payload = { query: paymentsLive, variables: { after } };
    const reused = [4409, expect.stringContaining('identifier')];
    for (let i = 0; i < 4; i += 1) {
      const beginning = await letIn(service, shop.key);
      beginning.send({ type: 'subscribe', id: 'again', payload });
      beginning.send({ type: 'complete', id: 'again' });
      beginning.send({ type: 'subscribe', id: 'again', payload });
      expect(await beginning.closed).toEqual(reused);

      const ending = await letIn(service, shop.key);
      await ending.subscribe(paymentsLive, { after }).until((received) => received.length > 0);
      // Both arrive together, so the one is still being ended when the other is asked for.
      const { _socket: wire } = ending.socket as unknown as { _socket: Socket };
      wire.cork();
      ending.send({ type: 'complete', id: 's0' });
      ending.send({ type: 'subscribe', id: 's0', payload });
      wire.uncork();
      expect(await ending.closed).toEqual(reused);
    }
    const client = await letIn(service, shop.key);
    // As many as a connection may have are begun, so none of the others is counted any more.
    const lives = [1, 2, 3].map(() => client.subscribe(paymentsLive, { after }));
    for (const live of lives) await live.until((received) => received.length > 0);
  });

  it('is not for other paths or protocols, which are answered as usual', async () => {
    expect((await upgradeRefusal('/elsewhere')).body.error.code).toBe('unknown_route');
    const bare = await upgradeRefusal('/graphql', []);
    expect([bare.status, bare.body.error.param]).toEqual([400, 'Sec-WebSocket-Protocol']);
    const headers = { connection: 'Upgrade', upgrade: 'h2c' };
    const asked = request(`${service.url}/health/live`, { headers }).end();
    const [answer] = await once(asked, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });

  it("carries its request's identifier", async () => {
    const headers = { 'api-key': shop.key, 'x-request-id': 'of-the-caller' };
    const client = await letIn(service, null, { headers });
    const live = client.subscribe('{ viewer { keyKind } }');
    await live.refusal();
    expect(live.errors[0]!.extensions.request_id).toBe('of-the-caller');
    await client.close();
    await expect.poll(() => service.logs.at(-1)).toContain('"request_id":"of-the-caller"');
  });

  it('leaves one line in the log, without what was asked', async () => {
    const client = await letIn(service, shop.key);
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
});

describe('a service that ends', () => {
  it('takes no more connections, and sends those it has elsewhere', async () => {
    const ending = await startTestService();
    const merchant = await sandboxShop(ending);
    const client = await connect(ending, merchant.key);
    client.subscribe(paymentsLive);
    const silent = await connect(ending, merchant.key);
    // This one never says goodbye.
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
});
