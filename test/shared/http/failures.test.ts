import express from 'express';
import { expect } from 'vitest';
import { Problem } from '../../../src/core/foundation/errors.ts';
import type { RowSource, Transact } from '../../../src/core/foundation/transaction.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const secret = '4242424242424242';

/** The service's database, for routes that provoke database errors. */
let rows: RowSource;
let transact: Transact;

/** The statements of sessions that are terminated, by phase. */
const ENDED: Record<string, string> = { read: 'select pg_sleep(7)', write: 'select pg_sleep(8)' };

const failing = (code: string) => Object.assign(new Error('it failed'), { code });

const routes = express.Router();
routes.get('/fail/:how', async (req) => {
  await failures[req.params.how]!();
});
routes.get('/half', (_req, res) => {
  res.writeHead(200, { 'content-length': '100' });
  res.write('{"a":', () => res.emit('error', new Error('cut')));
  throw new Error('too late');
});

/** Failures of a request, by name. */
const failures: Record<string, () => Promise<unknown>> = {
  refused: () => Promise.reject(failing('ECONNREFUSED')),
  starting: () => Promise.reject(failing('57P03')),
  crowded: () => Promise.reject(failing('53300')),
  pool: () => Promise.reject(new Error('timeout exceeded when trying to connect')),
  wrapped: () => Promise.reject(new Error('wrapped', { cause: failing('ECONNRESET') })),
  slow: () =>
    rows.query(
      {
        text: 'select pg_sleep(5) from (select set_config($1, $2, false)) s',
        values: ['x.y', secret],
        touches: {},
      },
      null,
    ),
  'ended-read': () => rows.query({ text: ENDED.read!, values: [], touches: 'everything' }, null),
  'ended-write': () =>
    transact(null, (tx) => tx.rows.query({ text: ENDED.write!, values: [], touches: 'everything' }, null)),
  bug: async () => JSON.parse(`${secret}!`),
  data: () => rows.query({ text: 'select $1::int', values: [`${secret}!`], touches: {} }, null),
  thrown: () => Promise.reject(secret),
  limited: () => Promise.reject(new Problem('rate_limited', 'Too many.', { retryAfterS: 7 })),
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ routes }))
  /** The lines logged for a request. */
  .extend('linesOf', ({ service }) => (requestId: string) => {
    const lines = service.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
    return lines.filter(({ request_id: id }) => id === requestId);
  });

test.beforeAll(({ service }) => {
  ({ rows, transact } = service.database);
});

test.for(['refused', 'starting', 'crowded', 'pool', 'wrapped'])(
  'A database connection failure (%s) is a 503 that allows an immediate retry',
  async (how, { client }) => {
    const { status, body, headers, text } = await client.get(`/fail/${how}`);
    expect([status, body.error.code]).toEqual([503, 'database_unavailable']);
    expect(headers.get('retry-after')).toBe('1');
    expect(text).not.toContain(secret);
  },
);

test('A statement timeout is a 503 that allows an immediate retry', async ({ client, service }) => {
  const response = client.get('/fail/slow');
  const text = `select pg_cancel_backend(pid) as done from pg_stat_activity
      where query like 'select pg_sleep(5)%' and datname = current_database()`;
  await expect.poll(() => service.database.rows.query({ text, values: [] }, null)).toEqual([{ done: true }]);
  const { status, body, headers } = await response;
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '1']);
});

test.for(['read', 'write'])(
  'A session terminated during a %s is a 503 that allows an immediate retry',
  async (how, { client, service }) => {
    const response = client.get(`/fail/ended-${how}`);
    const text = `select pg_terminate_backend(pid) as done from pg_stat_activity
      where query = '${ENDED[how]}' and datname = current_database()`;
    await expect
      .poll(() => service.database.rows.query({ text, values: [] }, null))
      .toEqual([{ done: true }]);
    const { status, body, headers } = await response;
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'database_unavailable', '1']);
  },
);

test.for(['bug', 'data', 'thrown'])(
  "An internal error (%s) discloses only the request's identifier",
  async (how, { client, service }) => {
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
    const line = logged.find((line) => line.request_id === `request-${how}`);
    expect(line).toMatchObject({ level: 'error', msg: 'internal_error' });
    if (how !== 'thrown') expect(line.err.stack).toContain('failures.test.ts');
    expect(service.logs.filter((line) => line.includes(secret))).toEqual([]);
  },
);

test('An error that allows a later retry sets Retry-After', async ({ client }) => {
  const { status, headers } = await client.get('/fail/limited');
  expect([status, headers.get('retry-after')]).toEqual([429, '7']);
});

test('A failure in the middle of a response closes the connection', async ({ client }) => {
  await expect(client.get('/half')).rejects.toThrow();
  expect((await client.get('/health/live')).status).toBe(200);
});

test('The log has one line per request, with its route, outcome, key kind and merchant', async ({
  client,
  linesOf,
  service,
}) => {
  const shop = await seedMerchant(service);
  await client.get(`/payments/list?customer_id=${secret}`, {
    key: shop.key,
    headers: { 'x-request-id': 'request-logged' },
  });
  // The next request is logged after it.
  await client.get('/health/live', { headers: { 'x-request-id': 'request-after' } });
  await expect.poll(() => linesOf('request-after')).toHaveLength(1);
  const lines = linesOf('request-logged');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toEqual({
    level: 'info',
    time: expect.any(String),
    request_id: 'request-logged',
    method: 'GET',
    route: '/payments/list',
    operation: 'listPayments',
    code: null,
    status: 200,
    duration_ms: expect.any(Number),
    key_kind: 'api_key',
    merchant_id: shop.merchantId,
    msg: 'answered',
  });
  expect(service.logs.filter((line) => line.includes(shop.key))).toEqual([]);
});

test("The log never contains a request's path", async ({ client, service }) => {
  await client.get(`/payment_methods/${secret}`);
  await client.get(`/${secret}`);
  expect(service.logs.filter((line) => line.includes(secret))).toEqual([]);
});

test('Health checks are logged at level debug', async ({ client, linesOf }) => {
  await client.get('/health/live', { headers: { 'x-request-id': 'request-of-health' } });
  await expect.poll(() => linesOf('request-of-health')).toMatchObject([{ level: 'debug' }]);
});
