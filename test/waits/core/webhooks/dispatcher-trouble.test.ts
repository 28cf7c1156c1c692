import { expect, vi } from 'vitest';
import { updateBusinessProfile } from '../../../../src/core/business-profiles/business-profiles.ts';
import { updateMerchantAccount } from '../../../../src/core/merchant-accounts/merchant-accounts.ts';
import { retryDelaysMs } from '../../../../src/core/webhook-endpoints/endpoint-health.ts';
import { redeliverWebhook } from '../../../../src/core/webhooks/redeliver-webhook.ts';
import { sendTestWebhook } from '../../../../src/core/webhooks/send-test-webhook.ts';
import { deliveriesOf, recordEvents } from '../../../kit/record-events.ts';
import { test as base } from '../../../kit/test.ts';
import { type Reaction, startWebhookReceiver } from '../../../kit/webhook-receiver.ts';

const KEY = 'signing_key_of_the_shop_0123456789';
/** The clock stands still unless advanced. */
let nowMs = Date.now();
const advanceClock = (ms: number) => {
  nowMs += ms;
};
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `pay_${i}`);
const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

const healthy = { failures: 0, resting_until: null, stopped_at: null };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    doesJobs: true,
    webhooks: { pollMs: 20 },
    now: () => new Date(nowMs),
  }))
  .extend('receiver', async ({ onTestFinished }) => {
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    return receiver;
  })
  .extend('profileId', ({ receiver, shop }) =>
    shop.profile({ payment_response_hash_key: KEY, webhook_details: { webhook_url: receiver.url } }),
  )
  .extend(
    'recordEvents',
    ({ profileId, service, shop }) =>
      (objectIds: string[], profile = profileId) =>
        recordEvents(
          service,
          objectIds.map((objectId) => ({ merchantId: shop.merchantId, profileId: profile, objectId })),
        ),
  )
  .extend(
    'expectAttempts',
    ({ service }) =>
      (eventId: string, times: number) =>
        waitFor(async () => {
          const [delivery] = await deliveriesOf(service, [eventId]);
          expect(delivery!.attempt_count).toBe(times);
          return delivery!;
        }),
  )
  .extend(
    'statuses',
    ({ service }) =>
      async (eventIds: string[]) =>
        (await deliveriesOf(service, eventIds)).map(({ status }) => status),
  )
  .extend(
    'expectStatus',
    ({ statuses }) =>
      (eventIds: string[], status: string) =>
        waitFor(async () => expect(new Set(await statuses(eventIds))).toEqual(new Set([status]))),
  )
  .extend('endpointRow', ({ profileId, service, shop }) => async () => {
    const text = 'select * from webhook_endpoint_states where merchant_id = $1 and profile_id = $2';
    return (await service.database.rows.query({ text, values: [shop.merchantId, profileId] }, null))[0];
  })
  .extend(
    'pausedMs',
    ({ endpointRow }) =>
      async () =>
        new Date((await endpointRow())!.resting_until as string).getTime() - nowMs,
  )
  /** Waits until the dispatcher has scanned every endpoint, by deliveries to another one. */
  .extend('dispatcherHasScanned', ({ expectStatus, recordEvents, shop }) => async (): Promise<void> => {
    const other = await startWebhookReceiver();
    const otherProfile = await shop.profile({
      payment_response_hash_key: KEY,
      webhook_details: { webhook_url: other.url },
    });
    for (let i = 0; i < 2; i += 1)
      await expectStatus(await recordEvents([`pay_other_${i}`], otherProfile), 'delivered');
    await other.close();
  })
  .extend('ctx', ({ service, shop }) =>
    service.contextFor({ kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId }, 'req_test'),
  )
  /** The number of received events. An event whose kept connection breaks is resent at once. */
  .extend(
    'eventsReceived',
    ({ receiver }) =>
      () =>
        new Set(receiver.arrivals.map(({ eventId }) => eventId)).size,
  );

test('A delivery is attempted ten times by the retry schedule and then fails', async ({
  expectAttempts,
  receiver,
  recordEvents,
}) => {
  receiver.react(() => ({ status: 500 }));
  const [eventId] = await recordEvents(['pay_1']);
  for (const [i, delayMs] of retryDelaysMs.entries()) {
    const { attempts, next_attempt_at: next, status } = await expectAttempts(eventId!, i + 1);
    expect(status).toBe('pending');
    const { started_at } = (attempts as { started_at: string }[])[i]!;
    const waitsMs = new Date(next as string).getTime() - new Date(started_at).getTime();
    expect(waitsMs).toBeGreaterThanOrEqual(delayMs);
    expect(waitsMs).toBeLessThanOrEqual(delayMs * 1.1);
    advanceClock(waitsMs);
  }
  const last = await expectAttempts(eventId!, 10);
  expect(last).toMatchObject({ status: 'failed', next_attempt_at: null, status_code: 500 });
  expect(last.completed_at).not.toBe(null);
  expect(receiver.arrivals.length).toBe(10);
});

test('Retry-After defers one delivery, and with 429 the whole endpoint', async ({
  dispatcherHasScanned,
  endpointRow,
  expectAttempts,
  expectStatus,
  pausedMs,
  receiver,
  recordEvents,
  statuses,
}) => {
  receiver.react(() => ({ status: 500, headers: { 'retry-after': '3600' } }));
  const [one] = await recordEvents(['pay_1']);
  const { next_attempt_at: next } = await expectAttempts(one!, 1);
  expect(new Date(next as string).getTime() - nowMs).toBeGreaterThanOrEqual(3_600_000);
  expect(await endpointRow()).toMatchObject(healthy);

  receiver.react(() => ({ status: 429, headers: { 'retry-after': '600' } }));
  const [two] = await recordEvents(['pay_2']);
  await expectAttempts(two!, 1);
  expect(await pausedMs()).toBeGreaterThanOrEqual(600_000);
  receiver.react(() => ({ status: 204 }));
  const [three] = await recordEvents(['pay_3']);
  await dispatcherHasScanned();
  expect(receiver.arrivals.length).toBe(2);
  advanceClock(601_000);
  await expectStatus([two!, three!], 'delivered');
  expect(await statuses([one!])).toEqual(['pending']);
  advanceClock(3_600_000);
  await expectStatus([one!], 'delivered');
});
test("An open circuit defers the endpoint's deliveries, and one delivery probes it afterwards", async ({
  dispatcherHasScanned,
  endpointRow,
  eventsReceived,
  expectStatus,
  pausedMs,
  profileId,
  receiver,
  recordEvents,
  service,
}) => {
  receiver.react(() => 'reset');
  const ids = await recordEvents(numbered(20));
  await waitFor(async () => expect(await endpointRow()).toMatchObject({ failures: 5 }));
  const leased = async () => (await deliveriesOf(service, ids)).filter(({ lease }) => lease !== null);
  await waitFor(async () => expect(await leased()).toEqual([]));
  // Eight may be leased at once; the first four that end make room for others, the fifth opens the circuit.
  const first = eventsReceived();
  expect(first).toBeGreaterThanOrEqual(5);
  expect(first).toBeLessThanOrEqual(12);
  advanceClock(6_000);
  await dispatcherHasScanned();
  expect(eventsReceived()).toBe(first);
  const counts = (await deliveriesOf(service, ids)).map(({ attempt_count: count }) => count);
  expect(counts.sort()).toEqual([...Array(20 - first).fill(0), ...Array(first).fill(1)]);

  advanceClock(12_000);
  await waitFor(async () => expect(await endpointRow()).toMatchObject({ failures: 6 }));
  await dispatcherHasScanned();
  // One attempt, of a delivery with or without an earlier one.
  const counted = (await deliveriesOf(service, ids)).reduce((sum, row) => sum + Number(row.attempt_count), 0);
  expect(counted).toBe(first + 1);
  expect(await pausedMs()).toBeGreaterThan(20_000);

  receiver.react(() => ({ status: 200 }));
  advanceClock(40_000);
  await waitFor(async () => expect(await endpointRow()).toMatchObject({ failures: 0, resting_until: null }));
  advanceClock(retryDelaysMs[1]! * 1.1);
  await expectStatus(ids, 'delivered');
  const warned = service.logs.filter((line) => line.includes(profileId) && line.includes('"level":"warn"'));
  expect(warned.length).toBe(1);
  expect(warned[0]).toContain('circuit opened');
});

test('An endpoint that responds with 410 is stopped until it is configured again', async ({
  ctx,
  endpointRow,
  expectAttempts,
  expectStatus,
  profileId,
  receiver,
  recordEvents,
  service,
  statuses,
}) => {
  receiver.react(({ objectId }) => ({ status: objectId === 'pay_0' ? 410 : 500 }));
  const waiting = await recordEvents(['pay_1', 'pay_1']);
  await expectAttempts(waiting[0]!, 1);
  const [gone] = await recordEvents(['pay_0']);
  const ids = [...waiting, gone!];
  await expectStatus(ids, 'failed');
  const found = await deliveriesOf(service, ids);
  expect(found.map(({ attempt_count: count }) => count)).toEqual([1, 0, 1]);
  for (const { error_message: message } of found) expect(message).toContain('410 (Gone)');
  expect((await endpointRow())!.stopped_at).not.toBe(null);
  await expect(redeliverWebhook(ctx, { event_id: gone! })).rejects.toMatchObject({
    code: 'unexpected_state',
  });

  receiver.react(() => ({ status: 200 }));
  await updateBusinessProfile(ctx, profileId, { webhook_details: { webhook_url: receiver.url } });
  expect(await endpointRow()).toMatchObject(healthy);
  await redeliverWebhook(ctx, { event_id: gone! });
  await waitFor(async () => expect((await statuses([gone!])).sort()).toEqual(['delivered', 'failed']));
  await expectStatus(await recordEvents(['pay_1']), 'delivered');
});

test("An endpoint restarts when the merchant account's webhook URL is set again", async ({
  ctx,
  endpointRow,
  expectStatus,
  receiver,
  recordEvents,
  shop,
}) => {
  receiver.react(() => ({ status: 410 }));
  await expectStatus(await recordEvents(['pay_1']), 'failed');
  await waitFor(async () => expect((await endpointRow())?.stopped_at).not.toBe(null));
  await updateMerchantAccount(ctx, shop.merchantId, {
    webhook_details: { webhook_url: receiver.url },
  });
  expect(await endpointRow()).toMatchObject(healthy);
});

test.for<[string, Reaction, number]>([
  ['410', { status: 410 }, 1],
  ['429', { status: 429, headers: { 'retry-after': '3600' } }, 1],
  ['no response, five times', 'reset', 5],
])(
  'A late response from the former URL does not count against the new one: %s',
  async ([_name, late, count], { ctx, endpointRow, expectStatus, profileId, receiver, recordEvents }) => {
    const next = await startWebhookReceiver();
    const changes = { webhook_details: { webhook_url: next.url } };
    let moved: Promise<void> | undefined;
    receiver.react(async () => {
      moved ??= updateBusinessProfile(ctx, profileId, changes);
      await moved;
      return late;
    });
    const ids = await recordEvents(numbered(count));
    await expectStatus(ids, 'delivered');
    expect(next.arrivals.map(({ eventId }) => eventId).sort()).toEqual([...ids].sort());
    expect(await endpointRow()).toMatchObject(healthy);
    await next.close();
  },
);

const pauses: [string, Reaction, string, number][] = [
  ['an open circuit', 'reset', 'no_response', 5],
  ['Retry-After', { status: 429, headers: { 'retry-after': '3600' } }, 'retry_after', 1],
];
const requests = ['redelivery', 'test'] as const;

test.for(pauses.flatMap((pause) => requests.map((asked) => [...pause, asked] as const)))(
  'While an endpoint is paused, manual requests are attempted, and a 2xx response ends the pause: %s, %j, %s, %s, %s',
  async ([, trouble, reason, count, asked], {
    ctx,
    endpointRow,
    expectStatus,
    profileId,
    receiver,
    recordEvents,
    service,
    shop,
    statuses,
  }) => {
    receiver.react(() => trouble);
    const ids = await recordEvents(numbered(count));
    await waitFor(async () =>
      expect(await endpointRow()).toMatchObject({ resting_reason: reason, resting_since: expect.anything() }),
    );
    const ask = async () =>
      asked === 'test'
        ? sendTestWebhook(ctx, { profile_id: profileId })
        : redeliverWebhook(ctx, { event_id: ids[0]! });
    const deliveryOf = async (id: string) => {
      const text = 'select status, attempt_count from webhook_deliveries where delivery_id = $1';
      return (await service.database.rows.query({ text, values: [id] }, shop.merchantId))[0];
    };

    // Tried at once, and then it waits like any other.
    receiver.react(() => ({ status: 500 }));
    const paused = await endpointRow();
    if (reason === 'retry_after') {
      const refused = await ask();
      await waitFor(async () =>
        expect(await deliveryOf(refused)).toEqual({ status: 'pending', attempt_count: 1 }),
      );
      expect(await endpointRow()).toMatchObject({ resting_until: paused!.resting_until });
    }
    receiver.react(() => ({ status: 200 }));
    const later = await recordEvents(['pay_later']);
    expect(await statuses(later)).toEqual(['pending']);
    const answered = await ask();
    await waitFor(async () => expect(await deliveryOf(answered)).toMatchObject({ status: 'delivered' }));
    await waitFor(async () =>
      expect(await endpointRow()).toMatchObject({ ...healthy, resting_since: null, resting_reason: null }),
    );
    await expectStatus(later, 'delivered');
  },
);
