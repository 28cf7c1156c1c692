import { expect } from 'vitest';
import { globalIdOf } from '../../kit/global-id.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { testApart as base } from '../../kit/test.ts';

const paymentId = 'pay_full';
const fields = `__typename id ... on Payment { status customer { name } refunds { id } }
    ... on Refund { amount payment { id } } ... on Customer { name payments { id } } ... on PayoutAttempt { payoutId }`;

const test = base
  /** Set up once for the whole file. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    const connector = await shop.connector();
    await shop.customer({ customer_id: 'ann', name: 'Ann', email: 'ann@example.com' });
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
  const idOf = (type: string, id: string) => globalIdOf(type, shop.merchantId, id);
  const payment = idOf('Payment', paymentId);
  const ids = [
    idOf('Refund', 'ref_1'),
    idOf('Refund', 'nobody'),
    payment,
    idOf('Customer', 'ann'),
    idOf('PayoutAttempt', 'po_1_1'),
    payment,
    idOf('ConnectorAccount', connector),
    globalIdOf('MerchantAccount', shop.merchantId),
  ];
  const { data: found, statements } = await graphql.run(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ${fields} } }`,
    { ids },
  );
  const whole = {
    __typename: 'Payment',
    id: payment,
    status: 'succeeded',
    customer: { name: 'Ann' },
    refunds: [{ id: ids[0] }],
  };
  expect(found.nodes).toEqual([
    { __typename: 'Refund', id: ids[0], amount: 100, payment: { id: payment } },
    null,
    whole,
    { __typename: 'Customer', id: ids[3], name: 'Ann', payments: [{ id: payment }] },
    { __typename: 'PayoutAttempt', id: ids[4], payoutId: 'po_1' },
    whole,
    { __typename: 'ConnectorAccount', id: ids[6] },
    { __typename: 'MerchantAccount', id: ids[7] },
  ]);
  // One statement for each of six types, and the rest for their references.
  expect(statements.length).toBeLessThanOrEqual(10);
});

test('node returns one object, or null for an unknown one', async ({ graphql, shop }) => {
  const id = globalIdOf('Capture', shop.merchantId, 'cap_1');
  expect(
    await graphql.data('query ($id: ID!) { node(id: $id) { id ... on Capture { captureId } } }', { id }),
  ).toEqual({ node: { id, captureId: 'cap_1' } });
  const unknown = globalIdOf('Payment', shop.merchantId, 'cap_1');
  expect(
    await graphql.data('query ($id: ID!) { node(id: $id) { id } nodes(ids: []) { id } }', { id: unknown }),
  ).toEqual({ node: null, nodes: [] });
});

test('Objects of two types or merchants with the same identifier have different global identifiers', async ({
  adminGraphql,
  otherShop,
  shop,
}) => {
  await otherShop.customer({ customer_id: 'ann', name: 'Another Ann', email: 'ann@example.com' });
  await otherShop.payment({ payment_id: 'ann', email: 'two@example.com' });
  const query = `{ customers(filter: { email: { eq: "ann@example.com" } }) { nodes { id merchantId name } }
    payments(filter: { email: { eq: "two@example.com" } }) { nodes { id } } }`;
  const { customers, payments } = await adminGraphql.data(query);
  const ids = [...customers.nodes, ...payments.nodes].map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
  const nodes = await adminGraphql.data(
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Customer { name merchantId } } }',
    { ids },
  );
  expect(nodes.nodes).toEqual(ids.map((id) => expect.objectContaining({ id })));
  const names = new Map(
    nodes.nodes.map(({ merchantId, name }: Record<string, string>) => [merchantId, name]),
  );
  expect(names.get(shop.merchantId)).toBe('Ann');
  expect(names.get(otherShop.merchantId)).toBe('Another Ann');
});

test('An API key finds no object of another merchant by its global identifier', async ({
  graphqlAs,
  otherShop,
  shop,
}) => {
  const id = globalIdOf('Payment', shop.merchantId, paymentId);
  expect(await graphqlAs(otherShop.key).data('query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({
    node: null,
  });
});

test('node rejects an invalid global identifier', async ({ graphql }) => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const others = ['pay_full', '', encode('x'), encode(['Payment']), encode(['Payment', 'm', 'p', 'q'])];
  for (const id of [...others, encode(['Query', 'm', 'p']), encode(['Payment', 'm', 1])]) {
    expect(await graphql.refusal('query ($id: ID!) { node(id: $id) { id } }', { id })).toMatchObject({
      code: 'invalid_parameter',
      param: 'id',
    });
  }
});

test('nodes rejects more than 100 identifiers', async ({ graphql }) => {
  const { errors } = await graphql.run('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    ids: Array(101).fill('x'),
  });
  expect(errors[0]!.extensions).toMatchObject({ code: 'invalid_parameter', param: 'ids' });
});
