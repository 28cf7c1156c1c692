import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, graphql } from '../kit/graphql.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;
let shop: SeededMerchant;
let connector: string;
let paymentId: string;

const at = (ms: number) => new Date(Date.UTC(2026, 0, 31, 9, 30, 0, ms));

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  connector = await shop.connector({ connector_label: 'main' });
  await shop.customer({ customer_id: 'ann', name: 'Ann' });
  const through = { profile_id: shop.profileId, merchant_connector_id: connector };
  paymentId = await shop.payment({
    payment_id: 'pay_full',
    customer_id: 'ann',
    customer: { name: 'Ann as told' },
    created: at(0),
    ...through,
  });
  await shop.payment({ payment_id: 'pay_bare', created: at(1) });
  const attemptId = await shop.attempt(paymentId, { attempt_id: 'pay_full_1' });
  await shop.capture(paymentId, attemptId, { capture_id: 'cap_1' });
  await shop.refund(paymentId, { refund_id: 'ref_1', ...through });
  await shop.dispute(paymentId, { dispute_id: 'dsp_1', ...through });
  await shop.payout({ payout_id: 'po_1', customer_id: 'ann', merchant_connector_id: connector });
  await shop.payoutAttempt('po_1', { attempt_id: 'po_1_1' });
  for (const n of [1, 2]) {
    await shop.paymentMethod('ann', { payment_method_id: `pm_${n}`, created: at(n) });
  }
});

afterAll(() => service.close());

const data = (query: string, variables?: Record<string, unknown>) =>
  dataOf(service, shop.key, query, variables);

describe('an object refers to', () => {
  it('customer, profile and connector account, each from its own table', async () => {
    const query = `{ payment(paymentId: "pay_full") {
      customer { customerId name } customerSummary { name }
      profile { profileName } connectorAccount { connectorLabel profile { profileId } }
    } }`;
    expect((await data(query)).payment).toEqual({
      customer: { customerId: 'ann', name: 'Ann' },
      customerSummary: { name: 'Ann as told' },
      profile: { profileName: 'default' },
      connectorAccount: { connectorLabel: 'main', profile: { profileId: shop.profileId } },
    });
  });

  it('nothing where it names nothing', async () => {
    const query = `{ payment(paymentId: "pay_bare") {
      customer { name } customerSummary { name } profile { id } connectorAccount { id } billing { email }
    } }`;
    expect((await data(query)).payment).toEqual({
      customer: null,
      customerSummary: null,
      profile: null,
      connectorAccount: null,
      billing: null,
    });
  });

  it('the payment, attempt or payout that it belongs to', async () => {
    const found = await data(`{
      refund(refundId: "ref_1") { payment { paymentId customer { name } } profile { id } connectorAccount { id } }
      dispute(disputeId: "dsp_1") { payment { paymentId } profile { id } connectorAccount { id } }
      payment(paymentId: "pay_full") {
        captures { attempt { attemptId payment { paymentId } } payment { status } }
        attempts { payment { id } }
      }
      payout(payoutId: "po_1") { customer { name } profile { id } connectorAccount { id }
                                 attempts { attemptId payout { payoutId } } }
      paymentMethod(paymentMethodId: "pm_1") { customer { name } }
    }`);
    const through = { profile: { id: shop.profileId }, connectorAccount: { id: connector } };
    expect(found).toEqual({
      refund: { payment: { paymentId, customer: { name: 'Ann' } }, ...through },
      dispute: { payment: { paymentId }, ...through },
      payment: {
        captures: [
          { attempt: { attemptId: 'pay_full_1', payment: { paymentId } }, payment: { status: 'succeeded' } },
        ],
        attempts: [{ payment: { id: paymentId } }],
      },
      payout: {
        customer: { name: 'Ann' },
        ...through,
        attempts: [{ attemptId: 'po_1_1', payout: { payoutId: 'po_1' } }],
      },
      paymentMethod: { customer: { name: 'Ann' } },
    });
  });
});

describe('nested lists', () => {
  it("hold a customer's payment methods and payments, newest first", async () => {
    const query =
      '{ customer(customerId: "ann") { payments { id } paymentMethods { id customer { name } } } }';
    expect((await data(query)).customer).toEqual({
      payments: [{ id: paymentId }],
      paymentMethods: [
        { id: 'pm_2', customer: { name: 'Ann' } },
        { id: 'pm_1', customer: { name: 'Ann' } },
      ],
    });
  });

  it('below references take one statement a level, whatever the page', async () => {
    const other = await seedMerchant(service);
    for (let i = 0; i < 60; i++) {
      const customerId = await other.customer();
      await other.paymentMethod(customerId);
      const payment = await other.payment({ customer_id: customerId, profile_id: other.profileId });
      await other.refund(payment, { profile_id: other.profileId });
      await other.attempt(payment);
    }
    const query = `query ($first: Int) { refunds(first: $first) { nodes {
      profile { profileName }
      payment { paymentId attempts { status } customer { name paymentMethods { id } payments { status } } }
    } } }`;
    const count = async (first: number) => {
      const { data, statements, errors } = await graphql(service, other.key, query, { first });
      expect(errors).toEqual([]);
      expect(data.refunds.nodes).toHaveLength(first);
      return statements.length;
    };
    // Refunds; their payments, and profiles; attempts, and customers; the customers' two lists.
    expect([await count(1), await count(60)]).toEqual([6, 6]);
  });
});

describe('selections', () => {
  it('may be aliased, each alias with what it selects itself', async () => {
    const query = `{
      one: payment(paymentId: "pay_full") { a: status b: status ids: refunds { refundId } sums: refunds { amount } }
      two: payment(paymentId: "pay_bare") { constructor: amount refunds { id } }
    }`;
    expect(await data(query)).toEqual({
      one: { a: 'succeeded', b: 'succeeded', ids: [{ refundId: 'ref_1' }], sums: [{ amount: 100 }] },
      two: { constructor: 1000, refunds: [] },
    });
  });

  it('may be spread out of fragments', async () => {
    const query = `
      query { payments(first: 1) { ...Page edges { node { ...Sum } } } }
      fragment Page on PaymentConnection { nodes { id ...Sum ... on Node { id } ... { currency } } totalCount }
      fragment Sum on Payment { amount refunds { ...Refunded } }
      fragment Refunded on Refund { status payment { amount } }`;
    const { payments } = await data(query);
    expect(payments).toEqual({
      nodes: [{ id: 'pay_bare', amount: 1000, currency: 'USD', refunds: [] }],
      edges: [{ node: { amount: 1000, refunds: [] } }],
      totalCount: 2,
    });
  });

  it('may be left out and put in, with the same document', async () => {
    const query = `query ($with: Boolean!) { payment(paymentId: "pay_full") {
      amount @skip(if: $with) status @include(if: $with)
      refunds @include(if: $with) { amount } ... @skip(if: $with) { currency customer { name } }
    } }`;
    const put = { status: 'succeeded', refunds: [{ amount: 100 }] };
    const left = { amount: 1000, currency: 'USD', customer: { name: 'Ann' } };
    for (const [included, expected] of [
      [true, put],
      [false, left],
      [true, put],
    ] as const) {
      expect((await data(query, { with: included })).payment).toEqual(expected);
    }
  });

  it('may name the type', async () => {
    const query = '{ __typename payment(paymentId: "pay_full") { __typename customer { __typename } } }';
    expect(await data(query)).toEqual({
      __typename: 'Query',
      payment: { __typename: 'Payment', customer: { __typename: 'Customer' } },
    });
  });
});
