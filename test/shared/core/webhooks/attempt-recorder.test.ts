import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../../src/core/foundation/context.ts';
import type { RowSource } from '../../../../src/core/foundation/transaction.ts';
import { AttemptRecorder } from '../../../../src/core/webhooks/attempt-recorder.ts';
import { type LeasedDelivery, leaseDeliveries } from '../../../../src/core/webhooks/lease-deliveries.ts';
import type { DeliveryOutcome } from '../../../../src/core/webhooks/record-attempts.ts';
import { deliveriesOf, recordEvents } from '../../../kit/record-events.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { clearDeliveries, queryAsOwner } from './by-hand.ts';

let service: TestService;
let shop: SeededMerchant;
let ctx: Context;
/** How many statements recorded outcomes. */
let statements = 0;

beforeAll(async () => {
  service = await startTestService();
  const admin = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const query: RowSource['query'] = (statement, merchantId) => {
    if (statement.text.includes('update webhook_deliveries')) statements += 1;
    return admin.rows.query(statement, merchantId);
  };
  ctx = { ...admin, rows: { query } };
  shop = await seedMerchant(service);
});
afterAll(async () => {
  await clearDeliveries(service);
  await service.close();
});

const outcomeOf = (
  status: DeliveryOutcome['status'],
  errorMessage: string | null = null,
): DeliveryOutcome => ({
  status,
  attempt: {
    attempt_number: 1,
    started_at: '2026-03-01T12:00:00.000Z',
    duration_ms: 5,
    status_code: status === 'delivered' ? 200 : 500,
    error: null,
    error_message: errorMessage,
    answer: '',
  },
  errorMessage,
  url: 'https://example.com/',
  nextAttemptAt: status === 'pending' ? new Date(Date.now() + 3_600_000) : null,
  pace: status === 'delivered' ? 'more' : 'fewer',
});

/** Leases the deliveries of new events at a new profile. */
async function lease(count: number): Promise<readonly LeasedDelivery[]> {
  const profileId = await shop.profile();
  const events = Array.from({ length: count }, (_, n) => ({
    merchantId: shop.merchantId,
    profileId,
    objectId: `pay_recorded_${n}`,
  }));
  await recordEvents(service, events);
  const endpoints = [{ merchantId: shop.merchantId, endpointId: profileId }];
  const request = { endpoints, limit: count, leaseMs: 30_000, settled: endpoints };
  const { deliveries } = await leaseDeliveries(ctx, request);
  expect(deliveries).toHaveLength(count);
  return deliveries;
}

test('Outcomes that arrive during a statement are recorded together by the next', async () => {
  const recorder = new AttemptRecorder(ctx);
  const [first, ...others] = await lease(8);
  statements = 0;
  const results = await Promise.all([
    recorder.record(first!, outcomeOf('delivered')),
    ...others.map((delivery, n) =>
      recorder.record(delivery, outcomeOf(n % 2 === 0 ? 'delivered' : 'pending', 'HTTP 500')),
    ),
  ]);
  expect(statements).toBe(2);
  expect(results.every(({ heldLease }) => heldLease)).toBe(true);
  const rows = await deliveriesOf(
    service,
    [first!, ...others].map(({ eventId }) => eventId),
  );
  expect(rows.map(({ attempt_count: count, lease: held, status }) => [status, count, held])).toEqual([
    ['delivered', 1, null],
    ...others.map((_, n) => [n % 2 === 0 ? 'delivered' : 'pending', 1, null]),
  ]);
});

test('Each failure halves the limit of attempts in flight, and each success adds one, even if recorded together', async () => {
  const recorder = new AttemptRecorder(ctx);
  const deliveries = await lease(7);
  const { endpointId } = deliveries[0]!;
  const state = `from webhook_endpoint_states where endpoint_id = $1`;
  const allowed = async () =>
    (await queryAsOwner(service, `select in_flight_max ${state}`, [endpointId]))[0].in_flight_max;
  // Others are due.
  const due = `update webhook_endpoint_states set due_at = now() - interval '1 minute', in_flight_max = $2 where endpoint_id = $1`;
  const record = (some: readonly LeasedDelivery[], status: DeliveryOutcome['status']) =>
    Promise.all(some.map((delivery) => recorder.record(delivery, outcomeOf(status))));
  await queryAsOwner(service, due, [endpointId, 10]);
  await record(deliveries.slice(0, 4), 'delivered');
  expect(await allowed()).toBe(14);
  await queryAsOwner(service, due, [endpointId, 64]);
  // The first alone, and the two that ended meanwhile together.
  await record(deliveries.slice(4, 7), 'failed');
  expect(await allowed()).toBe(8);
});

test('Endpoints do not wait for each other', async () => {
  const recorder = new AttemptRecorder(ctx);
  const deliveries = [...(await lease(1)), ...(await lease(1)), ...(await lease(1))];
  statements = 0;
  await Promise.all(deliveries.map((delivery) => recorder.record(delivery, outcomeOf('delivered'))));
  expect(statements).toBe(3);
});

test('An outcome that the database rejects does not affect the others', async () => {
  const recorder = new AttemptRecorder(ctx);
  const deliveries = await lease(4);
  // PostgreSQL cannot store NUL in a text.
  const outcomes = deliveries.map((_, n) => outcomeOf('failed', n === 2 ? 'a\0b' : 'HTTP 400'));
  const results = await Promise.allSettled(
    deliveries.map((delivery, n) => recorder.record(delivery, outcomes[n]!)),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  const rows = await deliveriesOf(
    service,
    deliveries.map(({ eventId }) => eventId),
  );
  expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'pending', 'failed']);
});

test('A lost lease records nothing, even when recorded with others', async () => {
  const recorder = new AttemptRecorder(ctx);
  const [first, second, third] = await lease(3);
  const results = await Promise.all(
    [first!, { ...second!, lease: 'lost' }, third!].map((delivery) =>
      recorder.record(delivery, outcomeOf('delivered')),
    ),
  );
  expect(results.map(({ heldLease }) => heldLease)).toEqual([true, false, true]);
  const rows = await deliveriesOf(service, [second!.eventId]);
  expect(rows[0]).toMatchObject({ status: 'pending', attempt_count: 0, lease: second!.lease });
});
