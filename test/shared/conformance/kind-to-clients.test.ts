import { expect } from 'vitest';
import {
  allInputs,
  allResources,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  graphqlName,
} from '../../../src/core/model/index.ts';
import { validate } from '../../../src/core/model/validate.ts';
import { filterFromJson } from '../../../src/core/reads/filter-json.ts';
import { conditionsOf } from '../../../src/core/reads/index.ts';
import type { Operation } from '../../../src/rest/operation.ts';
import { operations } from '../../../src/rest/operations.ts';
import { problemsOf } from '../../kit/problems.ts';
import { requestTo } from '../../kit/read-request.ts';
import { test } from '../../kit/test.ts';

const queries = operations.flatMap((operation) =>
  operation.query ? [{ ...operation, operation, query: operation.query }] : [],
);
const read =
  ({ body: _, ...operation }: Operation, query: object) =>
  () =>
    requestTo(operation, { query }).query;

/** The required parameters of a query, with valid values. */
const requiredOf = (query: DescribedClass) =>
  Object.fromEntries(
    fieldsOf(query)
      .filter(({ required }) => required)
      .map(({ enumeration, format, kind, name }) => {
        if (enumeration) return [name, enumeration().values[0]];
        if (format === 'currency') return [name, 'EUR'];
        if (format === 'country') return [name, 'DE'];
        return [name, { amount: '1', integer: '1', bool: 'true' }[kind as string] ?? 'some'];
      }),
  );

test('An empty query parameter counts as absent, under each of its names', () => {
  let walked = 0;
  for (const { aliases, operation, path, query } of queries) {
    const required = requiredOf(query);
    const without = read(operation, required)();
    const optional = fieldsOf(query).filter((field) => !field.required);
    for (const name of [...optional.map((field) => field.name), ...(aliases?.query?.byPath.keys() ?? [])]) {
      expect([path, name, read(operation, { ...required, [name]: '' })()]).toEqual([path, name, without]);
      walked += 1;
    }
    for (const field of fieldsOf(query)) {
      if (!field.required) continue;
      const problems = problemsOf(read(operation, { ...required, [field.name]: '' }));
      // An empty list has no value but counts as given.
      const missing = { param: field.name, code: 'missing_parameter' };
      expect([path, problems]).toMatchObject([path, field.kind === 'text_list' ? [] : [missing]]);
    }
  }
  expect(walked).toBeGreaterThan(600);
});

test('A list with only empty parameters equals the list without parameters', async ({
  client,
  service,
  shop,
}) => {
  await shop.payment();
  const lists = queries.filter(({ method, path }) => method === 'get' && !path.includes('{'));
  const seen: string[] = [];
  for (const { path, query } of lists) {
    if (fieldsOf(query).some(({ required }) => required)) continue;
    const parameters = fieldsOf(query).map(({ name }) => `${name}=`);
    for (const key of [shop.key, service.adminApiKey]) {
      const [plain, empty] = [
        await client.get(path, { key }),
        await client.get(`${path}?${parameters.join('&')}`, { key }),
      ];
      expect([path, empty.status]).toEqual([path, plain.status]);
      if (plain.status === 200 && key === shop.key) seen.push(path);
    }
  }
  expect(seen).toEqual(expect.arrayContaining(['/payments/list', '/payments', '/refunds', '/events']));
  expect(seen.length).toBeGreaterThan(15);
  const { body } = await client.get('/payments/list?limit=&customer_id=&created=&created_gte=', {
    key: shop.key,
  });
  expect(body[0].size).toBe(1);
});

const ZONELESS = '2026-01-31T09:30:00';
const UTC = `${ZONELESS}.000Z`;

const timesOf = (query: DescribedClass) => fieldsOf(query).filter(({ kind }) => kind === 'timestamp');

test('Every filter of both APIs reads a time without a zone as UTC', async ({ client, graphql, shop }) => {
  let walked = 0;
  for (const { operation, path, query } of queries) {
    const required = requiredOf(query);
    for (const { name } of timesOf(query)) {
      const given = read(operation, { ...required, [name]: ZONELESS })() as Record<string, unknown>;
      expect([path, name, given[name]]).toEqual([path, name, UTC]);
      walked += 1;
    }
  }
  for (const { target } of allResources()) {
    for (const field of timesOf(target).filter(({ filter }) => filter)) {
      for (const comparison of [{ gte: ZONELESS }, { in: [ZONELESS] }]) {
        const filter = { [graphqlName(field)]: comparison };
        const value = 'in' in comparison ? [UTC] : UTC;
        for (const given of [filter, filterFromJson(target, JSON.stringify(filter))]) {
          expect(conditionsOf(target, given)).toMatchObject([{ field: field.name, value }]);
        }
        walked += 1;
      }
    }
  }
  expect(walked).toBeGreaterThan(150);

  const id = await shop.payment({ created: new Date(UTC) });
  const rest = await client.get(`/payments/list?created=${ZONELESS}`, { key: shop.key });
  expect(rest.body[0].data.map((row: { payment_id: string }) => row.payment_id)).toEqual([id]);
  const inVariable = 'query ($at: DateTime) { payments(filter: { created: { eq: $at } }) { totalCount } }';
  expect((await graphql.data(inVariable, { at: ZONELESS })).payments.totalCount).toBe(1);
  const literal = `{ payments(filter: { created: { eq: "${ZONELESS}" } }) { totalCount } }`;
  expect((await graphql.data(literal)).payments.totalCount).toBe(1);
  const stats = `{ paymentStats(filter: { created: { gte: "${ZONELESS}", lte: "2026-01-31T09:30" } }) { count } }`;
  expect((await graphql.data(stats)).paymentStats).toMatchObject([{ count: 1 }]);
});

/** The times in an input, at any depth, with the surrounding object. */
function timesWithin(
  target: DescribedClass,
  seen: readonly DescribedClass[] = [],
): { path: string; around: (value: unknown) => object }[] {
  if (seen.includes(target)) return [];
  const within = ({ kind, name, of }: FieldDescription) => {
    if (kind === 'timestamp') return [{ path: name, around: (value: unknown) => ({ [name]: value }) }];
    if (kind !== 'object' && kind !== 'object_list') return [];
    const at = kind === 'object' ? name : `${name}[0]`;
    return timesWithin(of!(), [...seen, target]).map(({ around, path }) => ({
      path: `${at}.${path}`,
      around: (value: unknown) => ({ [name]: kind === 'object' ? around(value) : [around(value)] }),
    }));
  };
  return fieldsOf(target).flatMap(within);
}

test('Every body refuses a time without a zone, with the reason', async ({ api, graphql }) => {
  let walked = 0;
  for (const target of allInputs()) {
    for (const { around, path } of timesWithin(target)) {
      const problems = problemsOf(() => validate(target, around(ZONELESS)));
      const problem = {
        param: path,
        code: 'invalid_parameter',
        message: expect.stringContaining(`${path} must have a zone`),
      };
      expect([target.name, problems]).toEqual([target.name, expect.arrayContaining([problem])]);
      walked += 1;
    }
  }
  expect(walked).toBeGreaterThan(10);

  const mandate = { single_use: { amount: 1, currency: 'USD', end_date: ZONELESS } };
  const sent = { amount: 1, currency: 'USD', mandate_data: { mandate_type: mandate } };
  const param = 'mandate_data.mandate_type.single_use.end_date';
  const { body } = await api.post('/payments', sent);
  expect(body.error).toMatchObject({ code: 'invalid_parameter', param });
  const mandateType = { singleUse: { amount: 1, currency: 'USD', endDate: ZONELESS } };
  const input = { amount: 1, currency: 'USD', mandateData: { mandateType } };
  const create =
    'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { userErrors { code param message } } }';
  const { createPayment } = await graphql.data(create, { input });
  expect(createPayment.userErrors).toEqual([
    { code: 'invalid_parameter', param, message: body.error.message },
  ]);
});
