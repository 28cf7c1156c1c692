import { expect } from 'vitest';
import { followStatistics } from '../../../src/core/derived/fold-stats.ts';
import type { SeededMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const figures = 'count succeededCount failedCount successRate conversionRate';
const amounts = 'amount amountAuthorized amountCaptured amountRefunded amountNet';

/** For each resource: its objects by status, and which count as succeeded and failed. */
const resources = {
  paymentStats: {
    add: (shop: SeededMerchant, status: string) => shop.payment({ status }),
    succeeded: ['succeeded', 'partially_captured', 'partially_captured_and_capturable'],
    failed: ['failed'],
    undecided: [
      'requires_payment_method',
      'requires_confirmation',
      'requires_customer_action',
      'requires_merchant_action',
      'requires_capture',
      'processing',
      'cancelled',
      'expired',
    ],
  },
  refundStats: {
    add: async (shop: SeededMerchant, status: string) => shop.refund(await shop.payment(), { status }),
    succeeded: ['succeeded'],
    failed: ['failed'],
    undecided: ['pending', 'review'],
  },
  disputeStats: {
    add: async (shop: SeededMerchant, dispute_status: string) =>
      shop.dispute(await shop.payment(), { dispute_status }),
    succeeded: ['dispute_won', 'dispute_cancelled'],
    failed: ['dispute_lost', 'dispute_accepted', 'dispute_expired'],
    undecided: ['dispute_opened', 'dispute_challenged'],
  },
  payoutStats: {
    add: (shop: SeededMerchant, status: string) => shop.payout({ status }),
    succeeded: ['success'],
    failed: ['failed', 'ineligible', 'reversed'],
    undecided: ['requires_fulfillment', 'initiated', 'pending', 'cancelled', 'expired'],
  },
  attemptStats: {
    add: async (shop: SeededMerchant, status: string) => shop.attempt(await shop.payment(), { status }),
    succeeded: [
      'authorized',
      'charged',
      'partial_charged',
      'partial_charged_and_chargeable',
      'capture_initiated',
      'capture_failed',
      'void_failed',
      'unresolved',
    ],
    failed: ['failure', 'authorization_failed'],
    undecided: [
      'started',
      'authentication_pending',
      'authentication_failed',
      'authorizing',
      'pending',
      'router_declined',
      'voided',
    ],
  },
} as const;

const test = base.extend(
  'read',
  ({ graphql }) =>
    async (query: string) =>
      (await graphql.data(query)).rows,
);

test.for(Object.keys(resources) as (keyof typeof resources)[])(
  '%s computes its success rate from decided objects and its conversion rate from all',
  async (name, { read, service, shop }) => {
    const { add, failed, succeeded, undecided } = resources[name];
    // Two of each success, so that all counts differ.
    for (const status of [...succeeded, ...succeeded, ...failed, ...undecided]) await add(shop, status);
    const [successes, failures] = [2 * succeeded.length, failed.length];
    const count = successes + failures + undecided.length;
    const expected = {
      count,
      succeededCount: successes,
      failedCount: failures,
      successRate: successes / (successes + failures),
      conversionRate: successes / count,
    };
    expect(await read(`{ rows: ${name} { ${figures} } }`)).toEqual([expected]);
    await followStatistics(service.database.rows);
    expect(await read(`{ rows: ${name} { ${figures} } }`)).toEqual([expected]);
    const byStatus = await read(`{ rows: ${name}(groupBy: [STATUS]) { status ${figures} } }`);
    for (const { status, ...row } of byStatus) {
      const one = { count: 1, succeededCount: 0, failedCount: 0, successRate: null, conversionRate: 0 };
      const won = { count: 2, succeededCount: 2, failedCount: 0, successRate: 1, conversionRate: 1 };
      const isOf = (statuses: readonly string[]) => statuses.includes(status);
      const expectedRow = isOf(succeeded)
        ? won
        : isOf(failed)
          ? { ...one, failedCount: 1, successRate: 0 }
          : one;
      expect([status, row]).toEqual([status, expectedRow]);
    }
  },
);

test('Statistics without any decided object have no success rate', async ({ read, shop }) => {
  await shop.payment({ status: 'expired' });
  expect(await read('{ rows: paymentStats { successRate conversionRate } }')).toEqual([
    { successRate: null, conversionRate: 0 },
  ]);
  expect(await read('{ rows: refundStats { successRate conversionRate } }')).toEqual([]);
});

test('paymentStats sums authorized, captured, refunded and net amounts by currency', async ({
  read,
  service,
  shop,
}) => {
  await shop.payment({ amount: 1000, amount_received: 1000 });
  const part = { amount: 500, net_amount: 600, amount_received: 200, amount_capturable: 400 };
  const partly = await shop.payment({ ...part, status: 'partially_captured_and_capturable' });
  await shop.payment({ amount: 70, status: 'failed', amount_received: 0 });
  await shop.payment({ amount: 9, currency: 'JPY', amount_received: 9 });
  await shop.refund(partly, { amount: 30 });
  await shop.refund(partly, { amount: 20, status: 'pending' });
  await shop.refund(partly, { amount: 10, status: 'failed' });
  const usd = {
    amount: 1570,
    amountAuthorized: 1600,
    amountCaptured: 1200,
    amountRefunded: 50,
    amountNet: 1150,
  };
  const jpy = { amount: 9, amountAuthorized: 9, amountCaptured: 9, amountRefunded: 0, amountNet: 9 };
  const expected = [
    { currency: 'USD', ...usd },
    { currency: 'JPY', ...jpy },
  ];
  const query = `{ rows: paymentStats { currency ${amounts} } }`;
  expect(await read(query)).toEqual(expected);
  await followStatistics(service.database.rows);
  expect(await read(query)).toEqual(expected);
});

test('Only paymentStats has authorized, captured, refunded and net amounts', async ({ read, shop }) => {
  const paymentId = await shop.payment();
  await shop.attempt(paymentId, { amount: 7 });
  await shop.refund(paymentId, { amount: 7 });
  await shop.dispute(paymentId, { amount: 7 });
  await shop.payout({ amount: 7 });
  for (const name of ['attemptStats', 'refundStats', 'disputeStats', 'payoutStats']) {
    expect(await read(`{ rows: ${name} { ${amounts} } }`)).toEqual([
      { amount: 7, amountAuthorized: null, amountCaptured: null, amountRefunded: null, amountNet: null },
    ]);
  }
});
