import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeUpdatesCursor } from '../../../src/core/writes/change-feed.ts';
import { clientOf } from '../../kit/client.ts';
import { createDatabase } from '../../kit/database.ts';
import { type SandboxShop, sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import {
  closeAll,
  connect,
  cursorNow,
  type Followed,
  followPayments,
  lastSeen,
  paymentsLive,
} from './live.ts';

let databaseUrl: string;
let left: TestService;
let right: TestService;
let shop: SandboxShop;
let aheadMs = 0;
const encryptionKey = randomBytes(32);

const start = () =>
  startTestService({ databaseUrl, encryptionKey, now: () => new Date(Date.now() + aheadMs) });

beforeAll(async () => {
  databaseUrl = await createDatabase();
  [left, right] = [await start(), await start()];
  shop = await sandboxShop(left);
});
afterEach(() => {
  closeAll();
  aheadMs = 0;
});
afterAll(async () => {
  await left.close();
  await right.close();
});

const describeAs = async (service: TestService, paymentId: string, description: string) => {
  const answer = await clientOf(service).post(`/payments/${paymentId}`, {
    key: shop.key,
    body: { description },
  });
  expect(answer.status).toBe(200);
};
const seen = (live: Followed, paymentId: string) => lastSeen(live.received).get(paymentId)?.description;
const cursorOf = (live: Followed): string => live.received.at(-1).paymentUpdated.cursor;

/** A transaction of the test's own, which takes its number now and says that a payment changed. */
async function begunTransaction(paymentId: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`select set_config('switchyard.merchant_id', '*', false)`);
  await client.query('begin');
  await client.query(
    `insert into updates (merchant_id, object_type, object_id, recorded_at) values ($1, 'payment', $2, now())`,
    [shop.merchantId, paymentId],
  );
  return {
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

/** Waits until a service has looked at the updates so many times more. */
async function looks(service: TestService, times: number): Promise<void> {
  const count = () => service.statements.filter((text) => text.includes('from updates')).length;
  const before = count();
  await expect.poll(count, { timeout: 15_000, interval: 5 }).toBeGreaterThanOrEqual(before + times);
}

describe('resuming after a cursor', () => {
  it('misses nothing that happened while the client was away', async () => {
    const ids = [await shop.open(), await shop.open(), await shop.open()];
    const first = await connect(left, shop.key);
    const live = await followPayments(left, shop.key, first);
    await describeAs(left, ids[0]!, 'seen');
    await live.until(() => seen(live, ids[0]!) === 'seen');
    await first.close();
    for (const [i, id] of ids.entries()) await describeAs(left, id, `missed ${i}`);
    const again = await connect(left, shop.key);
    const resumed = again.subscribe(paymentsLive, { after: cursorOf(live) });
    await resumed.until((received) => received.length === 3);
    for (const [i, id] of ids.entries()) expect(seen(resumed, id)).toBe(`missed ${i}`);
    await describeAs(left, ids[1]!, 'and goes on');
    await resumed.until(() => seen(resumed, ids[1]!) === 'and goes on');
  });

  it('sends each update once where catching up meets what is live', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => shop.open()));
    const client = await connect(left, shop.key);
    const live = await followPayments(left, shop.key, client);
    const after = await cursorNow(left, shop.key);
    const changing = Promise.all(ids.map((id) => describeAs(left, id, 'changed')));
    const joined = Array.from({ length: 10 }, () => client.subscribe(paymentsLive, { after }));
    await changing;
    await live.until((received) => received.length >= 20);
    for (const one of joined) {
      await one.until((received) => received.length >= 20);
      const got = one.received.map(({ paymentUpdated }) => paymentUpdated.payment.paymentId);
      expect(got.toSorted()).toEqual(ids.toSorted());
    }
  });

  it('misses nothing across a restart of the service', async () => {
    const service = await start();
    const [one, other] = [await shop.open(), await shop.open()];
    const client = await connect(service, shop.key);
    const live = await followPayments(service, shop.key, client);
    await describeAs(service, one, 'before');
    await live.until(() => seen(live, one) === 'before');
    await service.close();
    expect(await client.closed).toEqual([1001, expect.stringContaining('resume')]);
    await describeAs(left, one, 'while it was away');
    await describeAs(left, other, 'too');
    const restarted = await start();
    const again = await connect(restarted, shop.key);
    const resumed = again.subscribe(paymentsLive, { after: cursorOf(live) });
    await resumed.until((received) => received.length === 2);
    expect([seen(resumed, one), seen(resumed, other)]).toEqual(['while it was away', 'too']);
    await restarted.close();
  });

  it('goes on at another process', async () => {
    const id = await shop.open();
    const live = await followPayments(left, shop.key, await connect(left, shop.key));
    await describeAs(right, id, 'at the left');
    await live.until(() => seen(live, id) === 'at the left');
    const after = cursorOf(live);
    await describeAs(left, id, 'in between');
    const moved = (await connect(right, shop.key)).subscribe(paymentsLive, { after });
    await moved.until(() => seen(moved, id) === 'in between');
  });
});

describe('a transaction that commits late', () => {
  it('is not missed by those who follow, though later ones have committed', async () => {
    const [early, late] = [await shop.open(), await shop.open()];
    const live = await followPayments(left, shop.key, await connect(left, shop.key));
    const begun = await begunTransaction(early);
    await describeAs(left, late, 'later, committed first');
    await looks(left, 3);
    await begun.commit();
    await live.until(() => live.received.length >= 2);
    const ids = live.received.map(({ paymentUpdated }) => paymentUpdated.payment.paymentId);
    expect(ids).toEqual([early, late]);
  });

  it('lies behind a cursor that was taken while it ran', async () => {
    const early = await shop.open();
    const begun = await begunTransaction(early);
    const after = await cursorNow(left, shop.key);
    await describeAs(left, await shop.open(), 'later');
    await begun.commit();
    const live = (await connect(left, shop.key)).subscribe(paymentsLive, { after });
    await live.until((received) =>
      received.some(({ paymentUpdated }) => paymentUpdated.payment.paymentId === early),
    );
  });
});

describe('two processes', () => {
  it('show what was changed at either', async () => {
    const id = await shop.open();
    const lives = [
      await followPayments(left, shop.key, await connect(left, shop.key)),
      await followPayments(right, shop.key, await connect(right, shop.key)),
    ];
    for (const service of [left, right]) {
      const description = service === left ? 'at the left' : 'at the right';
      await describeAs(service, id, description);
      for (const live of lives) await live.until(() => seen(live, id) === description);
    }
  });

  it('miss nothing when the connections that listen break', async () => {
    const id = await shop.open();
    const live = await followPayments(right, shop.key, await connect(right, shop.key));
    await describeAs(left, id, 'heard');
    await live.until(() => seen(live, id) === 'heard');
    const text = `select count(pg_terminate_backend(pid)) as killed from pg_stat_activity
                  where application_name = 'switchyard listener' and datname = current_database()`;
    const [row] = await left.database.rows.query({ text, values: [] }, null);
    expect(row!.killed).toBeGreaterThanOrEqual(1);
    await describeAs(left, id, 'not heard');
    await live.until(() => seen(live, id) === 'not heard');
    await describeAs(left, id, 'again');
    await live.until(() => seen(live, id) === 'again');
  });
});

describe('a cursor', () => {
  const refusal = async (after: string) =>
    (await connect(left, shop.key)).subscribe(paymentsLive, { after }).refusal();

  it.each(['', 'nonsense', 'MS4y', Buffer.from('1.2.3.4').toString('base64url'), '!'])(
    'that is none is refused: %j',
    async (after) => {
      expect(await refusal(after)).toEqual(['invalid_parameter', 'after']);
    },
  );

  it('that is older than what is kept says to read anew', async () => {
    const after = await cursorNow(left, shop.key);
    aheadMs = 24 * 60 * 60 * 1000 + 60_000;
    expect(await refusal(after)).toEqual(['cursor_expired', 'after']);
  });

  it('of a transaction that has yet to come says so too', async () => {
    const position = { transactionId: 2n ** 60n, sequence: 1n };
    expect(await refusal(encodeUpdatesCursor(position, new Date()))).toEqual(['cursor_expired', 'after']);
  });
});
