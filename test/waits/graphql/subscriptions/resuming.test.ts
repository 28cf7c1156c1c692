import pg from 'pg';
import { afterEach, expect } from 'vitest';
import { encodeUpdatesCursor } from '../../../../src/core/writes/change-feed.ts';
import { setScope } from '../../../../src/database/scoped-query.ts';
import { clientOf } from '../../../kit/client.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { test as base } from '../../../kit/test.ts';
import {
  closeAll,
  connect,
  cursorNow,
  followPayments,
  type LiveSubscription,
  lastSeen,
  paymentsLive,
} from '../../../shared/graphql/subscriptions/live.ts';

let aheadMs = 0;
const seen = (live: LiveSubscription, paymentId: string) =>
  lastSeen(live.received).get(paymentId)?.description;
const cursorOf = (live: LiveSubscription): string => live.received.at(-1).paymentUpdated.cursor;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => new Date(Date.now() + aheadMs) }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend(
    'start',
    ({ serviceOptions, shared }) =>
      () =>
        startTestService({ ...shared, ...serviceOptions }),
  )
  .extend('describeAs', ({ shop }) => async (at: TestService, paymentId: string, description: string) => {
    const answer = await clientOf(at).post(`/payments/${paymentId}`, {
      key: shop.key,
      body: { description },
    });
    expect(answer.status).toBe(200);
  })
  /** Starts a transaction of the test, which is numbered now and records an update of a payment. */
  .extend('begunTransaction', ({ shared, shop }) => async (paymentId: string) => {
    const client = new pg.Client({ connectionString: shared.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(setScope(shop.merchantId));
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
  })
  /** Waits until the service has polled the updates this many more times. */
  .extend('expectPolls', ({ service }) => async (times: number): Promise<void> => {
    const count = () => service.statements.filter((text) => text.includes('from updates')).length;
    const before = count();
    await expect.poll(count, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(before + times);
  })
  .extend(
    'refusal',
    ({ service, shop }) =>
      async (after: string) =>
        (await connect(service, shop.key)).subscribe(paymentsLive, { after }).refusal(),
  );

afterEach(() => {
  closeAll();
  aheadMs = 0;
});

test('Resuming after a cursor misses nothing that happened while the client was away', async ({
  describeAs,
  service,
  shop,
}) => {
  const ids = [await shop.open(), await shop.open(), await shop.open()];
  const first = await connect(service, shop.key);
  const live = await followPayments(service, shop.key, first);
  await describeAs(service, ids[0]!, 'seen');
  await live.until(() => seen(live, ids[0]!) === 'seen');
  await first.close();
  for (const [i, id] of ids.entries()) await describeAs(service, id, `missed ${i}`);
  const again = await connect(service, shop.key);
  const resumed = again.subscribe(paymentsLive, { after: cursorOf(live) });
  await resumed.until((received) => received.length === 3);
  for (const [i, id] of ids.entries()) expect(seen(resumed, id)).toBe(`missed ${i}`);
  await describeAs(service, ids[1]!, 'and goes on');
  await resumed.until(() => seen(resumed, ids[1]!) === 'and goes on');
});

test('Resuming sends each update once across catch-up and live updates', async ({
  describeAs,
  service,
  shop,
}) => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => shop.open()));
  const client = await connect(service, shop.key);
  const live = await followPayments(service, shop.key, client);
  const after = await cursorNow(service, shop.key);
  const changing = Promise.all(ids.map((id) => describeAs(service, id, 'changed')));
  const joined = Array.from({ length: 10 }, () => client.subscribe(paymentsLive, { after }));
  await changing;
  await live.until((received) => received.length >= 20);
  for (const one of joined) {
    await one.until((received) => received.length >= 20);
    const got = one.received.map(({ paymentUpdated }) => paymentUpdated.payment.paymentId);
    expect(got.toSorted()).toEqual(ids.toSorted());
  }
});

test('Resuming misses nothing across a restart of the service', async ({
  describeAs,
  service,
  shop,
  start,
}) => {
  const restarting = await start();
  const [one, other] = [await shop.open(), await shop.open()];
  const client = await connect(restarting, shop.key);
  const live = await followPayments(restarting, shop.key, client);
  await describeAs(service, one, 'before');
  await live.until(() => seen(live, one) === 'before');
  await restarting.close();
  expect(await client.closed).toEqual([1001, expect.stringContaining('resume')]);
  await describeAs(service, one, 'while it was away');
  await describeAs(service, other, 'too');
  const restarted = await start();
  const again = await connect(restarted, shop.key);
  const resumed = again.subscribe(paymentsLive, { after: cursorOf(live) });
  await resumed.until((received) => received.length === 2);
  expect([seen(resumed, one), seen(resumed, other)]).toEqual(['while it was away', 'too']);
  await restarted.close();
});

test('Resuming works at another process', async ({ describeAs, secondService, service, shop }) => {
  const id = await shop.open();
  const live = await followPayments(service, shop.key, await connect(service, shop.key));
  await describeAs(secondService, id, 'at the second');
  await live.until(() => seen(live, id) === 'at the second');
  const after = cursorOf(live);
  await describeAs(service, id, 'in between');
  const moved = (await connect(secondService, shop.key)).subscribe(paymentsLive, { after });
  await moved.until(() => seen(moved, id) === 'in between');
});

test('A subscription does not miss a transaction that commits after later ones', async ({
  begunTransaction,
  describeAs,
  expectPolls,
  service,
  shop,
}) => {
  const [early, late] = [await shop.open(), await shop.open()];
  const live = await followPayments(service, shop.key, await connect(service, shop.key));
  const begun = await begunTransaction(early);
  await describeAs(service, late, 'later, committed first');
  await expectPolls(3);
  await begun.commit();
  await live.until(() => live.received.length >= 2);
  const ids = live.received.map(({ paymentUpdated }) => paymentUpdated.payment.paymentId);
  expect(ids).toEqual([early, late]);
});

test('updatesCursor precedes any transaction still running', async ({
  begunTransaction,
  describeAs,
  service,
  shop,
}) => {
  const early = await shop.open();
  const begun = await begunTransaction(early);
  const after = await cursorNow(service, shop.key);
  await describeAs(service, await shop.open(), 'later');
  await begun.commit();
  const live = (await connect(service, shop.key)).subscribe(paymentsLive, { after });
  await live.until((received) =>
    received.some(({ paymentUpdated }) => paymentUpdated.payment.paymentId === early),
  );
});

test('A subscription at either of two processes sends changes made at the other', async ({
  describeAs,
  secondService,
  service,
  shop,
}) => {
  const id = await shop.open();
  const lives = [
    await followPayments(service, shop.key, await connect(service, shop.key)),
    await followPayments(secondService, shop.key, await connect(secondService, shop.key)),
  ];
  for (const [at, description] of [
    [service, 'at the first'],
    [secondService, 'at the second'],
  ] as const) {
    await describeAs(at, id, description);
    for (const live of lives) await live.until(() => seen(live, id) === description);
  }
});

test('A subscription misses nothing when the listening connections break', async ({
  describeAs,
  secondService,
  service,
  shop,
}) => {
  const id = await shop.open();
  const live = await followPayments(secondService, shop.key, await connect(secondService, shop.key));
  await describeAs(service, id, 'heard');
  await live.until(() => seen(live, id) === 'heard');
  const text = `select count(pg_terminate_backend(pid)) as killed from pg_stat_activity
                  where application_name = 'switchyard listener' and datname = current_database()`;
  const [row] = await service.database.rows.query({ text, values: [] }, null);
  expect(row!.killed).toBeGreaterThanOrEqual(1);
  await describeAs(service, id, 'not heard');
  await live.until(() => seen(live, id) === 'not heard');
  await describeAs(service, id, 'again');
  await live.until(() => seen(live, id) === 'again');
});

test.for(['', 'nonsense', 'MS4y', Buffer.from('1.2.3.4').toString('base64url'), '!'])(
  'paymentUpdated rejects the cursor %j',
  async (after, { refusal }) => {
    expect(await refusal(after)).toEqual(['invalid_parameter', 'after']);
  },
);

test('paymentUpdated rejects a cursor older than the retained updates with cursor_expired', async ({
  refusal,
  service,
  shop,
}) => {
  const after = await cursorNow(service, shop.key);
  aheadMs = 24 * 60 * 60 * 1000 + 60_000;
  expect(await refusal(after)).toEqual(['cursor_expired', 'after']);
});

test('paymentUpdated rejects a cursor of a future transaction with cursor_expired', async ({ refusal }) => {
  const position = { transactionId: 2n ** 60n, sequence: 1n };
  expect(await refusal(encodeUpdatesCursor(position, new Date()))).toEqual(['cursor_expired', 'after']);
});
