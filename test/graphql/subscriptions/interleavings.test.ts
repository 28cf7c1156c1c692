import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { createDatabase } from '../../kit/database.ts';
import { property } from '../../kit/property.ts';
import { type SandboxShop, sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { closeAll, connect, cursorNow, type LiveClient, lastSeen, paymentsLive } from './live.ts';

// A counterexample takes its time to be found out and made small.
vi.setConfig({ testTimeout: 120_000 });

/** How many payments change. Those of the test's own transactions are others: commands would wait for their locks. */
const PAYMENTS = 3;

let databaseUrl: string;
let services: [TestService, TestService];
let shop: SandboxShop;
let late: pg.Client;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  const options = { databaseUrl, encryptionKey: randomBytes(32) };
  services = [await startTestService(options), await startTestService(options)];
  shop = await sandboxShop(services[0]);
  late = new pg.Client({ connectionString: databaseUrl });
  await late.connect();
  await late.query(`select set_config('switchyard.merchant_id', '*', false)`);
});
afterEach(closeAll);
afterAll(async () => {
  await late.end();
  for (const service of services) await service.close();
});

const where = fc.constantFrom<0 | 1>(0, 1);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('change'), payment: fc.nat(PAYMENTS - 1), at: where }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('disconnect'), payment: fc.constant(0), at: where }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('resume'), payment: fc.constant(0), at: where }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('take number'), payment: fc.constant(0), at: where }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('commit'), payment: fc.constant(0), at: where }) },
);

let changes = 0;

async function change(at: 0 | 1, paymentId: string): Promise<void> {
  changes += 1;
  const body = { description: `change ${changes}` };
  const { status } = await clientOf(services[at]).post(`/payments/${paymentId}`, { key: shop.key, body });
  expect(status).toBe(200);
}

/** A transaction that takes its number now and commits when it is told to. */
async function beginLate(paymentId: string): Promise<void> {
  changes += 1;
  await late.query('begin');
  const { merchantId } = shop;
  await late.query('update payments set description = $3 where merchant_id = $1 and payment_id = $2', [
    merchantId,
    paymentId,
    `change ${changes}`,
  ]);
  await late.query(
    `insert into updates (merchant_id, object_type, object_id, recorded_at) values ($1, 'payment', $2, now())`,
    [merchantId, paymentId],
  );
}

property(
  'whoever resumes after their last cursor has in the end seen what there is, however things were interleaved',
  fc.array(step, { maxLength: 14 }),
  async (steps) => {
    const ids = await Promise.all(Array.from({ length: PAYMENTS + 1 }, () => shop.open()));
    const ofLate = ids[PAYMENTS]!;
    let cursor = await cursorNow(services[0], shop.key);
    const seen = new Map<string, string>();
    let client: LiveClient | null = null;
    let live: ReturnType<LiveClient['subscribe']> | null = null;
    let isLateOpen = false;

    const take = () => {
      for (const [id, { description }] of lastSeen(live?.received ?? [])) seen.set(id, description);
      cursor = live?.received.at(-1)?.paymentUpdated.cursor ?? cursor;
    };
    const disconnect = async () => {
      await client?.close();
      take();
      client = null;
      live = null;
    };
    const resume = async (at: 0 | 1) => {
      await disconnect();
      client = await connect(services[at], shop.key);
      live = client.subscribe(paymentsLive, { after: cursor });
    };
    const commit = async () => {
      if (isLateOpen) await late.query('commit');
      isLateOpen = false;
    };

    for (const { does, payment, at } of steps) {
      if (does === 'change') await change(at, ids[payment]!);
      if (does === 'disconnect') await disconnect();
      if (does === 'resume') await resume(at);
      if (does === 'commit') await commit();
      if (does === 'take number' && !isLateOpen) {
        await beginLate(ofLate);
        isLateOpen = true;
      }
    }
    await commit();
    if (!client) await resume(0);

    const text = 'select payment_id, description from payments where payment_id = any($1)';
    const rows = await services[0].database.rows.query({ text, values: [ids] }, shop.merchantId);
    const there = rows
      .filter(({ description }) => description !== null)
      .map(({ payment_id: id, description }) => [id, description]);
    await expect
      .poll(
        () => {
          take();
          return [...seen].toSorted();
        },
        { timeout: 5_000, interval: 5 },
      )
      .toEqual(there.toSorted());
    await disconnect();
  },
);
