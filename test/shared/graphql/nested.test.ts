import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 31, 9, 30, 0, ms));

const test = base
  /** Set up once for the whole file. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    const connector = await shop.connector({ connector_label: 'main' });
    await shop.customer({ customer_id: 'ann', name: 'Ann' });
    const through = { profile_id: shop.profileId, merchant_connector_id: connector };
    const paymentId = await shop.payment({
      payment_id: 'pay_full',
      customer_id: 'ann',
      customer: { name: 'Ann at checkout' },
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
    return { shop, connector, paymentId };
  })
  .extend('shop', ({ seeded }) => seeded.shop)
  .extend('connector', ({ seeded }) => seeded.connector)
  .extend('paymentId', ({ seeded }) => seeded.paymentId);

test('payment returns its customer, profile and connector account, each from its own table', async ({
  graphql,
  shop,
}) => {
  const query = `{ payment(paymentId: "pay_full") {
      customer { customerId name } customerSummary { name }
      profile { profileName } connectorAccount { connectorLabel profile { profileId } }
    } }`;
  expect((await graphql.data(query)).payment).toEqual({
    customer: { customerId: 'ann', name: 'Ann' },
    customerSummary: { name: 'Ann at checkout' },
    profile: { profileName: 'default' },
    connectorAccount: { connectorLabel: 'main', profile: { profileId: shop.profileId } },
  });
});

test('payment returns null for unset references', async ({ graphql }) => {
  const query = `{ payment(paymentId: "pay_bare") {
      customer { name } customerSummary { name } profile { id: profileId } connectorAccount { id: merchantConnectorId } billing { email }
    } }`;
  expect((await graphql.data(query)).payment).toEqual({
    customer: null,
    customerSummary: null,
    profile: null,
    connectorAccount: null,
    billing: null,
  });
});

test('Refunds, disputes, captures, attempts and payment methods return their parent object', async ({
  connector,
  graphql,
  paymentId,
  shop,
}) => {
  const found = await graphql.data(`{
      refund(refundId: "ref_1") { payment { paymentId customer { name } } profile { id: profileId } connectorAccount { id: merchantConnectorId } }
      dispute(disputeId: "dsp_1") { payment { paymentId } profile { id: profileId } connectorAccount { id: merchantConnectorId } }
      payment(paymentId: "pay_full") {
        captures { attempt { attemptId payment { paymentId } } payment { status } }
        attempts { payment { id: paymentId } }
      }
      payout(payoutId: "po_1") { customer { name } profile { id: profileId } connectorAccount { id: merchantConnectorId }
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

test('customer lists its payment methods and payments, newest first', async ({ graphql, paymentId }) => {
  const query =
    '{ customer(customerId: "ann") { payments { id: paymentId } paymentMethods { id: paymentMethodId customer { name } } } }';
  expect((await graphql.data(query)).customer).toEqual({
    payments: [{ id: paymentId }],
    paymentMethods: [
      { id: 'pm_2', customer: { name: 'Ann' } },
      { id: 'pm_1', customer: { name: 'Ann' } },
    ],
  });
});

test('Lists below references take one statement per level whatever the page size', async ({
  graphqlAs,
  otherShop,
}) => {
  for (let i = 0; i < 60; i++) {
    const customerId = await otherShop.customer();
    await otherShop.paymentMethod(customerId);
    const payment = await otherShop.payment({ customer_id: customerId, profile_id: otherShop.profileId });
    await otherShop.refund(payment, { profile_id: otherShop.profileId });
    await otherShop.attempt(payment);
  }
  const query = `query ($first: Int) { refunds(first: $first) { nodes {
      profile { profileName }
      payment { paymentId attempts { status } customer { name paymentMethods { id: paymentMethodId } payments { status } } }
    } } }`;
  const count = async (first: number) => {
    const { data, statements, errors } = await graphqlAs(otherShop.key).run(query, { first });
    expect(errors).toEqual([]);
    expect(data.refunds.nodes).toHaveLength(first);
    return statements.length;
  };
  // One each for refunds, payments, profiles, attempts and customers, and one for the customers' two lists.
  expect([await count(1), await count(60)]).toEqual([6, 6]);
});

test('A field may be aliased, and each alias returns its own selection', async ({ graphql }) => {
  const query = `{
      one: payment(paymentId: "pay_full") { a: status b: status ids: refunds { refundId } sums: refunds { amount } }
      two: payment(paymentId: "pay_bare") { constructor: amount refunds { id: refundId } }
    }`;
  expect(await graphql.data(query)).toEqual({
    one: { a: 'succeeded', b: 'succeeded', ids: [{ refundId: 'ref_1' }], sums: [{ amount: 100 }] },
    two: { constructor: 1000, refunds: [] },
  });
});

test('A selection may be spread from fragments', async ({ graphql }) => {
  const query = `
      query { payments(first: 1) { ...Page edges { node { ...Sum } } } }
      fragment Page on PaymentConnection { nodes { ...Sum ... on Node { __typename id } ... { currency } } totalCount }
      fragment Sum on Payment { amount refunds { ...Refunded } }
      fragment Refunded on Refund { status payment { amount } }`;
  const { payments } = await graphql.data(query);
  expect(payments).toEqual({
    nodes: [{ id: expect.any(String), __typename: 'Payment', amount: 1000, currency: 'USD', refunds: [] }],
    edges: [{ node: { amount: 1000, refunds: [] } }],
    totalCount: 2,
  });
});

test('@skip and @include exclude and include fields in the same document', async ({ graphql }) => {
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
    expect((await graphql.data(query, { with: included })).payment).toEqual(expected);
  }
});

test('A selection may include __typename', async ({ graphql }) => {
  const query = '{ __typename payment(paymentId: "pay_full") { __typename customer { __typename } } }';
  expect(await graphql.data(query)).toEqual({
    __typename: 'Query',
    payment: { __typename: 'Payment', customer: { __typename: 'Customer' } },
  });
});
