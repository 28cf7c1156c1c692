import { expect } from 'vitest';
import { ANYWHERE } from '../../src/core/reads/index.ts';
import { test as base } from '../kit/test.ts';

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  admissionLimits: { readBurst: 0, readWaitMs: 100 },
}));

test('While reads are overdue, reads are refused on both faces, and payments and probes are served', async ({
  api,
  client,
  graphql,
  service,
  shop,
}) => {
  expect((await api.get('/payments/list')).status).toBe(200);
  // The connections of reads, and one that waits for them.
  const slow = Array.from({ length: 3 }, () =>
    service.database.requests.write.incoming.query({ text: 'select pg_sleep(1.5)', values: [] }, ANYWHERE),
  );
  await expect.poll(() => service.database.expectedWaitMs('read'), { interval: 20 }).toBeGreaterThan(100);
  const list = await api.get('/payments/list');
  expect(list).toMatchObject({ status: 503, body: { error: { type: 'api', code: 'overloaded' } } });
  expect(list.headers.get('retry-after')).toBe('1');
  expect(list.headers.get('x-request-id')).toBe(list.body.error.request_id);

  const page = await graphql.run('{ payments { totalCount } }');
  expect([page.status, page.errors[0]?.extensions]).toMatchObject([503, { code: 'overloaded' }]);
  expect(page.headers.get('retry-after')).toBe('1');

  // A body of unknown length is left to the application, which reads it whole.
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

  await Promise.all(slow);
  expect((await api.get('/payments/list')).status).toBe(200);
  // Each refused request is counted once, and no payment.
  const counted = () =>
    service.logs
      .filter((line) => line.includes('requests refused for load'))
      .reduce((reads, line) => reads + (JSON.parse(line) as { reads: number }).reads, 0);
  await expect.poll(counted).toBeGreaterThanOrEqual(3);
  expect(counted()).toBe(3);
  expect(service.logs.filter((line) => line.includes('"status":503'))).toEqual([]);
});
