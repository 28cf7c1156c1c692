import { afterEach, expect } from 'vitest';
import type { SubscriptionLimits } from '../../../src/graphql/subscriptions/limits.ts';
import { mutate } from '../../kit/mutate.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect, cursorNow, followPayments, lastSeen, paymentsLive } from './live.ts';

const text = 'x'.repeat(250);
const metadata = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`key${i}`, text]));
/** About 250 KB per payment: 60 of them exceed what any connection buffers without being read. */
const large = Array.from({ length: 25 }, (_, i) => `m${i}: metadata`).join(' ');

/** Starts a service with these limits, and a merchant there that can create large payments. */
const test = base.extend(
  'start',
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  ({}, { onCleanup }) => {
    const started: TestService[] = [];
    onCleanup(async () => void (await Promise.all(started.map((service) => service.close()))));
    return async (subscriptionLimits: Partial<SubscriptionLimits>) => {
      const service = await startTestService({ subscriptionLimits });
      started.push(service);
      const { key } = await sandboxShop(service);
      const create = async (): Promise<string> => {
        const input = { amount: 1, currency: 'EUR', metadata };
        const { payload } = await mutate(service, key, 'createPayment', input, 'payment { paymentId }');
        return payload.payment.paymentId;
      };
      return { service, key, create };
    };
  },
);

afterEach(closeAll);

test.for([
  ['does not read a message in time', { stallMs: 500, closingMs: 200 }],
  ['lets too much data queue up', { backlogBytes: 64 * 1024, stallMs: 600_000, closingMs: 200 }],
] as const)(
  'A client that %s is disconnected and loses nothing when it resumes',
  async ([_how, limits], { start }) => {
    const { service, key, create } = await start(limits);
    const client = await connect(service, key);
    const after = await cursorNow(service, key);
    const ids = await Promise.all(Array.from({ length: 60 }, create));
    client.socket.pause();
    client.subscribe(`subscription { paymentUpdated(after: "${after}") { payment { ${large} } } }`);
    await expect.poll(() => service.logs.at(-1), { timeout: 20_000 }).toContain('"close_code":1013');
    const live = (await connect(service, key)).subscribe(paymentsLive, { after });
    await live.until((received) => received.length === ids.length);
    expect([...lastSeen(live.received).keys()].toSorted()).toEqual(ids.toSorted());
  },
);

test('A client that no longer responds to pings is disconnected, while one that responds stays', async ({
  start,
}) => {
  const { service, key, create } = await start({ keepAliveMs: 300 });
  const staying = await connect(service, key);
  const live = await followPayments(service, key, staying);
  const gone = await connect(service, key);
  gone.socket.pause();
  await expect.poll(() => service.logs.at(-1)).toContain('"close_code":1006');
  const id = await create();
  await live.until((received) => received.at(-1)?.paymentUpdated.payment.paymentId === id);
  expect(service.logs.filter((line) => line.includes('live connection ended'))).toHaveLength(1);
});
