import pg from 'pg';
import { afterEach, expect } from 'vitest';
import { nodeOf } from '../../kit/citus.ts';
import { figure } from '../../kit/figure.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect, followPayments } from '../../shared/graphql/subscriptions/live.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  /**
   * Waits until the feed has been read several times: each read starts when the previous one's updates are delivered.
   */
  .extend('feedIsReadAgain', ({ service }) => async () => {
    const reads = () => service.statements.filter((text) => text.includes('as settled')).length;
    const before = reads();
    await expect.poll(reads).toBeGreaterThanOrEqual(before + 5);
  });

afterEach(closeAll);

test('A transaction in another database of the server delays live updates until it ends, without losing any', async ({
  api,
  feedIsReadAgain,
  service,
  shop,
  task,
}) => {
  const id = await shop.open();
  const live = await followPayments(service, shop.key, await connect(service, shop.key));
  const elsewhere = new pg.Client({ connectionString: await nodeOf(service.database.url, shop.merchantId) });
  await elsewhere.connect();
  try {
    await elsewhere.query('begin; select pg_current_xact_id()');
    expect((await api.post(`/payments/${id}`, { description: 'held up' })).status).toBe(200);
    await feedIsReadAgain();
    expect(live.received).toEqual([]);
    await elsewhere.query('commit');
    const ended = performance.now();
    await live.until((received) => received.length > 0);
    figure(task, `the first update ${Math.round(performance.now() - ended)} ms after the transaction's end`);
    expect(live.received.at(-1).paymentUpdated.payment.paymentId).toBe(id);
  } finally {
    await elsewhere.end();
  }
});

test('An idle transaction of the service delays live updates until the server ends it', async ({
  api,
  feedIsReadAgain,
  service,
  shop,
}) => {
  const id = await shop.open();
  const live = await followPayments(service, shop.key, await connect(service, shop.key));
  const { promise: isIdle, resolve: beIdle } = Promise.withResolvers<void>();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const { merchantId } = shop;
  const own = await shop.open();
  const describe = 'update payments set description = $3 where merchant_id = $1 and payment_id = $2';
  const still = service.database
    .transact(merchantId, async ({ rows }) => {
      const values = [merchantId, own, 'stands still'];
      await rows.query({ text: describe, values, touches: 'everything' }, merchantId);
      begin();
      await isIdle;
      // Five seconds by default, as test/waits/database/broken-connections.test.ts shows.
      const text = "set local idle_in_transaction_session_timeout = '50ms'";
      await rows.query({ text, values: [], touches: 'everything' }, null);
      await isOver;
      await rows.query({ text: 'select 1', values: [], touches: {} }, null);
    })
    .then(
      () => 'committed',
      () => 'ended',
    );
  await hasBegun;
  expect((await api.post(`/payments/${id}`, { description: 'held up' })).status).toBe(200);
  await feedIsReadAgain();
  expect(live.received).toEqual([]);
  beIdle();
  await live.until((received) => received.length > 0);
  end();
  expect(await still).toBe('ended');
});
