import { randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createDatabase } from '../../kit/database.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../kit/service.ts';
import { deliveriesOf, tell } from '../../kit/tell.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../kit/webhook-receiver.ts';

const KEY = 'signing_key_of_the_shop_0123456789';
const numbered = (count: number) => Array.from({ length: count }, (_, i) => i);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await startTestService({ doesJobs: true, ...options });
  closing.push(service.close);
  return service;
}

/** An endpoint of a profile of its own. */
async function endpoint(shop: SeededMerchant): Promise<{ receiver: WebhookReceiver; profileId: string }> {
  const receiver = await startWebhookReceiver();
  closing.push(receiver.close);
  const profileId = await shop.profile({
    payment_response_hash_key: KEY,
    webhook_details: { webhook_url: receiver.url },
  });
  return { receiver, profileId };
}
const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

test('Endpoints that never respond delay no other endpoint', async () => {
  const service = await start();
  const shop = await seedMerchant(service);
  // Together they could hold more tries than a process makes at once.
  const dead = await Promise.all(numbered(6).map(() => endpoint(shop)));
  for (const { receiver } of dead) receiver.react(() => 'hang');
  const { merchantId } = shop;
  const about = (profileId: string, count: number) =>
    numbered(count).map((i) => ({ merchantId, profileId, objectId: `pay_${i}` }));
  const hanging = await tell(
    service,
    dead.flatMap(({ profileId }) => about(profileId, 60)),
  );
  await waitFor(() => {
    const came = dead.map(({ receiver }) => receiver.arrivals.length);
    expect(came.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(32);
  });

  const alive = await Promise.all(numbered(3).map(() => endpoint(shop)));
  const ids = await tell(
    service,
    alive.flatMap(({ profileId }) => about(profileId, 50)),
  );
  await waitFor(() => expect(alive.map(({ receiver }) => receiver.arrivals.length)).toEqual([50, 50, 50]));
  // Not one of the dead has been given up on meanwhile, so nobody waited for that.
  const found = await deliveriesOf(service, hanging);
  expect(found.every(({ attempt_count: count, status }) => count === 0 && status === 'pending')).toBe(true);
  for (const { receiver } of dead) expect(receiver.arrivals.length).toBeLessThanOrEqual(8);
  await waitFor(async () => {
    const all = await deliveriesOf(service, ids);
    expect(all.every(({ status }) => status === 'delivered')).toBe(true);
  });
}, 40_000);

test('Two dispatchers deliver each event once, and those of an object in order', async () => {
  const common = { databaseUrl: await createDatabase(), encryptionKey: randomBytes(32) };
  const left = await start(common);
  await start(common);
  const shop = await seedMerchant(left);
  const { merchantId } = shop;
  const endpoints = await Promise.all(numbered(3).map(() => endpoint(shop)));
  const told = numbered(300).map((i) => {
    const { profileId } = endpoints[i % 3]!;
    return { merchantId, profileId, objectId: `pay_${i % 60}` };
  });
  const ids = await tell(left, told);
  await waitFor(async () => {
    const found = await deliveriesOf(left, ids);
    expect(found.filter(({ status }) => status === 'delivered').length).toBe(300);
  });
  const arrivals = endpoints.flatMap(({ receiver }) => receiver.arrivals);
  expect(arrivals.map(({ eventId }) => eventId).sort()).toEqual([...ids].sort());
  for (const i of numbered(60)) {
    const ofObject = ids.filter((_id, place) => place % 60 === i);
    const came = arrivals.filter(({ objectId }) => objectId === `pay_${i}`);
    expect(came.map(({ eventId }) => eventId)).toEqual(ofObject);
  }
}, 40_000);

test('A dispatcher that stops releases its leases', async () => {
  const common = { databaseUrl: await createDatabase(), encryptionKey: randomBytes(32) };
  const left = await startTestService({ doesJobs: true, ...common });
  const shop = await seedMerchant(left);
  const { profileId, receiver } = await endpoint(shop);
  receiver.react(() => 'hang');
  const ids = await tell(left, [{ merchantId: shop.merchantId, profileId, objectId: 'pay_1' }]);
  await waitFor(() => expect(receiver.arrivals.length).toBe(1));
  await left.close();

  receiver.react(() => ({ status: 200 }));
  const right = await start(common);
  const [delivery] = await waitFor(async () => {
    const found = await deliveriesOf(right, ids);
    expect(found[0]!.status).toBe('delivered');
    return found;
  });
  // At once, not when the lease would have run out; and nothing is known of the try that was broken off.
  expect(delivery!.attempt_count).toBe(1);
  expect(receiver.arrivals.length).toBe(2);
}, 40_000);

test('A dispatcher continues after the database was unavailable', async () => {
  const service = await start({ webhooks: { pollMs: 50 } });
  const shop = await seedMerchant(service);
  const { profileId, receiver } = await endpoint(shop);
  // Every connection there is breaks, the one that listens too.
  await service.database.pool
    .query(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`)
    .catch(() => {});
  const told = [{ merchantId: shop.merchantId, profileId, objectId: 'pay_1' }];
  const ids = await waitFor(() => tell(service, told));
  await waitFor(async () => expect((await deliveriesOf(service, ids))[0]!.status).toBe('delivered'));
  expect(receiver.arrivals.length).toBeGreaterThanOrEqual(1);
}, 40_000);
