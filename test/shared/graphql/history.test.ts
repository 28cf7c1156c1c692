import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType } from 'graphql';
import { expect } from 'vitest';
import { withTimeline } from '../../../src/core/entities/states/machines.ts';
import { StatusChange } from '../../../src/core/entities/status-change.ts';
import { insertRow } from '../../kit/insert.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const page = `query ($first: Int!) { payments(first: $first) { nodes {
  timeline { fromStatus toStatus cause changedAt } nextStates
  refunds { nextStates timeline { toStatus changedAt } } } } }`;

const test = base
  /** Set up once for the whole file. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    let steps = 0;
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
    for (let place = 0; place < 12; place += 1) {
      const paymentId = await shop.payment({ created: new Date(Date.UTC(2026, 0, 1 + place)) });
      await step('payment', paymentId, null, 'requires_confirmation', 'create');
      await step('payment', paymentId, 'requires_confirmation', 'succeeded', 'confirm');
      const refundId = await shop.refund(paymentId, { status: 'pending' });
      await step('refund', refundId, null, 'pending', 'create');
    }
    return shop;
  })
  .extend('shop', ({ seeded }) => seeded);

test("timeline lists each object's status changes, and nextStates its possible next statuses", async ({
  graphql,
}) => {
  const { payments } = await graphql.data(page, { first: 1 });
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

test('timeline and nextStates take one statement per level whatever the page size', async ({ graphql }) => {
  const one = await graphql.run(page, { first: 1 });
  const twelve = await graphql.run(page, { first: 12 });
  expect(twelve.data.payments.nodes).toHaveLength(12);
  expect(one.statements).toHaveLength(2);
  expect(twelve.statements).toHaveLength(2);
});

test('nextStates of a failed payment is empty unless a manual retry is allowed', async ({
  graphql,
  shop,
}) => {
  const query = `query ($id: ID!) { payment(paymentId: $id) { nextStates } }`;
  const failed = { status: 'failed', amount_received: 0 };
  const over = await shop.payment(failed);
  expect((await graphql.data(query, { id: over })).payment.nextStates).toEqual([]);
  const retried = await shop.payment({ ...failed, manual_retry_allowed: true });
  expect((await graphql.data(query, { id: retried })).payment.nextStates).toContain('processing');
});

test("timeline does not show another merchant's status changes", async ({ graphqlAs, otherShop }) => {
  const query =
    'query { payments(first: 5) { nodes { timeline { toStatus } } } disputes { nodes { nextStates } } payouts { nodes { nextStates timeline { toStatus } } } }';
  await otherShop.payment();
  const { disputes, payments, payouts } = await graphqlAs(otherShop.key).data(query);
  expect(payments.nodes).toEqual([{ timeline: [] }]);
  expect([disputes.nodes, payouts.nodes]).toEqual([[], []]);
});

test('Every type with a timeline records the status in which its objects begin, and no other does', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const shown = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && type.getFields().timeline,
  );
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.map(({ name }) => name).sort()).toEqual([...withTimeline].map(({ name }) => name).sort());
});
