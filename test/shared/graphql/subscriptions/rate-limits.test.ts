import { expect } from 'vitest';
import { test as base } from '../../../kit/test.ts';
import { closeAll, connect, openConnection, paymentsLive } from './live.ts';
import { closeStreams, follow } from './live-stream.ts';

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  rateLimits: { graphql: 50, refusedKeys: 3 },
  trustProxy: ['loopback'],
}));

test.afterEach(() => {
  closeAll();
  closeStreams();
});

test('Starting a subscription counts like GraphQL over HTTP, even an invalid one', async ({
  graphql,
  service,
  shop,
}) => {
  const client = await connect(service, shop.key);
  for (let i = 0; i < 50; i++) {
    expect((await client.subscribe('subscription { nonsense }').refusal())[0]).toBe('query_invalid');
  }
  const live = client.subscribe(paymentsLive);
  expect(await live.refusal()).toEqual(['rate_limited', null]);
  const stream = follow(service, shop.key, paymentsLive);
  expect(await stream.refusal()).toEqual(['rate_limited', null]);
  for (const { errors } of [live, stream]) {
    expect(errors[0]!.extensions).toMatchObject({ type: 'rate_limit', retry_after: expect.any(Number) });
  }
  expect((await graphql.run('{ viewer { keyKind } }')).status).toBe(429);
});

test('An address with too many refused keys gets that error when it connects', async ({ service, shop }) => {
  const headers = { 'x-forwarded-for': '203.0.113.77' };
  for (let i = 0; i < 3; i++) {
    const client = await openConnection(service, `sk_test_wrong${i}`, { headers });
    expect(await client.closed).toEqual([4403, 'Forbidden']);
  }
  const refused = await openConnection(service, shop.key, { headers });
  expect(await refused.closed).toEqual([4429, expect.stringMatching(/^rate_limited: Too many invalid keys/)]);
  const stream = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'api-key': 'sk_test_wrong', accept: 'text/event-stream' },
  });
  expect(stream.status).toBe(429);
  const elsewhere = await openConnection(service, shop.key);
  expect(await elsewhere.acknowledged).toBe(true);
});
