import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase } from '../../../kit/database.ts';
import { deliveriesOf, recordEvents } from '../../../kit/record-events.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../../kit/service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../kit/webhook-receiver.ts';

const KEY = 'signing_key_of_the_shop_0123456789';
const numbered = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Starts a service with a dispatcher, closed when the test ends. */
async function start(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await startTestService({ doesJobs: true, ...options });
  onTestFinished(service.close);
  return service;
}

/** Starts a receiver that is the endpoint of a new profile, closed when the test ends. */
async function endpoint(shop: SeededMerchant): Promise<{ receiver: WebhookReceiver; profileId: string }> {
  const receiver = await startWebhookReceiver();
  onTestFinished(receiver.close);
  const profileId = await shop.profile({
    payment_response_hash_key: KEY,
    webhook_details: { webhook_url: receiver.url },
  });
  return { receiver, profileId };
}
const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

test('Endpoints that never respond delay no other endpoint', async () => {
  const service = await start({ webhooks: { timeoutMs: 600_000, leaseMs: 1_200_000 } });
  const shop = await seedMerchant(service);
  // Together they could hold more attempts than one dispatcher makes at once.
  const unresponsive = await Promise.all(numbered(6).map(() => endpoint(shop)));
  for (const { receiver } of unresponsive) receiver.react(() => 'hang');
  const { merchantId } = shop;
  const about = (profileId: string, count: number) =>
    numbered(count).map((i) => ({ merchantId, profileId, objectId: `pay_${i}` }));
  const hanging = await recordEvents(
    service,
    unresponsive.flatMap(({ profileId }) => about(profileId, 60)),
  );
  await waitFor(() => {
    const arrived = unresponsive.map(({ receiver }) => receiver.arrivals.length);
    expect(arrived.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(32);
  });

  const responsive = await Promise.all(numbered(3).map(() => endpoint(shop)));
  const ids = await recordEvents(
    service,
    responsive.flatMap(({ profileId }) => about(profileId, 50)),
  );
  await waitFor(() =>
    expect(responsive.map(({ receiver }) => receiver.arrivals.length)).toEqual([50, 50, 50]),
  );
  // No attempt at an unresponsive endpoint has ended so far, so no other delivery waited for one.
  const found = await deliveriesOf(service, hanging);
  expect(found.every(({ attempt_count: count, status }) => count === 0 && status === 'pending')).toBe(true);
  for (const { receiver } of unresponsive) expect(receiver.arrivals.length).toBeLessThanOrEqual(8);
  await waitFor(async () => {
    const all = await deliveriesOf(service, ids);
    expect(all.every(({ status }) => status === 'delivered')).toBe(true);
  });
});

test("Two dispatchers deliver each event once, and an object's events in order", async () => {
  const common = { databaseUrl: await createDatabase(), encryptionKey: randomBytes(32) };
  const left = await start(common);
  await start(common);
  const shop = await seedMerchant(left);
  const { merchantId } = shop;
  const endpoints = await Promise.all(numbered(3).map(() => endpoint(shop)));
  const events = numbered(300).map((i) => {
    const { profileId } = endpoints[i % 3]!;
    return { merchantId, profileId, objectId: `pay_${i % 60}` };
  });
  const ids = await recordEvents(left, events);
  await waitFor(async () => {
    const found = await deliveriesOf(left, ids);
    expect(found.filter(({ status }) => status === 'delivered').length).toBe(300);
  });
  const arrivals = endpoints.flatMap(({ receiver }) => receiver.arrivals);
  expect(arrivals.map(({ eventId }) => eventId).sort()).toEqual([...ids].sort());
  for (const i of numbered(60)) {
    const ofObject = ids.filter((_id, place) => place % 60 === i);
    const arrived = arrivals.filter(({ objectId }) => objectId === `pay_${i}`);
    expect(arrived.map(({ eventId }) => eventId)).toEqual(ofObject);
  }
});

test('A dispatcher that stops releases its leases', async () => {
  const common = { databaseUrl: await createDatabase(), encryptionKey: randomBytes(32) };
  const left = await startTestService({ doesJobs: true, ...common });
  const shop = await seedMerchant(left);
  const { profileId, receiver } = await endpoint(shop);
  receiver.react(() => 'hang');
  const ids = await recordEvents(left, [{ merchantId: shop.merchantId, profileId, objectId: 'pay_1' }]);
  await waitFor(() => expect(receiver.arrivals.length).toBe(1));
  await left.close();

  receiver.react(() => ({ status: 200 }));
  const right = await start(common);
  const [delivery] = await waitFor(async () => {
    const found = await deliveriesOf(right, ids);
    expect(found[0]!.status).toBe('delivered');
    return found;
  });
  // Immediately, not at the lease's expiry; the aborted attempt is not recorded.
  expect(delivery!.attempt_count).toBe(1);
  expect(receiver.arrivals.length).toBe(2);
});

test('A dispatcher continues after the database was unavailable', async () => {
  const service = await start({ webhooks: { pollMs: 50 } });
  const shop = await seedMerchant(service);
  const { profileId, receiver } = await endpoint(shop);
  // Breaks every connection, including the listener for notifications.
  await service.database.pool
    .query(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`)
    .catch(() => {});
  const events = [{ merchantId: shop.merchantId, profileId, objectId: 'pay_1' }];
  const ids = await waitFor(() => recordEvents(service, events));
  await waitFor(async () => expect((await deliveriesOf(service, ids))[0]!.status).toBe('delivered'));
  expect(receiver.arrivals.length).toBeGreaterThanOrEqual(1);
});
