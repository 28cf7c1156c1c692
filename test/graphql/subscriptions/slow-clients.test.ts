import { afterEach, describe, expect, it } from 'vitest';
import type { SubscriptionLimits } from '../../../src/graphql/subscriptions/limits.ts';
import { mutate } from '../../kit/mutate.ts';
import { type SandboxShop, sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { closeAll, connect, cursorNow, followPayments, lastSeen, paymentsLive } from './live.ts';

let service: TestService;
let shop: SandboxShop;

const start = async (subscriptionLimits: Partial<SubscriptionLimits>) => {
  service = await startTestService({ subscriptionLimits });
  shop = await sandboxShop(service);
};
afterEach(async () => {
  closeAll();
  await service.close();
});

const text = 'x'.repeat(250);
const metadata = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`key${i}`, text]));
/** Some 250 KB of every payment: 60 of them are more than any connection takes without being read. */
const large = Array.from({ length: 25 }, (_, i) => `m${i}: metadata`).join(' ');

async function create(): Promise<string> {
  const input = { amount: 1, currency: 'EUR', metadata };
  const { payload } = await mutate(service, shop.key, 'createPayment', input, 'payment { paymentId }');
  return payload.payment.paymentId;
}

describe('x', () => {
  it.each([
    ['takes too long over a message', { stallMs: 500, closingMs: 200 }],
    ['lets too much wait', { backlogBytes: 64 * 1024, stallMs: 600_000, closingMs: 200 }],
  ])('and %s is sent away, which loses it nothing', async (_how, limits) => {
    await start(limits);
    const client = await connect(service, shop.key);
    const after = await cursorNow(service, shop.key);
    const ids = await Promise.all(Array.from({ length: 60 }, create));
    client.socket.pause();
    client.subscribe(`subscription { paymentUpdated(after: "${after}") { payment { ${large} } } }`);
    await expect.poll(() => service.logs.at(-1), { timeout: 20_000 }).toContain('"close_code":1013');
    const live = (await connect(service, shop.key)).subscribe(paymentsLive, { after });
    await live.until((received) => received.length === ids.length);
    expect([...lastSeen(live.received).keys()].toSorted()).toEqual(ids.toSorted());
  });

  it('and is not there any more is hung up on, while one that answers stays', async () => {
    await start({ keepAliveMs: 300 });
    const staying = await connect(service, shop.key);
    const live = await followPayments(service, shop.key, staying);
    const gone = await connect(service, shop.key);
    gone.socket.pause();
    await expect.poll(() => service.logs.at(-1)).toContain('"close_code":1006');
    const id = await create();
    await live.until((received) => received.at(-1)?.paymentUpdated.payment.paymentId === id);
    expect(service.logs.filter((line) => line.includes('live connection ended'))).toHaveLength(1);
  });
});
