import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, expect } from 'vitest';
import { createDatabase } from '../../../kit/database.ts';
import { mutate } from '../../../kit/mutate.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../../kit/service.ts';
import { test as base } from '../../../kit/test.ts';
import {
  closeAll,
  connect,
  cursorNow,
  followPayments,
  lastSeen,
  paymentsLive,
} from '../../../shared/graphql/subscriptions/live.ts';

const text = 'x'.repeat(250);
const metadata = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`key${i}`, text]));
/** About 250 KB per payment: 60 of them exceed the buffers of any connection that is not read. */
const large = Array.from({ length: 25 }, (_, i) => `m${i}: metadata`).join(' ');

/** Starts a service, another one with these limits, and a merchant that can create and change large payments. */
const test = base.extend(
  'start',
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  ({}, { onCleanup }) => {
    const started: TestService[] = [];
    onCleanup(async () => void (await Promise.all(started.map((service) => service.close()))));
    return async (limits: Pick<TestServiceOptions, 'subscriptionLimits' | 'httpLimits'>) => {
      const common = { databaseUrl: await createDatabase(), encryptionKey: randomBytes(32) };
      const [service, impatient] = [
        await startTestService(common),
        await startTestService({ ...common, ...limits }),
      ];
      started.push(service, impatient);
      const { key } = await sandboxShop(service);
      const create = async (): Promise<string> => {
        const input = { amount: 1, currency: 'EUR', metadata };
        const { payload } = await mutate(service, key, 'createPayment', input, 'payment { paymentId }');
        return payload.payment.paymentId;
      };
      /** Few at a time: more would wait too long for a connection on a shared machine. */
      const createMany = async (count: number): Promise<string[]> => {
        const ids: string[] = [];
        while (ids.length < count) ids.push(...(await Promise.all(Array.from({ length: 5 }, create))));
        return ids;
      };
      const change = (paymentId: string, description: string) =>
        mutate(service, key, 'updatePayment', { paymentId, description }, 'payment { status }');
      return { service, impatient, key, create, createMany, change };
    };
  },
);

afterEach(closeAll);

/** A request for an event stream that is never read. */
async function unreadStream(
  { url }: Pick<TestService, 'url'>,
  key: string,
  query: string,
): Promise<IncomingMessage> {
  const headers = { 'api-key': key, 'content-type': 'application/json', accept: 'text/event-stream' };
  const asked = request(`${url}/graphql`, { method: 'POST', headers, agent: false });
  asked.on('error', () => {}).end(JSON.stringify({ query }));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response.on('error', () => {}).pause();
}

test.for([
  ['does not read a message in time', { stallMs: 500, closingMs: 200 }],
  ['lets too much data queue up', { backlogBytes: 64 * 1024, stallMs: 600_000, closingMs: 200 }],
] as const)(
  'A client that %s is disconnected and loses nothing when it resumes',
  async ([_how, limits], { start }) => {
    const { impatient, service, key, createMany } = await start({ subscriptionLimits: limits });
    const client = await connect(impatient, key);
    const after = await cursorNow(service, key);
    const ids = await createMany(60);
    client.socket.pause();
    client.subscribe(`subscription { paymentUpdated(after: "${after}") { payment { ${large} } } }`);
    await expect.poll(() => impatient.logs.join(), { timeout: 60_000 }).toContain('"close_code":1013');
    const live = (await connect(service, key)).subscribe(paymentsLive, { after });
    await live.until((received) => received.length === ids.length);
    expect([...lastSeen(live.received).keys()].toSorted()).toEqual(ids.toSorted());
  },
);

test('A client that no longer responds to pings is disconnected, while one that responds stays', async ({
  start,
}) => {
  const { impatient, key, create } = await start({ subscriptionLimits: { keepAliveMs: 2_000 } });
  const staying = await connect(impatient, key);
  const live = await followPayments(impatient, key, staying);
  const gone = await connect(impatient, key);
  gone.socket.pause();
  await expect.poll(() => impatient.logs.join(), { timeout: 60_000 }).toContain('"close_code":1006');
  const id = await create();
  await live.until((received) => received.at(-1)?.paymentUpdated.payment.paymentId === id);
  expect(impatient.logs.filter((line) => line.includes('live connection ended'))).toHaveLength(1);
});

test('A client that does not read its event stream is cut off and loses nothing when it resumes', async ({
  start,
}) => {
  const { impatient, service, key, createMany } = await start({ httpLimits: { answerReadMs: 500 } });
  const after = await cursorNow(service, key);
  const ids = await createMany(60);
  await unreadStream(
    impatient,
    key,
    `subscription { paymentUpdated(after: "${after}") { payment { ${large} } } }`,
  );
  await expect
    .poll(() => impatient.logs.join(), { timeout: 60_000 })
    .toMatch(/"transport":"event stream".*live connection ended/);
  const live = (await connect(service, key)).subscribe(paymentsLive, { after });
  await live.until((received) => received.length === ids.length);
  expect([...lastSeen(live.received).keys()].toSorted()).toEqual(ids.toSorted());
});

test('A slowly read event stream queues nothing: it gets the latest state of each change', async ({
  start,
}) => {
  // More than the system's buffers.
  const CHANGES = 80;
  const { service, key, create, change } = await start({});
  const id = await create();
  const after = await cursorNow(service, key);
  const response = await unreadStream(
    service,
    key,
    `subscription { paymentUpdated(after: "${after}") { payment { description ${large} } } }`,
  );
  for (let i = 1; i <= CHANGES; i += 1) await change(id, `change ${i}`);
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    if (text.endsWith('\n\n') && text.includes(`"change ${CHANGES}"`)) break;
  }
  const seen = [...text.matchAll(/"description":"change (\d+)"/g)].map(([, count]) => Number(count));
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.length).toBeLessThan(CHANGES * 0.75);
});
