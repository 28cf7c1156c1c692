import { expect, vi } from 'vitest';
import { exampleTabs } from '../../../src/graphql/examples.ts';
import type { GraphqlResponse } from '../../kit/graphql.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

// The first test that needs the payments also waits for the insertion of a thousand rows.
vi.setConfig({ testTimeout: 60_000 });

const dashboard = `query Dashboard($first: Int!) {
  payments(first: $first) {
    totalCount
    nodes {
      paymentId status amount currency created customerId connector paymentMethod email description
      refunds  { refundId status amount reason createdAt }
      disputes { disputeId disputeStage disputeStatus challengeRequiredBy createdAt }
      attempts { attemptId status amount connector errorCode errorMessage createdAt }
      captures { captureId status amount captureSequence connectorCaptureId }
    }
  }
}`;
const at = (ms: number) => new Date(Date.UTC(2026, 0, 31, 9, 30, 0, ms));
const text = (ms: number) => at(ms).toISOString();

/** Payments to page through, each with two of every child. */
const PAYMENTS = 120;
/** The tables each statement reads, the page's statement first. */
const tablesOf = ({ statements }: GraphqlResponse) =>
  statements.map((statement) =>
    [...statement.matchAll(/from (?:"(\w+)"|(stats_totals))/g)]
      .map(([, table, totals]) => table ?? totals)
      .join('+'),
  );

const test = base
  /** Set up once for the whole file. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    for (let i = 0; i < PAYMENTS; i++) {
      const paymentId = await shop.payment({ payment_id: `pay_${1000 + i}`, created: at(i) });
      for (const n of [1, 2]) {
        const attemptId = await shop.attempt(paymentId, {
          attempt_id: `${paymentId}_${n}`,
          created_at: at(n),
        });
        await shop.capture(paymentId, attemptId, { capture_sequence: n, created_at: at(n) });
        await shop.refund(paymentId, { created_at: at(n) });
        await shop.dispute(paymentId, { created_at: at(n) });
      }
    }
    return shop;
  })
  .extend('shop', ({ seeded }) => seeded)
  .extend(
    'ask',
    ({ graphql }) =>
      (first: number, query = dashboard) =>
        graphql.run(query, { first }),
  );

test('The dashboard query is the first example GraphiQL opens with', () => {
  expect(exampleTabs[0]!.query).toBe(dashboard.replace('totalCount', 'count { count precision }'));
});

test('The dashboard query returns payments with their nested lists in order', async ({
  graphqlAs,
  otherShop,
}) => {
  await otherShop.customer({ customer_id: 'ann' });
  const paymentId = await otherShop.payment({
    status: 'partially_captured',
    amount: 999_999_999_999,
    currency: 'JPY',
    created: at(7),
    customer_id: 'ann',
    connector: 'sandbox',
    payment_method: 'card',
    email: 'ann@example.com',
    description: 'Two shirts',
  });
  const attempt = (n: number, row: object) =>
    otherShop.attempt(paymentId, { attempt_id: `${paymentId}_${n}`, connector: 'sandbox', ...row });
  // Children are inserted out of order.
  const second = await attempt(2, { created_at: at(20), amount: 500 });
  const failed = { status: 'failure', error_code: 'card_declined', error_message: 'No.', amount: 1 };
  const first = await attempt(1, { created_at: at(10), ...failed });
  const capture = { created_at: at(40), connector_capture_id: 'c-1' };
  await otherShop.capture(paymentId, second, { ...capture, capture_id: 'cap_2', capture_sequence: 2 });
  await otherShop.capture(paymentId, second, { capture_id: 'cap_1', created_at: at(30), status: 'failed' });
  for (const [id, ms] of [
    ['ref_b', 50],
    ['ref_c', 50],
    ['ref_a', 60],
  ] as const) {
    await otherShop.refund(paymentId, { refund_id: id, created_at: at(ms), reason: `because of ${id}` });
  }
  const dispute = { challenge_required_by: at(90), dispute_stage: 'pre_dispute', created_at: at(80) };
  await otherShop.dispute(paymentId, { dispute_id: 'dsp_2', ...dispute });
  await otherShop.dispute(paymentId, { dispute_id: 'dsp_1', created_at: at(70) });
  await otherShop.payment({ payment_id: 'pay_bare', created: at(6), amount: 0 });

  const { payments } = await graphqlAs(otherShop.key).data(dashboard, { first: 20 });
  const refund = (id: string, ms: number) => ({
    refundId: id,
    status: 'succeeded',
    amount: 100,
    reason: `because of ${id}`,
    createdAt: text(ms),
  });
  expect(payments.totalCount).toBe(2);
  expect(payments.nodes[0]).toEqual({
    paymentId,
    status: 'partially_captured',
    amount: 999_999_999_999,
    currency: 'JPY',
    created: text(7),
    customerId: 'ann',
    connector: 'sandbox',
    paymentMethod: 'card',
    email: 'ann@example.com',
    description: 'Two shirts',
    // Newest first for refunds and disputes; oldest first for attempts and captures.
    refunds: [refund('ref_a', 60), refund('ref_c', 50), refund('ref_b', 50)],
    disputes: [
      {
        disputeId: 'dsp_2',
        disputeStage: 'pre_dispute',
        disputeStatus: 'dispute_opened',
        challengeRequiredBy: text(90),
        createdAt: text(80),
      },
      {
        disputeId: 'dsp_1',
        disputeStage: 'dispute',
        disputeStatus: 'dispute_opened',
        challengeRequiredBy: null,
        createdAt: text(70),
      },
    ],
    attempts: [
      {
        attemptId: first,
        status: 'failure',
        amount: 1,
        connector: 'sandbox',
        errorCode: 'card_declined',
        errorMessage: 'No.',
        createdAt: text(10),
      },
      {
        attemptId: second,
        status: 'charged',
        amount: 500,
        connector: 'sandbox',
        errorCode: null,
        errorMessage: null,
        createdAt: text(20),
      },
    ],
    captures: [
      { captureId: 'cap_1', status: 'failed', amount: 1000, captureSequence: 1, connectorCaptureId: null },
      {
        captureId: 'cap_2',
        status: 'charged',
        amount: 1000,
        captureSequence: 2,
        connectorCaptureId: 'c-1',
      },
    ],
  });
  expect(payments.nodes[1]).toMatchObject({
    amount: 0,
    refunds: [],
    disputes: [],
    attempts: [],
    captures: [],
  });
});

test('The dashboard query takes two statements whatever the page size', async ({ ask }) => {
  // From its third use on, the query is answered from texts with a separate statement.
  for (let i = 0; i < 2; i++) await ask(1);
  const [one, hundred] = [await ask(1), await ask(100)];
  expect(one.data.payments.nodes).toHaveLength(1);
  expect(hundred.data.payments.nodes).toHaveLength(100);
  expect(hundred.data.payments.totalCount).toBe(PAYMENTS);
  expect(hundred.data.payments.nodes.flatMap((node: { refunds: object[] }) => node.refunds)).toHaveLength(
    200,
  );
  // The count comes from the stored totals, and from the recent payments, which are not in them yet.
  const expected = ['refunds+disputes+attempts+captures+payments', 'stats_totals+payments'];
  expect(tablesOf(one).sort()).toEqual(expected);
  expect(tablesOf(hundred).sort()).toEqual(expected);
  expect([...hundred.statements].sort()).toEqual([...one.statements].sort());
});

test('The dashboard query reads only the selected columns', async ({ ask }) => {
  const { statements } = await ask(3);
  const columns = (statement: string) =>
    [...statement.slice(0, statement.indexOf('(select')).matchAll(/\bt\."(\w+)"/g)].map(([, name]) => name);
  const page = statements.find((statement) => statement.includes('order by t."created"'))!;
  const selected =
    'payment_id status amount currency created customer_id connector payment_method email description';
  const shown = columns(page).filter((name) => name !== 'merchant_id');
  expect(shown.sort()).toEqual(selected.split(' ').sort());
  expect(page).not.toContain('browser_info');
  for (const name of ['reason', 'challenge_required_by', 'error_message', 'connector_capture_id']) {
    expect(page).toContain(`"${name}"`);
  }
  for (const name of ['metadata', 'unified_message', 'connector_reason']) {
    expect(page).not.toContain(`"${name}"`);
  }
});

test('payments counts rows only if totalCount is selected and reads rows only if nodes are', async ({
  ask,
}) => {
  const uncounted = await ask(2, dashboard.replace('totalCount', ''));
  expect(uncounted.data.payments.totalCount).toBeUndefined();
  expect(tablesOf(uncounted)).toEqual(['refunds+disputes+attempts+captures+payments']);
  expect(uncounted.statements.join()).not.toContain('stats_totals');
  const counted = await ask(2, 'query ($first: Int) { payments(first: $first) { totalCount } }');
  expect(tablesOf(counted)).toEqual(['stats_totals+payments']);
});
