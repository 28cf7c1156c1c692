import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectClassOf } from '../../../src/core/entities/event-objects.ts';
import { withinMerchant } from '../../../src/core/foundation/context.ts';
import { resourceOf, restValue } from '../../../src/core/model/index.ts';
import { readWhole } from '../../../src/core/reads/index.ts';
import { type DemoKeys, loadDemo } from '../../../src/dev/demo/load.ts';
import { createDatabase } from '../../kit/database.ts';
import { type RecordedEvent, recordedEvents } from '../../kit/events.ts';
import { dataOf } from '../../kit/graphql.ts';
import { startTestService, type TestService } from '../../kit/service.ts';

const encryptionKey = randomBytes(32);

let service: TestService;
let keys: DemoKeys;
let events: RecordedEvent[];
/** The events of each object, in order. */
let byObject: Map<string, RecordedEvent[]>;

beforeAll(async () => {
  service = await startTestService({ databaseUrl: await createDatabase(), encryptionKey });
  [keys] = (await loadDemo({
    database: service.database,
    encryption: service.encryption,
    amounts: { payments: 1000, merchants: 1 },
  })) as [DemoKeys];
  events = await recordedEvents(service.database);
  byObject = Map.groupBy(events, (event) => event.object_id);
});
// Closing validates every body against its schema.
afterAll(() => service.close(), 60_000);

/** // A payment's later values, if it has a field for them. */
const laterOf = (object: Record<string, unknown>, later: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(later).filter(([name]) => name in object));

test('Demo data has events of payments, refunds, disputes and payouts', () => {
  const counts = Map.groupBy(events, (event) => event.event_type);
  const usual = ['payment_created', 'payment_succeeded', 'payment_failed', 'payment_authorized'];
  const others = ['payment_captured', 'refund_succeeded', 'payout_initiated', 'payout_success'];
  expect([...counts.keys()]).toEqual(expect.arrayContaining([...usual, ...others]));
  expect(events.length).toBeGreaterThan(300);
  expect(events.some(({ test }) => test)).toBe(false);
});

test("Demo events are in order, of the last 30 days, and each payment's begin with payment_created", () => {
  const month = 30 * 24 * 60 * 60 * 1000;
  const times = events.map((event) => Date.parse(event.created_at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)! - times[0]!).toBeLessThanOrEqual(month);
  const ids = events.map((event) => event.event_id);
  expect(ids).toEqual(ids.toSorted());
  for (const [first, ...others] of byObject.values()) {
    if (first!.object_type !== 'payment') continue;
    expect(first!.event_type).toBe('payment_created');
    expect(first!.body.content.object).toMatchObject({ captures: [], amount_received: 0 });
    expect(others.map((event) => event.event_type)).not.toContain('payment_created');
  }
});

test('The last demo event of an object shows it as REST does', async () => {
  const ctx = withinMerchant(service.contextFor({ kind: 'admin_key' }, 'req_1'), keys.merchantId);
  const statusOf = (object: Record<string, unknown>) => object.status ?? object.dispute_status;
  let same = 0;
  for (const list of byObject.values()) {
    const { object_id: id, event_type: type, body } = list.at(-1)!;
    const target = objectClassOf(type);
    const row = await readWhole(ctx, target, id, 'event');
    const now = restValue(target, 'event', row!);
    // An object left as created has no later event.
    if (type !== 'payment_created') expect(statusOf(body.content.object)).toBe(statusOf(now));
    const told = body.content.object;
    if (type === 'payment_created' && told.status !== now.status) continue;
    // Refunds and disputes come later, with separate events.
    const later = { refunds: [], disputes: [], amount_refunded: 0 };
    // The connector adds details to a challenged dispute without changing its status.
    const { connector_status, connector_updated_at, updated_at } = told;
    const unsaid = { connector_status, connector_updated_at, updated_at };
    const expected =
      target.name === 'Payment'
        ? { ...now, ...laterOf(now, later), updated: told.updated }
        : { ...now, ...(target.name === 'Dispute' ? unsaid : {}) };
    expect(told, `${resourceOf(target).table} ${id}`).toEqual(expected);
    same += 1;
  }
  expect(same).toBeGreaterThan(byObject.size / 2);
});

test('Demo events are listed without deliveries, as the demo merchant has no endpoint', async () => {
  const query = `{ events(first: 5) { totalCount nodes { eventId deliveries { id } } }
      webhookDeliveries { totalCount } }`;
  const page = await dataOf(service, keys.apiKey, query);
  expect(page.events.totalCount).toBe(events.length);
  const newest = events.slice(-5).reverse();
  expect(page.events.nodes).toEqual(newest.map(({ event_id: eventId }) => ({ eventId, deliveries: [] })));
  expect(page.webhookDeliveries.totalCount).toBe(0);
});
