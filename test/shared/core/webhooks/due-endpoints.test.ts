import fc from 'fast-check';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context } from '../../../../src/core/foundation/context.ts';
import { EndpointScanner } from '../../../../src/core/webhooks/endpoint-scanner.ts';
import { type LeasedDelivery, releaseLease } from '../../../../src/core/webhooks/lease-deliveries.ts';
import { seed } from '../../../kit/property.ts';
import { recordEvents } from '../../../kit/record-events.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { clearDeliveries, queryAsOwner, recordAttempt } from './by-hand.ts';
import { explained, rowsRead } from './explained.ts';

const LEASE_MS = 30_000;

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
const tellOf = (profileId: string, objectIds: string[]) =>
  recordEvents(
    service,
    objectIds.map((objectId) => ({ merchantId: shop.merchantId, profileId, objectId })),
  );
const idsOf = (deliveries: readonly LeasedDelivery[]) => deliveries.map(({ eventId }) => eventId);
const fromNow = (ms: number) => new Date(Date.now() + ahead + ms).toISOString();

test('A scan reads only the due endpoints', async () => {
  const RESTING = 2_000;
  await query(
    `insert into business_profiles (merchant_id, profile_id, profile_name, created_at, modified_at)
     select $1, 'pro_resting_' || n, 'resting_' || n, now(), now() from generate_series(1, $2::int) n returning 1`,
    shop.merchantId,
    RESTING,
  );
  const due = await shop.profile();
  const [eventId] = await tellOf(due, ['pay_0']);
  await query(
    `insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status,
         next_attempt_at, created_at, event_sequence)
       select $1, 'whd_' || n, $2, 'payment_succeeded', 'pay_' || n, 'pro_resting_' || n, 'pro_resting_' || n, 'pending',
         $4::timestamptz, $4::timestamptz, 2000000 + n
       from generate_series(1, $3::int) n returning 1`,
    shop.merchantId,
    eventId,
    RESTING,
    fromNow(-1_000),
  );
  await query(
    `insert into webhook_endpoint_states (merchant_id, endpoint_id, profile_id, failures, resting_until)
     select $1, 'pro_resting_' || n, 'pro_resting_' || n, 9, $3::timestamptz from generate_series(1, $2::int) n
     on conflict (merchant_id, endpoint_id) do update set failures = 9, resting_until = excluded.resting_until returning 1`,
    shop.merchantId,
    RESTING,
    fromNow(600_000),
  );
  await query('analyze webhook_deliveries, pending_deliveries, webhook_endpoint_states');
  const scanner = new EndpointScanner(ctx, LEASE_MS);
  const found: LeasedDelivery[] = [];
  for (let more = true; more; ) {
    const { deliveries, scanAgain } = await scanner.next(100);
    found.push(...deliveries);
    more = scanAgain === 'at_once';
  }
  expect(idsOf(found)).toEqual([eventId]);

  const plans: string[] = [];
  await new EndpointScanner(explained(ctx, plans), LEASE_MS).next(100);
  expect(rowsRead(plans[0]!)).toBeLessThan(10);
  const [next] = await tellOf(due, ['pay_1']);
  const { deliveries } = await new EndpointScanner(ctx, LEASE_MS).next(100);
  expect(idsOf(deliveries)).toEqual([next]);
});

/** A step of several concurrent processes. Steps that start something do not wait for its end. */
type Step =
  | { readonly kind: 'write'; readonly profile: number }
  | { readonly kind: 'end'; readonly commits: boolean }
  | { readonly kind: 'scan'; readonly process: number; readonly waits: boolean }
  | { readonly kind: 'record'; readonly as: 'delivered' | 'retried' | 'released' }
  | { readonly kind: 'pass'; readonly ms: number };

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), profile: fc.nat(1) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('end' as const), commits: fc.boolean() }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('scan' as const),
        process: fc.nat(1),
        waits: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('record' as const),
        as: fc.constantFrom('delivered' as const, 'retried' as const, 'released' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(2 * LEASE_MS) }),
    },
  ),
  { minLength: 5, maxLength: 40 },
);

const SESSIONS = 4;
const insertText = `
  insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status,
    next_attempt_at, created_at, event_sequence)
  select merchant_id, $2, event_id, event_type, $2, profile_id, profile_id, 'pending', $3, $3, sequence
  from events where event_id = $1`;

test('Every pending delivery has a due time, however writes, scans and attempts interleave', async () => {
  const profiles = [await shop.profile(), await shop.profile()];
  const events = await Promise.all(profiles.map(async (id) => (await tellOf(id, ['pay_0']))[0]!));
  const sessions: Client[] = [];
  for (let opened = 0; opened < SESSIONS; opened += 1) sessions.push(await service.database.openSession());
  for (const session of sessions)
    await session.query("select set_config('switchyard.merchant_id', '*', false)");
  let written = 0;

  const run = async (sequence: readonly Step[]) => {
    const free = [...sessions];
    const open: { session: Client; inserted: Promise<unknown> }[] = [];
    const started: Promise<unknown>[] = [];
    const leased: LeasedDelivery[] = [];
    const scanners = [0, 1].map(() => new EndpointScanner(ctx, LEASE_MS));
    // In sequence, like a process: one step at a time.
    const turns: Promise<unknown>[] = scanners.map(() => Promise.resolve());
    const end = (commits: boolean) => {
      const writer = open.shift();
      if (!writer) return;
      const ended = writer.inserted.then(() => writer.session.query(commits ? 'commit' : 'rollback'));
      started.push(ended.then(() => free.push(writer.session)));
    };
    const record = async (delivery: LeasedDelivery, as: 'delivered' | 'retried' | 'released') => {
      if (as === 'released') return releaseLease(ctx, delivery);
      const isOver = as === 'delivered';
      await recordAttempt(ctx, delivery, {
        status: isOver ? 'delivered' : 'pending',
        attempt: null,
        errorMessage: null,
        url: null,
        nextAttemptAt: isOver ? null : new Date(fromNow(5_000)),
        pace: null,
      });
    };
    for (const step of sequence) {
      if (step.kind === 'write' && free.length > 0) {
        const session = free.shift()!;
        written += 1;
        const values = [events[step.profile], `whd_met_${written}`, fromNow(0)];
        const inserted = session.query('begin').then(() => session.query(insertText, values));
        open.push({ session, inserted });
      }
      if (step.kind === 'end') end(step.commits);
      if (step.kind === 'scan') {
        const { process } = step;
        turns[process] = turns[process]!.then(async () => {
          leased.push(...(await scanners[process]!.next(4)).deliveries);
        });
        if (step.waits) await turns[process];
      }
      if (step.kind === 'record' && leased.length > 0) started.push(record(leased.shift()!, step.as));
      if (step.kind === 'pass') ahead += step.ms;
    }
    while (open.length > 0) end(true);
    await Promise.all([...started, ...turns]);
    const forgotten = `
      select d.delivery_id, d.next_attempt_at, e.due_at from pending_deliveries d
      left join webhook_endpoint_states e using (merchant_id, endpoint_id)
      where e.due_at is null or e.due_at > d.next_attempt_at`;
    expect(await query(forgotten)).toEqual([]);
    ahead += 2 * LEASE_MS;
    const scanner = new EndpointScanner(ctx, LEASE_MS);
    for (let more = true; more; ) {
      const { deliveries, scanAgain } = await scanner.next(100);
      for (const delivery of deliveries) await record(delivery, 'delivered');
      more = deliveries.length > 0 || scanAgain === 'at_once';
    }
    expect(await query(`select delivery_id from webhook_deliveries where status = 'pending'`)).toEqual([]);
    expect(await query('select delivery_id from pending_deliveries')).toEqual([]);
  };

  try {
    await fc.assert(fc.asyncProperty(steps, run), { seed, numRuns: 20 });
  } finally {
    for (const session of sessions) await session.end();
  }
});
