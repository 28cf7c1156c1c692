import { parse } from 'graphql';
import { expect } from 'vitest';
import { CompiledOperations } from '../../../src/graphql/compiled-execution.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { untilCompiled } from '../../kit/graphql.ts';
import { testApart as base } from '../../kit/test.ts';

const schema = graphqlSchema();
const limits = { codeKept: 200_000, codePerOperation: 100_000, usesBefore: 1, operations: 50 };
const small = (i: number) => parse(`{ payments(first: ${(i % 100) + 1}) { nodes { paymentId status } } }`);
const count = 30;
const numbers = Array.from({ length: count }, (_, i) => i);
/** 4 KB with 30 variables of one of the largest input types. */
const manyInputs = parse(
  `mutation (${numbers.map((i) => `$v${i}: CreatePaymentInput!`).join(', ')}) {
    ${numbers.map((i) => `a${i}: createPayment(input: $v${i}) { userErrors { code } }`).join(' ')} }`,
);

const test = base
  /** The data of a document at its first execution, its compilation, and its compiled execution. */
  .extend('everyWay', ({ graphql }) => async (query: string, variables: Record<string, unknown>) => {
    const first = await graphql.run(query, variables);
    for (let use = 1; use < untilCompiled; use++) {
      const { errors, data } = await graphql.run(query, variables);
      expect({ errors, data }).toEqual({ errors: first.errors, data: first.data });
    }
    return first;
  });

test('An operation is compiled once it has been used a few times', () => {
  const operations = new CompiledOperations(schema, { ...limits, usesBefore: 2 });
  expect(operations.use('a', small(1), undefined)).toBeNull();
  expect(operations.use('a', small(1), undefined)).toBeNull();
  expect(operations.kept).toEqual({ operations: 0, codeLength: 0 });
  expect(operations.use('a', small(1), undefined)).not.toBeNull();
  expect(operations.kept.operations).toBe(1);
});

test('Compiled operations are cached by the size of their code', () => {
  const operations = new CompiledOperations(schema, limits);
  for (let i = 0; i < 100; i++) {
    for (let use = 0; use < 2; use++) operations.use(`k${i}`, small(i), undefined);
    expect(operations.kept.codeLength).toBeLessThanOrEqual(limits.codeKept);
  }
  expect(operations.kept.operations).toBeGreaterThan(1);
  expect(operations.kept.operations).toBeLessThan(100);
});

test('An operation whose code is too long is executed without compiling', () => {
  const operations = new CompiledOperations(schema, { ...limits, codePerOperation: 1_000 });
  for (let use = 0; use < 3; use++) expect(operations.use('a', small(1), undefined)).toBeNull();
  expect(operations.kept.codeLength).toBeLessThan(10);
});

test('The code of an operation does not grow with the types of its variables', () => {
  const operations = new CompiledOperations(schema, { ...limits, codeKept: 10e6, codePerOperation: 10e6 });
  operations.use('many', manyInputs, undefined);
  expect(operations.use('many', manyInputs, undefined)).not.toBeNull();
  // With the code for reading the inputs it was 12 000 000.
  expect(operations.kept.codeLength).toBeLessThan(500_000);
});

test('A compiled query reads its variables as the first execution does', async ({ shop, everyWay }) => {
  const paymentId = await shop.payment({ amount: 700, currency: 'EUR' });
  await shop.payment({ amount: 20, currency: 'USD' });
  const query = `query ($first: Int = 5, $filter: PaymentFilter, $order: PaymentOrder, $id: ID!, $with: Boolean = false) {
    payments(first: $first, filter: $filter, orderBy: $order) { nodes { paymentId status amount created } }
    payment(paymentId: $id) { paymentId currency @include(if: $with) }
  }`;
  const found = await everyWay(query, {
    filter: {
      amount: { gte: 100 },
      currency: { in: ['EUR'] },
      created: { gte: '2020-01-01T00:00:00+02:00' },
    },
    order: { field: 'AMOUNT', direction: 'ASC' },
    id: paymentId,
    with: true,
  });
  expect(found.data.payments.nodes.map((node: { paymentId: string }) => node.paymentId)).toEqual([paymentId]);
  expect(found.data.payment).toEqual({ paymentId, currency: 'EUR' });
  const defaults = await everyWay(query, { id: paymentId });
  expect([defaults.data.payments.nodes.length, defaults.data.payment]).toEqual([2, { paymentId }]);
});

test('A compiled mutation reads its variables as the first execution does', async ({ graphql }) => {
  const query = `mutation ($input: CreatePaymentInput!) {
    createPayment(input: $input) { payment { amount currency captureMethod metadata } userErrors { param } } }`;
  const input = { amount: 5, currency: 'EUR', captureMethod: 'manual', metadata: { a: [1, { b: null }] } };
  for (let use = 0; use < untilCompiled; use++) {
    const { data, errors } = await graphql.run(query, { input });
    expect(errors).toEqual([]);
    expect(data.createPayment.payment).toEqual(input);
    const wrong = await graphql.run(query, { input: { ...input, amount: 'x' } });
    expect(wrong.errors[0]!.extensions).toMatchObject({ code: 'invalid_parameter', param: 'amount' });
  }
});
