import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { updateBusinessProfile } from '../../../src/core/business-profiles/business-profiles.ts';
import { updateMerchantAccount } from '../../../src/core/merchant-accounts/merchant-accounts.ts';
import { retryDelaysMs } from '../../../src/core/webhook-endpoints/retry-schedule.ts';
import { redeliverWebhook } from '../../../src/core/webhooks/redeliver-webhook.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { deliveriesOf, tell } from '../../kit/tell.ts';
import { type Reaction, startWebhookReceiver, type WebhookReceiver } from '../../kit/webhook-receiver.ts';

const KEY = 'signing_key_of_the_shop_0123456789';

let service: TestService;
let receiver: WebhookReceiver;
let shop: SeededMerchant;
let profileId: string;
let ahead = 0;

beforeAll(async () => {
  service = await startTestService({
    doesJobs: true,
    webhooks: { pollMs: 20 },
    now: () => new Date(Date.now() + ahead),
  });
});
afterAll(() => service.close());

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  shop = await seedMerchant(service);
  profileId = await shop.profile({
    payment_response_hash_key: KEY,
    webhook_details: { webhook_url: receiver.url },
  });
  return () => receiver.close();
});

const pass = (ms: number) => {
  ahead += ms;
};
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `pay_${i}`);
const tellOf = (objectIds: string[], of = profileId) =>
  tell(
    service,
    objectIds.map((objectId) => ({ merchantId: shop.merchantId, profileId: of, objectId })),
  );
const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
const triedTimes = (eventId: string, times: number) =>
  waitFor(async () => {
    const [delivery] = await deliveriesOf(service, [eventId]);
    expect(delivery!.attempt_count).toBe(times);
    return delivery!;
  });
const statuses = async (eventIds: string[]) =>
  (await deliveriesOf(service, eventIds)).map(({ status }) => status);
const allAre = (eventIds: string[], status: string) =>
  waitFor(async () => expect(new Set(await statuses(eventIds))).toEqual(new Set([status])));
const endpointRow = async () => {
  const text = 'select * from webhook_endpoints where merchant_id = $1 and profile_id = $2';
  return (await service.database.rows.query({ text, values: [shop.merchantId, profileId] }, null))[0];
};
const restsMs = async () =>
  new Date((await endpointRow())!.resting_until as string).getTime() - Date.now() - ahead;

/** Waits until the dispatcher has looked around everywhere: what another endpoint is sent now has come. */
async function lookedAround(): Promise<void> {
  const other = await startWebhookReceiver();
  const profile = await shop.profile({
    payment_response_hash_key: KEY,
    webhook_details: { webhook_url: other.url },
  });
  for (let i = 0; i < 2; i += 1) await allAre(await tellOf([`pay_other_${i}`], profile), 'delivered');
  await other.close();
}
const contextOf = () =>
  service.contextFor({ kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId }, 'req_test');

test('A delivery is attempted ten times by the retry schedule and then fails', async () => {
  receiver.react(() => ({ status: 500 }));
  const [eventId] = await tellOf(['pay_1']);
  for (const [i, delayMs] of retryDelaysMs.entries()) {
    const { attempts, next_attempt_at: next, status } = await triedTimes(eventId!, i + 1);
    expect(status).toBe('pending');
    const { duration_ms, started_at } = (attempts as { started_at: string; duration_ms: number }[])[i]!;
    const waitsMs = new Date(next as string).getTime() - new Date(started_at).getTime();
    expect(waitsMs).toBeGreaterThanOrEqual(delayMs);
    // A tenth more at most; and what it took to be answered and recorded, on however slow a machine.
    expect(waitsMs - duration_ms).toBeLessThan(delayMs * 1.1 + 5_000);
    pass(waitsMs);
  }
  const over = await triedTimes(eventId!, 10);
  expect(over).toMatchObject({ status: 'failed', next_attempt_at: null, status_code: 500 });
  expect(over.completed_at).not.toBe(null);
  expect(receiver.arrivals.length).toBe(10);
}, 60_000);

test('Retry-After defers one delivery, and with 429 the whole endpoint', async () => {
  receiver.react(() => ({ status: 500, headers: { 'retry-after': '3600' } }));
  const [one] = await tellOf(['pay_1']);
  const { next_attempt_at: next } = await triedTimes(one!, 1);
  expect(new Date(next as string).getTime() - Date.now() - ahead).toBeGreaterThan(3_500_000);
  expect(await endpointRow()).toBe(undefined);

  receiver.react(() => ({ status: 429, headers: { 'retry-after': '600' } }));
  const [two] = await tellOf(['pay_2']);
  await triedTimes(two!, 1);
  expect(await restsMs()).toBeGreaterThan(500_000);
  receiver.react(() => ({ status: 204 }));
  const [three] = await tellOf(['pay_3']);
  await lookedAround();
  expect(receiver.arrivals.length).toBe(2);
  pass(601_000);
  await allAre([two!, three!], 'delivered');
  expect(await statuses([one!])).toEqual(['pending']);
  pass(3_600_000);
  await allAre([one!], 'delivered');
});

/** How many events have come. One that is broken off on a connection that was kept open is sent once more at once. */
const tried = () => new Set(receiver.arrivals.map(({ eventId }) => eventId)).size;

test("An open circuit defers the endpoint's deliveries, and one delivery probes it afterwards", async () => {
  receiver.react(() => 'reset');
  const ids = await tellOf(numbered(20));
  await waitFor(async () => expect(await endpointRow()).toMatchObject({ failures: 5 }));
  const underWay = async () => (await deliveriesOf(service, ids)).filter(({ lease }) => lease !== null);
  await waitFor(async () => expect(await underWay()).toEqual([]));
  // Eight may be under way at once; the first four to be over make room for others, the fifth opens the breaker.
  const first = tried();
  expect(first).toBeGreaterThanOrEqual(5);
  expect(first).toBeLessThanOrEqual(12);
  pass(6_000);
  await lookedAround();
  expect(tried()).toBe(first);
  const counts = (await deliveriesOf(service, ids)).map(({ attempt_count: count }) => count);
  expect(counts.sort()).toEqual([...Array(20 - first).fill(0), ...Array(first).fill(1)]);

  pass(12_000);
  await waitFor(async () => expect(await endpointRow()).toMatchObject({ failures: 6 }));
  await lookedAround();
  // One try: of a delivery that had none yet, or once more of one that had.
  const counted = (await deliveriesOf(service, ids)).reduce((sum, row) => sum + Number(row.attempt_count), 0);
  expect(counted).toBe(first + 1);
  expect(await restsMs()).toBeGreaterThan(20_000);

  receiver.react(() => ({ status: 200 }));
  pass(40_000);
  await waitFor(async () => expect(await endpointRow()).toMatchObject({ failures: 0, resting_until: null }));
  pass(retryDelaysMs[1]! * 1.1);
  await allAre(ids, 'delivered');
  const warned = service.logs.filter((line) => line.includes(profileId) && line.includes('"level":"warn"'));
  expect(warned.length).toBe(1);
  expect(warned[0]).toContain('circuit opened');
});

test('An endpoint that responds with 410 is stopped until it is configured again', async () => {
  receiver.react(({ objectId }) => ({ status: objectId === 'pay_0' ? 410 : 500 }));
  const waiting = await tellOf(['pay_1', 'pay_1']);
  await triedTimes(waiting[0]!, 1);
  const [gone] = await tellOf(['pay_0']);
  const ids = [...waiting, gone!];
  await allAre(ids, 'failed');
  const found = await deliveriesOf(service, ids);
  expect(found.map(({ attempt_count: count }) => count)).toEqual([1, 0, 1]);
  for (const { error_message: message } of found) expect(message).toContain('410 (Gone)');
  expect((await endpointRow())!.stopped_at).not.toBe(null);
  await expect(redeliverWebhook(contextOf(), { event_id: gone! })).rejects.toMatchObject({
    code: 'unexpected_state',
  });

  receiver.react(() => ({ status: 200 }));
  await updateBusinessProfile(contextOf(), profileId, { webhook_details: { webhook_url: receiver.url } });
  expect(await endpointRow()).toBe(undefined);
  await redeliverWebhook(contextOf(), { event_id: gone! });
  await waitFor(async () => expect((await statuses([gone!])).sort()).toEqual(['delivered', 'failed']));
  await allAre(await tellOf(['pay_1']), 'delivered');
});

test("An endpoint restarts when the merchant account's webhook URL is set again", async () => {
  receiver.react(() => ({ status: 410 }));
  await allAre(await tellOf(['pay_1']), 'failed');
  await waitFor(async () => expect((await endpointRow())?.stopped_at).not.toBe(null));
  await updateMerchantAccount(contextOf(), shop.merchantId, {
    webhook_details: { webhook_url: receiver.url },
  });
  expect(await endpointRow()).toBe(undefined);
});

test.each<[string, Reaction, number]>([
  ['410', { status: 410 }, 1],
  ['429', { status: 429, headers: { 'retry-after': '3600' } }, 1],
  ['nothing, five times', 'reset', 5],
])(
  'A late response from the former URL does not count against the new one: %s',
  async (_name, late, count) => {
    const next = await startWebhookReceiver();
    const changes = { webhook_details: { webhook_url: next.url } };
    let moved: Promise<void> | undefined;
    receiver.react(async () => {
      moved ??= updateBusinessProfile(contextOf(), profileId, changes);
      await moved;
      return late;
    });
    const ids = await tellOf(numbered(count));
    await allAre(ids, 'delivered');
    expect(next.arrivals.map(({ eventId }) => eventId).sort()).toEqual([...ids].sort());
    expect(await endpointRow()).toBe(undefined);
    await next.close();
  },
);
