import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, inject } from 'vitest';
import { closeAll, connect, followPayments } from '../graphql/subscriptions/live.ts';
import { figure } from '../kit/figure.ts';
import { sandboxShop } from '../kit/sandbox-shop.ts';
import { test as base } from '../kit/test.ts';

/** How long the other transaction stays open. */
const OPEN_MS = 1_500;

const test = base.extend('shop', ({ service }) => sandboxShop(service));

afterEach(closeAll);

test('A transaction in another database of the server holds live updates up until it ends, and loses none', async ({
  api,
  service,
  shop,
  task,
}) => {
  const id = await shop.open();
  const live = await followPayments(service, shop.key, await connect(service, shop.key));
  const elsewhere = new pg.Client({ connectionString: inject('superuserUrl') });
  await elsewhere.connect();
  try {
    await elsewhere.query('begin; select pg_current_xact_id()');
    expect((await api.post(`/payments/${id}`, { description: 'held up' })).status).toBe(200);
    await sleep(OPEN_MS);
    const before = live.received.length;
    await elsewhere.query('commit');
    const ended = performance.now();
    await live.until((received) => received.length > before);
    figure(
      task,
      `${before} updates in ${OPEN_MS} ms, the first ${Math.round(performance.now() - ended)} ms after its end`,
    );
    expect(before).toBe(0);
    expect(live.received.at(-1).paymentUpdated.payment.paymentId).toBe(id);
  } finally {
    await elsewhere.end();
  }
});

test("A transaction of the service's own that stands still holds live updates up for some seconds at most", async ({
  api,
  service,
  shop,
  task,
}) => {
  const id = await shop.open();
  const live = await followPayments(service, shop.key, await connect(service, shop.key));
  const still = service.database
    .transact(null, async ({ rows }) => {
      await rows.query({ text: 'select pg_current_xact_id()::text', values: [] }, null);
      await sleep(12_000);
      await rows.query({ text: 'select 1', values: [] }, null);
    })
    .then(
      () => 'committed',
      () => 'ended',
    );
  await sleep(200);
  expect((await api.post(`/payments/${id}`, { description: 'held up' })).status).toBe(200);
  const began = performance.now();
  await live.until((received) => received.length > 0);
  const heldUpMs = performance.now() - began;
  figure(task, `the update came after ${Math.round(heldUpMs)} ms, of a transaction of 12 000`);
  expect(heldUpMs).toBeLessThan(10_000);
  expect(await still).toBe('ended');
});
