import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '../../src/core/foundation/errors.ts';
import { type Client, clientOf } from '../kit/client.ts';
import { seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const secret = '4242424242424242';

let service: TestService;
let client: Client;

const failing = (code: string) => Object.assign(new Error('it failed'), { code });

/** What the database may do to a request. */
const failures: Record<string, () => Promise<unknown>> = {
  refused: () => Promise.reject(failing('ECONNREFUSED')),
  starting: () => Promise.reject(failing('57P03')),
  crowded: () => Promise.reject(failing('53300')),
  pool: () => Promise.reject(new Error('timeout exceeded when trying to connect')),
  wrapped: () => Promise.reject(new Error('wrapped', { cause: failing('ECONNRESET') })),
  slow: () =>
    service.database.rows.query(
      { text: 'select pg_sleep(5) from (select set_config($1, $2, false)) s', values: ['x.y', secret] },
      null,
    ),
  bug: async () => JSON.parse(`${secret}!`),
  data: () => service.database.rows.query({ text: 'select $1::int', values: [`${secret}!`] }, null),
  thrown: () => Promise.reject(secret),
  limited: () => Promise.reject(new Problem('rate_limited', 'Too many.', { retryAfterS: 7 })),
};

beforeAll(async () => {
  const routes = express.Router();
  routes.get('/fail/:how', async (req) => {
    await failures[req.params.how]!();
  });
  routes.get('/half', (_req, res) => {
    res.writeHead(200, { 'content-length': '100' });
    res.write('{"a":', () => res.emit('error', new Error('cut')));
    throw new Error('too late');
  });
  service = await startTestService({ routes });
  client = clientOf(service);
});

afterAll(() => service.close());

describe('a failure', () => {
  it.each(['refused', 'starting', 'crowded', 'pool', 'wrapped'])(
    'of the connection to the database (%s) is worth another try',
    async (how) => {
      const { status, body, headers, text } = await client.get(`/fail/${how}`);
      expect([status, body.error.code]).toEqual([503, 'database_unavailable']);
      expect(headers.get('retry-after')).toBe('1');
      expect(text).not.toContain(secret);
    },
  );

  it('of a statement that took too long is worth another try', async () => {
    const answer = client.get('/fail/slow');
    const text = `select pg_cancel_backend(pid) as done from pg_stat_activity
      where query like 'select pg_sleep(5)%' and datname = current_database()`;
    await expect
      .poll(() => service.database.rows.query({ text, values: [] }, null))
      .toEqual([{ done: true }]);
    const { status, body, headers } = await answer;
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '1']);
  });

  it.each(['bug', 'data', 'thrown'])('of our own (%s) tells nothing but the request id', async (how) => {
    const { status, body, headers, text } = await client.get(`/fail/${how}?card=${secret}`, {
      headers: { 'x-request-id': `request-${how}`, authorization: secret, cookie: secret },
      key: secret,
    });
    expect(status).toBe(500);
    expect(body.error).toEqual({
      type: 'api',
      code: 'internal_error',
      message: 'Something went wrong on our side. Quote the request id to support.',
      param: null,
      request_id: headers.get('x-request-id'),
    });
    expect(text).not.toContain(secret);
    const logged = service.logs.map((line) => JSON.parse(line)).filter((line) => line.err);
    const ours = logged.find((line) => line.request_id === `request-${how}`);
    expect(ours).toMatchObject({ level: 'error', msg: 'internal_error' });
    if (how !== 'thrown') expect(ours.err.stack).toContain('failures.test.ts');
    expect(service.logs.filter((line) => line.includes(secret))).toEqual([]);
  });

  it('that says when to come back says so in Retry-After', async () => {
    const { status, headers } = await client.get('/fail/limited');
    expect([status, headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('after half an answer breaks the answer off', async () => {
    await expect(client.get('/half')).rejects.toThrow();
    expect((await client.get('/health/live')).status).toBe(200);
  });
});

describe('the log', () => {
  it('has one line for a request: who asked for what, and how it went', async () => {
    const shop = await seedMerchant(service);
    const before = service.logs.length;
    await client.get(`/payments/list?customer_id=${secret}`, {
      key: shop.key,
      headers: { 'x-request-id': 'request-logged' },
    });
    await expect.poll(() => service.logs.length).toBe(before + 1);
    expect(JSON.parse(service.logs.at(-1)!)).toEqual({
      level: 'info',
      time: expect.any(String),
      request_id: 'request-logged',
      method: 'GET',
      route: '/payments/list',
      status: 200,
      duration_ms: expect.any(Number),
      key_kind: 'api_key',
      merchant_id: shop.merchantId,
      msg: 'answered',
    });
    expect(service.logs.filter((line) => line.includes(shop.key))).toEqual([]);
  });

  it('never holds the path itself', async () => {
    await client.get(`/payment_methods/${secret}`);
    await client.get(`/${secret}`);
    expect(service.logs.filter((line) => line.includes(secret))).toEqual([]);
  });

  it('speaks of probes only when asked for everything', async () => {
    const before = service.logs.length;
    await client.get('/health/live');
    await expect.poll(() => service.logs.length).toBe(before + 1);
    expect(JSON.parse(service.logs.at(-1)!).level).toBe('debug');
  });
});
