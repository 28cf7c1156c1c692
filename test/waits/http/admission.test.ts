import { expect } from 'vitest';
import { ANYWHERE } from '../../../src/core/reads/index.ts';
import type { Database } from '../../../src/database/database.ts';
import { test as base } from '../../kit/test.ts';

/** The expected wait of requests, by default the database's estimate. */
let expectedMs: number | null = null;

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  admissionLimits: { readBurst: 0, readWaitMs: 100 },
  replaceDatabase: (database: Database): Database => ({
    ...database,
    expectedWaitMs: (kind) => expectedMs ?? database.expectedWaitMs(kind),
  }),
}));

test.afterEach(() => {
  expectedMs = null;
});

test('Reads are refused while earlier ones wait for the database', async ({ api, service }) => {
  expect((await api.get('/payments/list')).status).toBe(200);
  // The connections of reads, and one waiting for them.
  let running = 3;
  for (let i = 0; i < 3; i += 1)
    void service.database.requests.write.incoming
      .query({ text: 'select pg_sleep(60)', values: [], touches: {} }, ANYWHERE)
      .catch(() => {
        running -= 1;
      });
  // A list requested before would wait with them.
  await expect.poll(() => service.database.expectedWaitMs('read'), { interval: 20 }).toBeGreaterThan(100);
  expect((await api.get('/payments/list')).body.error?.code).toBe('overloaded');
  const session = await service.database.openSession();
  const left = async () => {
    await session.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where query = 'select pg_sleep(60)' and state = 'active' and datname = current_database()`,
    );
    return running;
  };
  await expect.poll(left).toBe(0);
  await session.end();
  expect((await api.get('/payments/list')).status).toBe(200);
});

test('While reads are overdue, reads are refused over both APIs, and payments and probes are served', async ({
  api,
  client,
  graphql,
  service,
  shop,
}) => {
  const refusedBefore = service.vitals().refusedForLoad.read;
  expectedMs = 60_000;
  const list = await api.get('/payments/list');
  expect(list).toMatchObject({ status: 503, body: { error: { type: 'api', code: 'overloaded' } } });
  expect(list.headers.get('retry-after')).toBe('1');
  expect(list.headers.get('x-request-id')).toBe(list.body.error.request_id);

  const page = await graphql.run('{ payments { totalCount } }');
  expect([page.status, page.errors[0]?.extensions]).toMatchObject([503, { code: 'overloaded' }]);
  expect(page.headers.get('retry-after')).toBe('1');

  // The application reads a body of unknown length completely.
  const pieces = ReadableStream.from([
    Buffer.from('{"query":"{ payments '),
    Buffer.from('{ totalCount } }"}'),
  ]);
  const headers = { 'api-key': shop.key, 'content-type': 'application/json' };
  const streamed = { method: 'POST', headers, body: pieces, duplex: 'half' } as RequestInit;
  expect((await fetch(`${service.url}/graphql`, streamed)).status).toBe(503);

  const input = { amount: 100, currency: 'EUR' };
  const paid = await graphql.mutate('createPayment', input, 'payment { status }');
  expect(paid.payload.payment).toEqual({ status: 'requires_payment_method' });
  expect((await client.get('/health/live')).status).toBe(200);
  expect((await client.get('/health/ready')).status).toBe(200);

  expectedMs = null;
  expect((await api.get('/payments/list')).status).toBe(200);
  // Each refused read is counted once, and no payment is refused.
  const counted = () =>
    service.logs
      .filter((line) => line.includes('requests refused for load'))
      .reduce((reads, line) => reads + (JSON.parse(line) as { reads: number }).reads, 0);
  expect(service.vitals().refusedForLoad.read - refusedBefore).toBe(3);
  await expect.poll(counted).toBe(refusedBefore + 3);
  expect(service.logs.filter((line) => line.includes('"status":503'))).toEqual([]);
});
