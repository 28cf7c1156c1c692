import { expect, test } from 'vitest';
import '../../../src/graphql/schema.ts';
import { requestKinds } from '../../../src/graphql/kit/request-kind.ts';

const kindOf = requestKinds();

test.each([
  ['{ payments { nodes { paymentId } } }', 'read'],
  ['mutation { createPayment(input: {}) { payment { paymentId } } }', 'money'],
  ['mutation { createRefund(input: {}) { refund { refundId } } }', 'money'],
  ['mutation { x: fulfillPayout(input: {}) { payout { payoutId } } }', 'money'],
  ['mutation { updateCustomer(input: {}) { customer { customerId } } }', 'write'],
  [
    'mutation { createCustomer(input: {}) { customer { customerId } } createRefund(input: {}) { userErrors { code } } }',
    'money',
  ],
  ['{ payments(filter: { search: "mutation createPayment" }) { totalCount } }', 'read'],
  ['# mutation { createPayment }\n{ payments { totalCount } }', 'read'],
  ['mutation { createPayment(', 'read'],
  [undefined, 'read'],
])('%s is of the kind %s', (query, kind) => {
  expect([kindOf({ query }), kindOf({ query })]).toEqual([kind, kind]);
});

test('In a document with several operations, the selected one counts', () => {
  const query =
    'query Look { payments { totalCount } } mutation Pay { createPayment(input: {}) { userErrors { code } } }';
  expect(['Look', 'Pay', 'None'].map((operationName) => kindOf({ query, operationName }))).toEqual([
    'read',
    'money',
    'read',
  ]);
});
