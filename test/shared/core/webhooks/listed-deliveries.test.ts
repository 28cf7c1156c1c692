import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebhookDelivery } from '../../../../src/core/entities/webhook-delivery.ts';
import { resourceOf } from '../../../../src/core/model/index.ts';
import { type Condition, type PageRequest, pageStatement } from '../../../../src/core/reads/index.ts';
import { graphqlClient } from '../../../kit/graphql-client.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { clearDeliveries, queryAsOwner } from './by-hand.ts';
import { rowsRead } from './explained.ts';

let service: TestService;
let shop: SeededMerchant;

/** How many exist; the few are older. */
const DELIVERED = 40_000;
const few = { failed: 30, pending: 30 } as const;

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  const eventId = await shop.event();
  const add = `
    insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status,
      next_attempt_at, completed_at, created_at, event_sequence)
    select merchant_id, 'whd_' || md5($2 || n), event_id, event_type, object_id, profile_id, profile_id, $2,
      case when $2 = 'pending' then now() end, case when $2 <> 'pending' then now() end,
      now() - (n + $4::int) * interval '1 second', sequence + n
    from events cross join generate_series(1, $3::int) n where event_id = $1`;
  await queryAsOwner(service, add, [eventId, 'delivered', DELIVERED, 0]);
  await queryAsOwner(service, add, [eventId, 'failed', few.failed, DELIVERED]);
  await queryAsOwner(service, add, [eventId, 'pending', few.pending, DELIVERED]);
  await queryAsOwner(service, 'analyze webhook_deliveries, pending_deliveries');
});
afterAll(async () => {
  await clearDeliveries(service);
  await service.close();
});

const resource = resourceOf(WebhookDelivery);

async function explained(merchantId: string | null, page: Partial<PageRequest>): Promise<string> {
  const request = { columns: ['status'], take: 'first', limit: 20, ...page } as const;
  const { text, values } = pageStatement(resource, merchantId, request);
  const [row] = await queryAsOwner(service, `explain (analyze, timing off, format json) ${text}`, values);
  return JSON.stringify(row['QUERY PLAN']);
}

const planned = (condition: Condition) => explained(shop.merchantId, { where: [condition] });

test.for([
  ['failed', { field: 'status', op: 'eq', value: 'failed' }],
  ['pending', { field: 'status', op: 'eq', value: 'pending' }],
  ['failed or pending', { field: 'status', op: 'in', value: ['failed', 'pending'] }],
] as const)('Finding the few deliveries that are %s reads no others', async ([, condition]) => {
  expect(rowsRead(await planned(condition as Condition))).toBeLessThan(DELIVERED / 100);
});

/** The list itself, and by each filter that has an index. */
const served = [
  null,
  ...resource.fields.flatMap(({ filter, name }) =>
    filter === true && name !== resource.order ? [name] : [],
  ),
];

test.for(served)('A page of the list reads few rows, filtered by %s', async (field) => {
  const [middle] = await queryAsOwner(
    service,
    `select created_at::text, delivery_id, event_id, event_type, profile_id, endpoint_id from webhook_deliveries
     where merchant_id = $1 and status = 'delivered' order by created_at offset $2::int limit 1`,
    [shop.merchantId, DELIVERED / 2],
  );
  const where: Condition[] = field === null ? [] : [{ field, op: 'eq', value: middle[field] }];
  for (const take of ['first', 'last'] as const) {
    expect(rowsRead(await explained(shop.merchantId, { where, take }))).toBeLessThan(100);
    const position = [middle.created_at, middle.delivery_id];
    const bound = take === 'first' ? { after: position } : { before: position };
    expect(rowsRead(await explained(shop.merchantId, { where, take, ...bound }))).toBeLessThan(100);
  }
  if (field === null) expect(rowsRead(await explained(null, {}))).toBeLessThan(100);
});

test.for(served.filter((field) => field !== null))(
  'A few deliveries among many are found by %s',
  async (field) => {
    const rare = {
      event_id: 'evt_rare',
      event_type: 'payout_failed',
      profile_id: 'pro_rare',
      endpoint_id: 'we_rare',
    };
    const value = rare[field as keyof typeof rare];
    const [added] = await queryAsOwner(
      service,
      `insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status,
       completed_at, created_at, event_sequence)
     select merchant_id, 'whd_rare', r.event_id, r.event_type, d.object_id, r.profile_id, r.endpoint_id, 'delivered', now(),
       created_at - interval '9 days', 1
     from webhook_deliveries d, jsonb_to_record($2::jsonb) r (event_id text, event_type text, profile_id text, endpoint_id text)
     where d.merchant_id = $1 limit 1 returning delivery_id`,
      [shop.merchantId, JSON.stringify(rare)],
    );
    expect(added).toBeDefined();
    const plan = await explained(shop.merchantId, { where: [{ field, op: 'eq', value }] });
    await queryAsOwner(service, `delete from webhook_deliveries where delivery_id = 'whd_rare'`);
    expect(rowsRead(plan)).toBe(1);
  },
);

test('Pages through many deliveries of one moment have each of them once, in either direction', async () => {
  const replayed = await seedMerchant(service);
  const eventId = await replayed.event();
  await queryAsOwner(
    service,
    `insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status,
      completed_at, created_at, event_sequence)
     select merchant_id, 'whd_' || md5(n::text), event_id, event_type, object_id, profile_id, profile_id, 'delivered',
       now(), created_at, sequence + n
     from events cross join generate_series(1, 90) n where event_id = $1`,
    [eventId],
  );
  const key = await replayed.apiKey();
  const every = (await queryAsOwner(
    service,
    'select delivery_id from webhook_deliveries where event_id = $1 order by created_at desc, delivery_id desc',
    [eventId],
  )) as { delivery_id: string }[];
  expect(every.length).toBeGreaterThanOrEqual(90);
  const pagesFrom = async (page: (cursor: string) => string, next: 'endCursor' | 'startCursor') => {
    const found: string[][] = [];
    let cursor = 'null';
    for (;;) {
      const query = `{ webhookDeliveries(filter: { eventId: { eq: "${eventId}" } }, ${page(cursor)}) {
        nodes { deliveryId } pageInfo { ${next} } } }`;
      const { nodes, pageInfo } = (await graphqlClient(service, key).data(query)).webhookDeliveries;
      if (nodes.length === 0) return found;
      found.push(nodes.map((node: { deliveryId: string }) => node.deliveryId));
      cursor = JSON.stringify(pageInfo[next]);
    }
  };
  const ids = every.map((row) => row.delivery_id);
  expect((await pagesFrom((after) => `first: 7, after: ${after}`, 'endCursor')).flat()).toEqual(ids);
  const backwards = await pagesFrom((before) => `last: 7, before: ${before}`, 'startCursor');
  expect(backwards.toReversed().flat()).toEqual(ids);
});

test('A filter by status finds every match, with any other filters', async () => {
  const key = await shop.apiKey();
  const totals = async (filter: string) => {
    const query = `{ webhookDeliveries(filter: ${filter}) { totalCount } }`;
    return (await graphqlClient(service, key).data(query)).webhookDeliveries.totalCount;
  };
  const all = DELIVERED + few.failed + few.pending;
  expect(await totals('{ status: { eq: failed } }')).toBe(few.failed);
  expect(await totals('{ status: { eq: pending } }')).toBe(few.pending);
  expect(await totals('{ status: { in: [failed, pending] } }')).toBe(few.failed + few.pending);
  expect(await totals('{ status: { in: [failed, delivered] } }')).toBe(DELIVERED + few.failed);
  expect(await totals('{ status: { in: [] } }')).toBe(0);
  expect(await totals('{ not: { status: { eq: failed } } }')).toBe(all - few.failed);
  expect(await totals('{ or: [{ status: { eq: failed } }, { status: { eq: delivered } }] }')).toBe(
    DELIVERED + few.failed,
  );
});
