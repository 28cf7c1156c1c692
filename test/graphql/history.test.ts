import { afterAll, beforeAll, expect, test } from 'vitest';
import { StatusChange } from '../../src/core/entities/status-change.ts';
import { dataOf, graphql } from '../kit/graphql.ts';
import { insertRow } from '../kit/insert.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;
let shop: SeededMerchant;
let steps = 0;

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  for (let place = 0; place < 12; place += 1) {
    const paymentId = await shop.payment({ created: new Date(Date.UTC(2026, 0, 1 + place)) });
    await step('payment', paymentId, null, 'requires_confirmation', 'create');
    await step('payment', paymentId, 'requires_confirmation', 'succeeded', 'confirm');
    const refundId = await shop.refund(paymentId, { status: 'pending' });
    await step('refund', refundId, null, 'pending', 'create');
  }
});
afterAll(() => service.close());

const step = (type: string, id: string, from: string | null, to: string, cause: string) => {
  steps += 1;
  return insertRow(service, StatusChange, {
    merchant_id: shop.merchantId,
    change_id: `chg_${String(steps).padStart(4, '0')}`,
    object_type: type,
    object_id: id,
    from_status: from,
    to_status: to,
    cause,
    changed_at: new Date(Date.UTC(2026, 0, 1, 0, 0, steps)),
  });
};

const page = `query ($first: Int!) { payments(first: $first) { nodes {
  timeline { fromStatus toStatus cause changedAt } nextStates
  refunds { nextStates timeline { toStatus changedAt } } } } }`;

test('tells how each object came to its status, and where it can go', async () => {
  const { payments } = await dataOf(service, shop.key, page, { first: 1 });
  expect(payments.nodes).toEqual([
    {
      timeline: [
        {
          fromStatus: null,
          toStatus: 'requires_confirmation',
          cause: 'create',
          changedAt: expect.any(String),
        },
        {
          fromStatus: 'requires_confirmation',
          toStatus: 'succeeded',
          cause: 'confirm',
          changedAt: expect.any(String),
        },
      ],
      nextStates: [],
      refunds: [
        {
          nextStates: ['succeeded', 'failed', 'review'],
          timeline: [{ toStatus: 'pending', changedAt: '2026-01-01T00:00:36.000Z' }],
        },
      ],
    },
  ]);
});

test('takes one statement a level, whatever the page', async () => {
  const one = await graphql(service, shop.key, page, { first: 1 });
  const twelve = await graphql(service, shop.key, page, { first: 12 });
  expect(twelve.data.payments.nodes).toHaveLength(12);
  expect(one.statements).toHaveLength(4);
  expect(twelve.statements).toHaveLength(4);
});

test('a payment that failed goes on only where a retry is allowed', async () => {
  const query = `query ($id: ID!) { payment(paymentId: $id) { nextStates } }`;
  const failed = { status: 'failed', amount_received: 0 };
  const over = await shop.payment(failed);
  expect((await dataOf(service, shop.key, query, { id: over })).payment.nextStates).toEqual([]);
  const retried = await shop.payment({ ...failed, manual_retry_allowed: true });
  expect((await dataOf(service, shop.key, query, { id: retried })).payment.nextStates).toContain(
    'processing',
  );
});

test("another merchant's history is not seen", async () => {
  const other = await seedMerchant(service);
  const query =
    'query { payments(first: 5) { nodes { timeline { toStatus } } } disputes { nodes { nextStates } } payouts { nodes { nextStates timeline { toStatus } } } }';
  await other.payment();
  const { disputes, payments, payouts } = await dataOf(service, other.key, query);
  expect(payments.nodes).toEqual([{ timeline: [] }]);
  expect([disputes.nodes, payouts.nodes]).toEqual([[], []]);
});
