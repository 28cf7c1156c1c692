import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const counted = `query ($filter: PaymentFilter, $groupBy: [StatsGrouping!]) {
  rows: paymentStats(filter: $filter, groupBy: $groupBy) {
    currency status connector paymentMethod profileId errorCode bucket count amount successRate
  }
}`;

type Row = Record<string, unknown>;
const set = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

const test = base
  /** Set up once for the whole file. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    const profile = await shop.profile();
    const payments = [
      { amount: 100, connector: 'one', payment_method: 'card', profile_id: shop.profileId },
      {
        amount: 200,
        connector: 'one',
        status: 'failed',
        error_code: 'card_declined',
        payment_method: 'card',
      },
      { amount: 300, connector: 'two', payment_method: 'wallet', profile_id: profile },
      { amount: 400, connector: 'two', currency: 'EUR', status: 'partially_captured' },
      { amount: 999_999_999_999, currency: 'EUR', status: 'processing' },
      { amount: 999_999_999_999, currency: 'EUR', status: 'processing' },
    ];
    for (const payment of payments) {
      await shop.payment({ created: new Date('2026-01-05T12:00:00Z'), amount_received: 0, ...payment });
    }
    return { shop, profile };
  })
  .extend('shop', ({ seeded }) => seeded.shop)
  .extend('profile', ({ seeded }) => seeded.profile)
  .extend(
    'rowsOf',
    ({ graphqlAs, shop }) =>
      async (variables: object, query = counted, merchant = shop): Promise<Row[]> =>
        (await graphqlAs(merchant.key).data(query, { ...variables })).rows.map(set),
  );

test('paymentStats sums per currency, never across, in one statement', async ({ graphql, rowsOf }) => {
  const { statements } = await graphql.run(counted);
  expect(statements).toHaveLength(1);
  const rows = await rowsOf({});
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ currency: 'USD', count: 3, amount: 600, successRate: 2 / 3 });
  const euros = { currency: 'EUR', count: 3, amount: 2_000_000_000_398, successRate: 1 };
  expect(rows).toContainEqual(euros);
});

test.for([
  [
    ['STATUS'],
    [
      { currency: 'USD', status: 'succeeded', count: 2, amount: 400, successRate: 1 },
      { currency: 'EUR', status: 'processing', count: 2, amount: 1_999_999_999_998 },
      { currency: 'EUR', status: 'partially_captured', count: 1, amount: 400, successRate: 1 },
      { currency: 'USD', status: 'failed', count: 1, amount: 200, successRate: 0 },
    ],
  ],
  [
    ['CONNECTOR'],
    [
      { currency: 'EUR', count: 2, amount: 1_999_999_999_998 },
      { currency: 'USD', connector: 'one', count: 2, amount: 300, successRate: 0.5 },
      { currency: 'EUR', connector: 'two', count: 1, amount: 400, successRate: 1 },
      { currency: 'USD', connector: 'two', count: 1, amount: 300, successRate: 1 },
    ],
  ],
  [
    ['PAYMENT_METHOD', 'CURRENCY'],
    [
      { currency: 'EUR', count: 3, amount: 2_000_000_000_398, successRate: 1 },
      { currency: 'USD', paymentMethod: 'card', count: 2, amount: 300, successRate: 0.5 },
      { currency: 'USD', paymentMethod: 'wallet', count: 1, amount: 300, successRate: 1 },
    ],
  ],
  [
    ['ERROR_CODE', 'STATUS', 'STATUS'],
    [
      { currency: 'EUR', status: 'processing', count: 2, amount: 1_999_999_999_998 },
      { currency: 'USD', status: 'succeeded', count: 2, amount: 400, successRate: 1 },
      { currency: 'EUR', status: 'partially_captured', count: 1, amount: 400, successRate: 1 },
      {
        currency: 'USD',
        status: 'failed',
        errorCode: 'card_declined',
        count: 1,
        amount: 200,
        successRate: 0,
      },
    ],
  ],
] as const)('paymentStats groups by %j', async ([groupBy, expected], { rowsOf }) => {
  const rows = await rowsOf({ groupBy });
  expect(rows).toHaveLength(expected.length);
  expect(rows).toEqual(expect.arrayContaining([...expected]));
  const counts = rows.map((row) => row.count as number);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
});

test('paymentStats groups by business profile', async ({ profile, rowsOf }) => {
  const rows = await rowsOf({ groupBy: ['PROFILE'] });
  expect(rows).toContainEqual({
    currency: 'USD',
    profileId: profile,
    count: 1,
    amount: 300,
    successRate: 1,
  });
  expect(rows).toHaveLength(4);
});

test('paymentStats counts only payments that match its filter', async ({ rowsOf }) => {
  const usd = { currency: { eq: 'USD' }, amount: { gte: 200 } };
  expect(await rowsOf({ filter: usd })).toEqual([
    { currency: 'USD', count: 2, amount: 500, successRate: 0.5 },
  ]);
  expect(await rowsOf({ filter: { currency: { eq: 'JPY' } } })).toEqual([]);
  expect(await rowsOf({ filter: { created: { gt: '2027-01-01T00:00:00Z' } } })).toEqual([]);
});

test('refundStats, disputeStats and payoutStats group and sum like paymentStats', async ({
  rowsOf,
  service,
}) => {
  const merchant = await seedMerchant(service);
  const payment = await merchant.payment({ amount: 1000 });
  await merchant.refund(payment, { amount: 100, connector: 'one' });
  await merchant.refund(payment, { amount: 50, status: 'failed', error_code: 'no' });
  await merchant.dispute(payment, { amount: 70, dispute_status: 'dispute_won' });
  await merchant.dispute(payment, { amount: 30, dispute_status: 'dispute_lost' });
  await merchant.payout({ amount: 10, payout_type: 'bank' });
  await merchant.payout({ amount: 20, payout_type: 'bank', status: 'failed', error_code: 'x' });
  const rows = (name: string, groupBy: string) =>
    rowsOf(
      {},
      `{ rows: ${name}(groupBy: [${groupBy}]) { status connector paymentMethod errorCode count amount successRate } }`,
      merchant,
    );
  expect(await rows('refundStats', 'STATUS, CONNECTOR')).toEqual([
    { status: 'failed', count: 1, amount: 50, successRate: 0 },
    { status: 'succeeded', connector: 'one', count: 1, amount: 100, successRate: 1 },
  ]);
  expect(await rows('refundStats', '')).toEqual([{ count: 2, amount: 150, successRate: 0.5 }]);
  expect(await rows('disputeStats', '')).toEqual([{ count: 2, amount: 100, successRate: 0.5 }]);
  expect(await rows('payoutStats', 'PAYMENT_METHOD')).toEqual([
    { paymentMethod: 'bank', count: 2, amount: 30, successRate: 0.5 },
  ]);
  const codes = await rows('payoutStats', 'ERROR_CODE');
  expect(codes).toContainEqual({ errorCode: 'x', count: 1, amount: 20, successRate: 0 });
});

test.for([
  ['refundStats', 'FIRST_ATTEMPT_FAILED'],
  ['disputeStats', 'BILLING_COUNTRY'],
  ['disputeStats', 'ERROR_CODE'],
  ['refundStats', 'CARD_NETWORK'],
] as const)('%s rejects grouping by %s', async ([name, groupBy], { graphql }) => {
  const query = `{ ${name}(groupBy: [${groupBy}]) { count } }`;
  const { errors } = await graphql.run(query);
  expect(errors[0]!.extensions).toMatchObject({ code: 'invalid_parameter', param: 'groupBy' });
  expect(errors[0]!.message).toMatch(
    /^(refund|dispute) statistics cannot be grouped by [A-Z_]+, only by CONNECTOR, CURRENCY, PROFILE, STATUS/,
  );
});
