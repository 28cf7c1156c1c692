import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context } from '../../../../src/core/foundation/context.ts';
import type { EndpointKey } from '../../../../src/core/webhook-endpoints/endpoint-health.ts';
import {
  type DuePlace,
  findDueEndpoints,
  beforeAll as fromTheFirst,
} from '../../../../src/core/webhooks/due-endpoints.ts';
import {
  type LeasedDelivery,
  leaseDeliveries,
  lockEndpoints,
  releaseLease,
} from '../../../../src/core/webhooks/lease-deliveries.ts';
import { type DeliveryOutcome, recordAttempts } from '../../../../src/core/webhooks/record-attempts.ts';
import { isFullRun } from '../../../kit/figure.ts';
import { deliveriesOf, recordEvents } from '../../../kit/record-events.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { clearDeliveries, queryAsOwner, recordAttempt } from './by-hand.ts';
import { explained, rowsRead } from './explained.ts';

const LEASE_MS = 30_000;
const delivered: DeliveryOutcome = {
  status: 'delivered',
  attempt: {
    attempt_number: 1,
    started_at: '2026-03-01T12:00:00.000Z',
    duration_ms: 5,
    status_code: 200,
    error: null,
    error_message: null,
    answer: '',
  },
  errorMessage: null,
  url: 'https://example.com/',
  nextAttemptAt: null,
  pace: null,
};

let service: TestService;
let shop: SeededMerchant;
let ctx: Context;
let ahead = 0;

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(Date.now() + ahead) });
  ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  shop = await seedMerchant(service);
});
const clear = () => clearDeliveries(service);
afterAll(async () => {
  await clear();
  await service.close();
});
beforeEach(clear);

const query = (text: string, ...values: unknown[]) => queryAsOwner(service, text, values);
const keyOf = (endpointId: string): EndpointKey => ({ merchantId: shop.merchantId, endpointId });
const claim = (endpoints: readonly EndpointKey[], limit = 100) =>
  leaseDeliveries(ctx, { endpoints, limit, leaseMs: LEASE_MS, settled: endpoints });
const dueEndpoints = (at = ctx, after: DuePlace = fromTheFirst) =>
  findDueEndpoints(at, ctx.ports.now(), after, 10);
const tellOf = (profileId: string, objectIds: string[]) =>
  recordEvents(
    service,
    objectIds.map((objectId) => ({ merchantId: shop.merchantId, profileId, objectId })),
  );
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `pay_${i}`);
const idsOf = (deliveries: readonly LeasedDelivery[]) => deliveries.map(({ eventId }) => eventId);
const endpointRow = (profileId: string, values: object) =>
  query(
    `update webhook_endpoint_states e set failures = n.failures, resting_until = n.resting_until, stopped_at = n.stopped_at
     from jsonb_populate_record(null::webhook_endpoint_states, $3::jsonb) n where e.merchant_id = $1 and e.endpoint_id = $2`,
    shop.merchantId,
    profileId,
    JSON.stringify({ failures: 0, ...values }),
  );
const fromNow = (ms: number) => new Date(Date.now() + ahead + ms).toISOString();

/** Leases again while any endpoint is deferred, like a dispatcher. */
async function lookOn(profileId: string): Promise<LeasedDelivery | undefined> {
  const { deliveries, deferred } = await claim([keyOf(profileId)]);
  return deliveries.length === 0 && deferred > 0 ? lookOn(profileId) : deliveries[0];
}

test('A lease takes the first delivery of each object by recording order, and the next once that is done', async () => {
  const profileId = await shop.profile();
  const ids = await tellOf(profileId, ['pay_a', 'pay_a', 'pay_b', 'pay_a']);
  const { deliveries } = await claim([keyOf(profileId)]);
  expect(new Set(idsOf(deliveries))).toEqual(new Set([ids[0], ids[2]]));
  expect((await claim([keyOf(profileId)])).deliveries).toEqual([]);
  const first = deliveries.find(({ eventId }) => eventId === ids[0])!;
  expect(await recordAttempt(ctx, first, delivered)).toMatchObject({ heldLease: true, hasFailures: false });
  expect(idsOf((await claim([keyOf(profileId)])).deliveries)).toEqual([ids[1]]);
});

test('An endpoint has at most 8 leased deliveries, also when several dispatchers lease at once', async () => {
  const profileId = await shop.profile();
  await tellOf(profileId, numbered(40));
  const claims = await Promise.all(Array.from({ length: 5 }, () => claim([keyOf(profileId)])));
  const all = claims.flatMap(({ deliveries }) => deliveries);
  expect(all.length).toBe(8);
  expect(new Set(idsOf(all)).size).toBe(8);
  await recordAttempt(ctx, all[0]!, delivered);
  await releaseLease(ctx, all[1]!);
  expect((await claim([keyOf(profileId)])).deliveries.length).toBe(2);
});

test('An endpoint another dispatcher is leasing from is skipped and reported', async () => {
  const [contested, free] = [await shop.profile(), await shop.profile()];
  for (const profileId of [contested, free]) await tellOf(profileId, ['pay_1']);
  const endpoints = [contested, free].map(keyOf);
  await ctx.transact(null, async ({ rows }) => {
    expect(await lockEndpoints(rows, [keyOf(contested)])).toEqual([keyOf(contested)]);
    const { deliveries, isContested } = await claim(endpoints);
    expect([deliveries.map(({ profileId }) => profileId), isContested]).toEqual([[free], true]);
  });
  const { deliveries, isContested } = await claim(endpoints);
  expect([deliveries.map(({ profileId }) => profileId), isContested]).toEqual([[contested], false]);
});

test('An endpoint whose circuit was open gets one probe; a paused or disabled one gets no delivery', async () => {
  const [probed, resting, stopped] = [await shop.profile(), await shop.profile(), await shop.profile()];
  for (const profileId of [probed, resting, stopped]) await tellOf(profileId, numbered(3));
  await endpointRow(probed, { failures: 5, resting_until: fromNow(-1) });
  await endpointRow(resting, { failures: 0, resting_until: fromNow(60_000) });
  await endpointRow(stopped, { stopped_at: fromNow(0) });
  const endpoints = [probed, resting, stopped].map(keyOf);
  const claims = await Promise.all(Array.from({ length: 4 }, () => claim(endpoints)));
  const all = claims.flatMap(({ deliveries }) => deliveries);
  expect(all.map(({ profileId }) => profileId)).toEqual([probed]);
  expect(await dueEndpoints()).toMatchObject([{ ...keyOf(stopped), isDisabled: true }]);
});

test('Leases are shared among endpoints', async () => {
  const busy = await shop.profile();
  const others = [await shop.profile(), await shop.profile(), await shop.profile()];
  await tellOf(busy, numbered(50));
  for (const profileId of others) await tellOf(profileId, ['pay_x']);
  const due = await dueEndpoints();
  expect(due.map(({ endpointId }) => endpointId)).toEqual([busy, ...others]);
  const { deliveries } = await claim(due, 4);
  expect(new Set(deliveries.map(({ profileId }) => profileId)).size).toBe(4);
  // Searching on from an endpoint finds those behind it.
  const behind = await dueEndpoints(ctx, due[1]);
  expect(behind.map(({ endpointId }) => endpointId)).toEqual([]);
});

test('An expired lease of a killed process is taken over under the same attempt number', async () => {
  const profileId = await shop.profile();
  const ids = await tellOf(profileId, ['pay_killed', 'pay_killed']);
  const [lost] = (await claim([keyOf(profileId)])).deliveries;
  ahead += LEASE_MS - 1_000;
  expect((await claim([keyOf(profileId)])).deliveries).toEqual([]);
  ahead += 1_001;
  const [again] = (await claim([keyOf(profileId)])).deliveries;
  expect(again).toMatchObject({ eventId: ids[0], attemptNumber: 1 });
  // The lost process returns: its leases no longer count.
  expect(await recordAttempt(ctx, lost!, delivered)).toMatchObject({ heldLease: false });
  await releaseLease(ctx, lost!);
  expect((await deliveriesOf(service, [ids[0]!]))[0]).toMatchObject({
    status: 'pending',
    lease: again!.lease,
  });
  expect(await recordAttempt(ctx, again!, delivered)).toMatchObject({ heldLease: true });
  expect((await deliveriesOf(service, [ids[0]!]))[0]).toMatchObject({
    status: 'delivered',
    attempt_count: 1,
  });
  expect(idsOf((await claim([keyOf(profileId)])).deliveries)).toEqual([ids[1]]);
});

test('Leases whose transaction is cut off are taken by the next scan', async () => {
  const profileId = await shop.profile();
  const ids = await tellOf(profileId, numbered(5));
  const cutOff: Context = {
    ...ctx,
    transact: (merchantId, work) =>
      ctx.transact(merchantId, (open) => {
        const query: typeof open.rows.query = async (statement, of) => {
          const result = await open.rows.query(statement, of);
          if (statement.text.includes('settle_webhook_endpoints')) throw new Error('The process is killed.');
          return result as never;
        };
        return work({ ...open, rows: { ...open.rows, query } });
      }),
  };
  const request = { endpoints: [keyOf(profileId)], limit: 100, leaseMs: LEASE_MS };
  await expect(leaseDeliveries(cutOff, { ...request, settled: request.endpoints })).rejects.toThrow('killed');
  expect(await query('select 1 from pending_deliveries where lease is not null')).toEqual([]);
  expect((await dueEndpoints()).map(({ endpointId }) => endpointId)).toEqual([profileId]);
  expect(new Set(idsOf((await claim(request.endpoints)).deliveries))).toEqual(new Set(ids));
  expect(await dueEndpoints()).toEqual([]);
});

test('Deliveries blocked by earlier ones are deferred, and leased when due', async () => {
  const profileId = await shop.profile();
  // One object whose first event waits for a retry, followed by more events than one scan reads.
  const blocked = await tellOf(profileId, Array(70).fill('pay_long'));
  const [head] = (await claim([keyOf(profileId)])).deliveries;
  const later = { ...delivered, status: 'pending', nextAttemptAt: new Date(fromNow(3_600_000)) } as const;
  await recordAttempt(ctx, head!, later);
  const [beside] = await tellOf(profileId, ['pay_beside']);
  const found = await lookOn(profileId);
  expect(found!.eventId).toEqual(beside);
  await recordAttempt(ctx, found!, delivered);
  // No delivery of the endpoint is due any more, so no scan reads it in vain.
  expect(await dueEndpoints()).toEqual([]);
  ahead += 3_600_001;
  const again = await lookOn(profileId);
  expect(again!.eventId).toBe(blocked[0]);
  await recordAttempt(ctx, again!, delivered);
  expect(idsOf((await claim([keyOf(profileId)])).deliveries)).toEqual([blocked[1]]);
});

test.runIf(isFullRun)(
  'A backlog of 20 000 deliveries neither hides other endpoints nor is read in full',
  async () => {
    const WAITING_OBJECTS = 500;
    const busy = await shop.profile();
    const quiet = await shop.profile();
    const [eventId] = await tellOf(busy, ['pay_0']);
    await query(
      `insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status,
         next_attempt_at, created_at, event_sequence)
       select $1, 'whd_' || n, $2, 'payment_succeeded', 'pay_' || case when n < 10000 then n % $4::int else n end, $3, $3, 'pending',
         $5::timestamptz, $5::timestamptz, 1000000 + n
       from generate_series(1, 20000) n`,
      shop.merchantId,
      eventId,
      busy,
      WAITING_OBJECTS,
      fromNow(-1_000),
    );
    // The first of each waits for a retry, so all other due ones must wait.
    await query(
      `update webhook_deliveries set next_attempt_at = $1::timestamptz
       where event_sequence <= 1000000 + $2::bigint`,
      fromNow(3_600_000),
      WAITING_OBJECTS,
    );
    await query('analyze webhook_deliveries, pending_deliveries');
    const [waiting] = await tellOf(quiet, ['pay_quiet']);

    const plans: string[] = [];
    const watched = explained(ctx, plans);
    const due = await dueEndpoints();
    expect(due.map(({ endpointId }) => endpointId)).toEqual([busy, quiet]);
    await dueEndpoints(watched);
    await leaseDeliveries(watched, { endpoints: due, limit: 32, leaseMs: LEASE_MS });
    expect(plans.length).toBe(2);
    for (const plan of plans) {
      expect(rowsRead(plan)).toBeLessThan(500);
    }
    const [row] = await deliveriesOf(service, [waiting!]);
    expect(row!.lease).not.toBe(null);
  },
);

// The nodes of a cluster plan each statement for its values when they receive it.
test.skipIf(process.env.TEST_CITUS_URL)(
  'Leasing and recording are planned for a backlog even if the queue is empty',
  async () => {
    const profileId = await shop.profile();
    await tellOf(profileId, ['pay_planned']);
    const request = { endpoints: [keyOf(profileId)], limit: 8, leaseMs: LEASE_MS };
    const { deliveries } = await leaseDeliveries(ctx, request);
    await clear();
    await query('analyze pending_deliveries');
    const plans: string[] = [];
    const watched = explained(ctx, plans);
    await leaseDeliveries(watched, request);
    await recordAttempts(
      watched,
      deliveries.map((delivery) => ({ delivery, outcome: delivered })),
    );
    expect(plans.length).toBe(2);
    for (const plan of plans) expect(plan).not.toContain('Seq Scan');
  },
);

test('A new due time of a pending delivery also applies to the queue', async () => {
  const profileId = await shop.profile();
  const [eventId] = await tellOf(profileId, ['pay_deferred']);
  const retried = `update webhook_deliveries set attempt_count = 1, next_attempt_at = $2::timestamptz where event_id = $1`;
  await query(retried, eventId, fromNow(3_600_000));
  expect((await claim([keyOf(profileId)])).deliveries).toEqual([]);
  ahead += 3_600_001;
  const [taken] = (await claim([keyOf(profileId)])).deliveries;
  expect(taken).toMatchObject({ eventId, attemptNumber: 2 });
  await recordAttempt(ctx, taken!, delivered);
  expect(await query('select delivery_id from pending_deliveries')).toEqual([]);
});

test('A delivery added by a process of the previous release is queued in order', async () => {
  const profileId = await shop.profile();
  const [first, second] = await tellOf(profileId, ['pay_before', 'pay_before']);
  const [place] = await query(
    'delete from pending_deliveries where event_id = $1 returning event_sequence',
    first,
  );
  const [row] = await query('delete from webhook_deliveries where event_id = $1 returning *', first);
  const columns = `merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status,
    next_attempt_at, created_at, event_sequence`;
  await query(
    `insert into webhook_deliveries (${columns})
     select ${columns} from jsonb_populate_record(null::webhook_deliveries, $1::jsonb)`,
    JSON.stringify({ ...row, ...place }),
  );
  const leased = async () => (await claim([keyOf(profileId)])).deliveries;
  const [taken, ...others] = await leased();
  expect(taken).toMatchObject({ eventId: first });
  expect(others).toEqual([]);
  await recordAttempt(ctx, taken!, delivered);
  expect(await leased()).toMatchObject([{ eventId: second }]);
});
