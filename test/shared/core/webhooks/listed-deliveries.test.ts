import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebhookDelivery } from '../../../../src/core/entities/webhook-delivery.ts';
import { resourceOf } from '../../../../src/core/model/index.ts';
import { type Condition, pageStatement } from '../../../../src/core/reads/index.ts';
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

async function planned(condition: Condition): Promise<string> {
  const request = { columns: ['status'], where: [condition], take: 'first', limit: 20 } as const;
  const { text, values } = pageStatement(resource, shop.merchantId, request);
  const [row] = await queryAsOwner(service, `explain (analyze, timing off, format json) ${text}`, values);
  return JSON.stringify(row['QUERY PLAN']);
}

test.for([
  ['failed', { field: 'status', op: 'eq', value: 'failed' }],
  ['pending', { field: 'status', op: 'eq', value: 'pending' }],
  ['failed or pending', { field: 'status', op: 'in', value: ['failed', 'pending'] }],
] as const)('Finding the few deliveries that are %s reads no others', async ([, condition]) => {
  expect(rowsRead(await planned(condition as Condition))).toBeLessThan(DELIVERED / 100);
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
