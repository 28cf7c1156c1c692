import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

const document = `mutation ($first: CreateCustomerInput!, $second: CreateCustomerInput!) {
  one: createCustomer(input: $first) { customer { customerId } userErrors { code param field message } }
  ...another
}
fragment another on Mutation {
  two: createCustomer(input: $second) { customer { customerId } userErrors { code param field message } }
}`;

const test = base
  .extend(
    'create',
    ({ graphql }) =>
      (header: string, input: object = {}) =>
        graphql.mutate('createCustomer', { name: 'Ann', ...input }, 'customer { customerId }', {
          headers: { 'idempotency-key': header },
        }),
  )
  .extend('customers', ({ graphql }) => async () => {
    const { customers } = await graphql.data('{ customers { totalCount } }');
    return customers.totalCount as number;
  });

test('The Idempotency-Key header makes a mutation run once, as in REST', async ({ create, customers }) => {
  const first = await create('order-1');
  const again = await create('order-1');
  expect(again.payload).toEqual(first.payload);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await customers()).toBe(1);
});

test('A header with the same key as the input is accepted, and a different key is refused', async ({
  create,
  customers,
}) => {
  const first = await create('order-1', { idempotencyKey: 'order-1' });
  expect((await create('order-1')).payload).toEqual(first.payload);
  const { payload, userErrors } = await create('order-2', { idempotencyKey: 'order-1' });
  expect([payload.customer, userErrors]).toEqual([
    null,
    [
      {
        code: 'invalid_parameter',
        param: 'Idempotency-Key',
        message: 'The header Idempotency-Key and input.idempotencyKey differ. Send one of them.',
      },
    ],
  ]);
  expect(await customers()).toBe(1);
});

test('A header is refused for a document with several mutations, and none of them runs', async ({
  customers,
  graphql,
}) => {
  const variables = { first: { name: 'Ann' }, second: { name: 'Bob' } };
  const headers = { 'idempotency-key': 'order-1' };
  const refused = await graphql.data(document, variables, { headers });
  for (const { customer, userErrors } of [refused.one, refused.two]) {
    expect(customer).toBeNull();
    expect(userErrors).toEqual([
      {
        code: 'invalid_parameter',
        param: 'Idempotency-Key',
        field: null,
        message: expect.stringContaining('Give each input its own idempotencyKey'),
      },
    ]);
  }
  expect(await customers()).toBe(0);
  expect((await graphql.data(document, variables)).two.customer).not.toBeNull();
});

test('A malformed header is refused for mutations and ignored for queries', async ({
  create,
  customers,
  graphql,
}) => {
  const { userErrors } = await create('a key');
  expect(userErrors).toMatchObject([{ code: 'invalid_parameter', param: 'Idempotency-Key' }]);
  expect(await customers()).toBe(0);
  const headers = { 'idempotency-key': 'order-1' };
  expect((await graphql.run('{ customers { totalCount } }', {}, { headers })).errors).toEqual([]);
});
