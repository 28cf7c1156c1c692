import { expect } from 'vitest';
import { seedMerchant } from '../kit/seed.ts';
import { test as base } from '../kit/test.ts';

const paymentId = 'pay_full';
const fields = `__typename id ... on Payment { status customer { name } refunds { id } }
    ... on Refund { amount payment { id } } ... on Customer { name payments { id } } ... on PayoutAttempt { payoutId }`;

const test = base
  /** Set up once for the whole file. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    const connector = await shop.connector();
    await shop.customer({ customer_id: 'ann', name: 'Ann' });
    await shop.payment({ payment_id: paymentId, customer_id: 'ann' });
    const attemptId = await shop.attempt(paymentId);
    await shop.capture(paymentId, attemptId, { capture_id: 'cap_1' });
    await shop.refund(paymentId, { refund_id: 'ref_1' });
    await shop.payout({ payout_id: 'po_1' });
    await shop.payoutAttempt('po_1', { attempt_id: 'po_1_1' });
    return { shop, connector };
  })
  .extend('shop', ({ seeded }) => seeded.shop)
  .extend('connector', ({ seeded }) => seeded.connector);

test('nodes returns objects of any type in the order requested, with null for unknown identifiers', async ({
  connector,
  graphql,
  shop,
}) => {
  const ids = ['ref_1', 'nobody', 'pay_full', 'ann', 'po_1_1', 'pay_full', connector, shop.merchantId];
  const { data: found, statements } = await graphql.run(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ${fields} } }`,
    {
      ids,
    },
  );
  const payment = { __typename: 'Payment', id: 'pay_full', status: 'succeeded', customer: { name: 'Ann' } };
  expect(found.nodes).toEqual([
    { __typename: 'Refund', id: 'ref_1', amount: 100, payment: { id: paymentId } },
    null,
    { ...payment, refunds: [{ id: 'ref_1' }] },
    { __typename: 'Customer', id: 'ann', name: 'Ann', payments: [{ id: paymentId }] },
    { __typename: 'PayoutAttempt', id: 'po_1_1', payoutId: 'po_1' },
    { ...payment, refunds: [{ id: 'ref_1' }] },
    { __typename: 'ConnectorAccount', id: connector },
    { __typename: 'MerchantAccount', id: shop.merchantId },
  ]);
  // One statement to locate the identifiers, one for each of six types, and the rest for what they refer to.
  expect(statements.length).toBeLessThanOrEqual(11);
});

test('node returns one object, or null for an unknown identifier', async ({ graphql }) => {
  expect(await graphql.data('{ node(id: "cap_1") { id ... on Capture { captureId amount } } }')).toEqual({
    node: { id: 'cap_1', captureId: 'cap_1', amount: 1000 },
  });
  expect(
    await graphql.data('{ a: node(id: "nobody") { id } b: node(id: "") { id } nodes(ids: []) { id } }'),
  ).toEqual({
    a: null,
    b: null,
    nodes: [],
  });
});

test('nodes rejects more than 100 identifiers', async ({ graphql }) => {
  const { errors } = await graphql.run('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    ids: Array(101).fill('x'),
  });
  expect(errors[0]!.extensions).toMatchObject({ code: 'invalid_parameter', param: 'ids' });
});
