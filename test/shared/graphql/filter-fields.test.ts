import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

const test = base.extend('found', ({ graphql }) => async (metadata: object | object[]): Promise<string[]> => {
  const query =
    'query ($filter: PaymentFilter) { payments(filter: $filter, orderBy: { field: CREATED, direction: ASC }) { nodes { paymentId } } }';
  const { payments } = await graphql.data(query, { filter: { metadata } });
  return payments.nodes.map((node: { paymentId: string }) => node.paymentId);
});

test('A payment is found by its current metadata', async ({ api, found, shop, otherShop }) => {
  const open = { status: 'requires_payment_method', amount_received: 0 };
  const id = await shop.payment({ ...open, metadata: { order: '17', channel: 'web' } });
  await otherShop.payment({ metadata: { order: '17' } });
  expect(await found({ key: 'order', value: '17' })).toEqual([id]);
  expect(
    await found([
      { key: 'order', value: '17' },
      { key: 'channel', value: 'web' },
    ]),
  ).toEqual([id]);
  const bothOrders = [
    { key: 'order', value: '17' },
    { key: 'order', value: '18' },
  ];
  expect(await found(bothOrders)).toEqual([]);

  await api.post(`/payments/${id}`, { metadata: { order: '18' } });
  expect(await found({ key: 'order', value: '17' })).toEqual([]);
  expect(await found({ key: 'order', value: '18' })).toEqual([id]);
  expect(await found({ key: 'channel', value: 'web' })).toEqual([id]);
});

test('Keys and values are separated, so that no other pair has the same digest', async ({ found, shop }) => {
  await shop.payment({ metadata: { ab: 'c' } });
  expect(await found({ key: 'a', value: 'bc' })).toEqual([]);
  expect(await found({ key: 'abc', value: '' })).toEqual([]);
  expect(await found({ key: '1:a', value: 'bc' })).toEqual([]);
});

test('Refunds are listed by the customer of their payment, including refunds reported by a connector', async ({
  graphql,
  shop,
}) => {
  await shop.customer({ customer_id: 'ann' });
  const payment = await shop.payment({ customer_id: 'ann' });
  const ofAnn = await shop.refund(payment, { customer_id: 'ann' });
  await shop.refund(await shop.payment());
  const query = `{ refunds(filter: { customerId: { eq: "ann" } }) { nodes { refundId customerId } } }`;
  expect((await graphql.data(query)).refunds.nodes).toEqual([{ refundId: ofAnn, customerId: 'ann' }]);
});

test('Webhook deliveries are listed by the type of their event', async ({ graphql, shop }) => {
  const failed = await shop.event({ event_type: 'payment_failed' });
  const delivery = await shop.webhookDelivery(failed, { event_type: 'payment_failed' });
  await shop.webhookDelivery(await shop.event());
  const query = `{ webhookDeliveries(filter: { eventType: { in: [payment_failed] } }) { nodes { deliveryId } } }`;
  expect((await graphql.data(query)).webhookDeliveries.nodes).toEqual([{ deliveryId: delivery }]);
});

test('Disputes are paged by deadline in both directions, with missing deadlines last', async ({
  graphql,
  shop,
}) => {
  const payment = await shop.payment();
  const day = (n: number | null) => (n === null ? null : new Date(Date.UTC(2026, 1, n)));
  const deadlines = [3, null, 1, 2, null, 1, null];
  for (const [i, deadline] of deadlines.entries()) {
    await shop.dispute(payment, { dispute_id: `dsp_${i}`, challenge_required_by: day(deadline) });
  }
  const soonest = [2, 5, 3, 0, 1, 4, 6].map((i) => `dsp_${i}`);
  const query = `query ($page: Int, $after: String, $last: Int, $before: String, $direction: OrderDirection) {
    disputes(first: $page, after: $after, last: $last, before: $before, orderBy: { field: DEADLINE, direction: $direction }) {
      nodes { disputeId challengeRequiredBy }
      pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
    }
  }`;
  interface Page {
    nodes: { disputeId: string }[];
    pageInfo: { startCursor: string; endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean };
  }
  const page = async (variables: object): Promise<Page> =>
    (await graphql.data(query, { ...variables })).disputes;
  for (const direction of ['ASC', 'DESC'] as const) {
    const expected = direction === 'ASC' ? soonest : [...soonest].reverse();
    for (const size of [1, 2, 3]) {
      const seen: { first: string[]; last: string[] } = { first: [], last: [] };
      for (let after: string | null = null, more = true; more; ) {
        const { nodes, pageInfo } = await page({ page: size, after, direction });
        seen.first.push(...nodes.map((node) => node.disputeId));
        [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
      }
      for (let before: string | null = null, more = true; more; ) {
        const { nodes, pageInfo } = await page({ last: size, before, direction });
        seen.last.unshift(...nodes.map((node) => node.disputeId));
        [before, more] = [pageInfo.startCursor, pageInfo.hasPreviousPage];
      }
      expect(seen, `${direction} by ${size}`).toEqual({ first: expected, last: expected });
    }
  }
});

test('A payment is found by its charged amount, over both APIs, without an extra index', async ({
  client,
  graphql,
  service,
  shop,
}) => {
  const charged = { amount: 1_099, net_amount: 1_700, amount_received: 1_700 };
  const wanted = await shop.payment(charged);
  await shop.payment({ amount: 1_700, net_amount: 2_000, amount_received: 2_000 });
  const query =
    'query ($filter: PaymentFilter) { payments(filter: $filter) { nodes { paymentId } count { count } } }';
  for (const netAmount of [{ eq: 1_700 }, { gte: 1_600, lt: 2_000 }, { in: [1, 1_700] }]) {
    const { payments } = await graphql.data(query, { filter: { netAmount } });
    expect(payments).toEqual({ nodes: [{ paymentId: wanted }], count: { count: 1 } });
    const filter = encodeURIComponent(JSON.stringify({ netAmount }));
    const { text } = await client.get(`/exports/payments.csv?filter=${filter}&columns=payment_id`, {
      key: shop.key,
    });
    expect(text.trim().split('\r\n')).toEqual(['payment_id', wanted]);
  }
  const indexes = `select indexname from pg_indexes where tablename = 'payments' and indexdef like '%net_amount%'`;
  expect(await service.database.rows.query({ text: indexes, values: [] }, null)).toEqual([]);
});

test('Attempts are counted by their connector account', async ({ graphql, shop }) => {
  const payment = await shop.payment();
  for (const [attempt, merchant_connector_id] of ['mca_one', 'mca_two', 'mca_two'].entries()) {
    await shop.attempt(payment, {
      attempt_id: `${payment}_${attempt + 1}`,
      connector: 'sandbox',
      merchant_connector_id,
    });
  }
  const { attemptStats } = await graphql.data(
    '{ attemptStats(groupBy: [CONNECTOR_ACCOUNT]) { merchantConnectorId connector count } }',
  );
  expect(attemptStats).toEqual([
    { merchantConnectorId: 'mca_two', connector: null, count: 2 },
    { merchantConnectorId: 'mca_one', connector: null, count: 1 },
  ]);
});
