import { createHash } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import { expect, onTestFinished } from 'vitest';
import { startTestService } from '../../kit/service.ts';
import { test } from '../../kit/test.ts';

const create = 'mutation ($i: CreatePaymentInput!) { createPayment(input: $i) { userErrors { code } } }';
const members = (count: number, nameOf: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [nameOf(i), 1]));
const large30 = Array.from({ length: 30 }, (_, i) => i);

test.for<[string, string, Record<string, unknown>?]>([
  ['a query', '{ viewer { keyKind } }'],
  ['a document that cannot be parsed', '{{{'],
  ['an invalid document', '{ nothing }'],
  ['a document with introspection and another field', '{ __schema { types { name } } viewer { keyKind } }'],
  [
    'another field behind a fragment',
    'query { __schema { types { name } } ...F } fragment F on Query { viewer { keyKind } }',
  ],
  ['a mutation with 5 900 unknown members', create, { i: members(5_900, (i) => `a${i}`) }],
  [
    'introspection with a variable of an input type',
    'query ($i: CreatePaymentInput) { __schema { types { name } } a: __typename @include(if: $i) }',
    { i: members(100, (i) => `a${i}`) },
  ],
  [
    'a document that compiles to megabytes',
    `mutation (${large30.map((i) => `$v${i}: CreatePaymentInput!`).join(', ')}) {
      ${large30.map((i) => `a${i}: createPayment(input: $v${i}) { userErrors { code } }`).join(' ')} }`,
  ],
])('Without a key, %s is rejected only for the missing key', async ([_, query, variables], { graphqlAs }) => {
  const { status, errors, text } = await graphqlAs(null).run(query, variables);
  expect([status, errors.map(({ extensions }) => extensions.code)]).toEqual([401, ['invalid_api_key']]);
  expect(JSON.parse(text)).not.toHaveProperty('data');
});

test('Without a key, a document registered with one cannot be run by its hash', async ({
  graphql,
  graphqlAs,
}) => {
  const query = '{ viewer { keyKind } }';
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  await graphql.send(JSON.stringify({ query, extensions }));
  const { status, errors } = await graphqlAs(null).send(JSON.stringify({ extensions }));
  expect([status, errors[0]!.extensions.code]).toEqual([401, 'invalid_api_key']);
});

test('Introspection without a key is executed once per document, then served from memory', async ({
  client,
  graphqlAs,
}) => {
  const first = await graphqlAs(null).run(getIntrospectionQuery());
  const second = await graphqlAs(null).run(getIntrospectionQuery());
  expect([first.status, first.headers.has('content-length')]).toEqual([200, false]);
  // Only a stored response's compressed length is known when its headers are sent.
  expect([second.status, second.headers.has('content-length')]).toEqual([200, true]);
  expect(second.text).toBe(first.text);
  const type = 'query ($name: String!) { __type(name: $name) { name } }';
  for (const name of ['Payment', 'Refund', 'Payment']) {
    expect(await graphqlAs(null).data(type, { name })).toEqual({ __type: { name } });
  }
  const wrong = await graphqlAs(null).run('{ __schema { nothing } }');
  expect([wrong.status, wrong.errors[0]!.extensions.code]).toEqual([400, 'query_invalid']);
  const query = new URLSearchParams({ query: '{ __type(name: "Payment") { name } }' });
  const got = await client.get(`/graphql?${query}`, { headers: { 'apollo-require-preflight': '1' } });
  expect(got.body).toEqual({ data: { __type: { name: 'Payment' } } });
});

test.for<[string, string]>([
  ['selects __schema twice', '{ a: __schema { types { name } } b: __schema { types { name } } }'],
  ['repeats a field below it', '{ __schema { a: types { name } b: types { name } } }'],
  ['expands the types of fields', '{ __schema { types { fields { type { fields { name } } } } } }'],
  ['expands possible types', '{ __schema { types { possibleTypes { description fields { name } } } } }'],
  [
    'expands types behind fragments',
    '{ __schema { types { ...F } } } fragment F on __Type { interfaces { ...G } } fragment G on __Type { fields { name } }',
  ],
])('Introspection that %s is rejected with and without a key', async ([_, query], { graphqlAs, shop }) => {
  for (const key of [null, shop.key]) {
    expect(await graphqlAs(key).refusal(query)).toMatchObject({ status: 400, code: 'query_too_complex' });
  }
});

test('A document reports at most 20 errors and its variables one, without suggestions', async ({
  graphql,
}) => {
  const fields = Array.from({ length: 90 }, (_, i) => `nothing${i}`).join(' ');
  const document = await graphql.run(`{ viewer { ${fields} } }`);
  expect(document.status).toBe(400);
  // One more indicates that there are more.
  expect(document.errors.length).toBeLessThanOrEqual(21);
  const near = { i: { amount: 1, currency: 'EUR', ...members(3_000, (i) => `amoun${i}`) } };
  const variables = await graphql.run(create, near);
  expect([variables.status, variables.errors.length]).toEqual([400, 1]);
  expect(variables.text.toLowerCase()).not.toContain('did you mean');
});

test('Documents without a key can be disabled, and introspection with a key still works', async ({
  shared,
  shop,
}) => {
  const service = await startTestService({ ...shared, publicDocs: false });
  try {
    for (const path of ['/docs', '/openapi.json', '/graphiql']) {
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 404]);
    }
    const introspect = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ query: '{ __schema { queryType { name } } }' });
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
      return (await fetch(`${service.url}/graphql`, init)).status;
    };
    expect(await introspect({})).toBe(401);
    expect(await introspect({ 'api-key': shop.key })).toBe(200);
  } finally {
    await service.close();
  }
});

test('An address without a key can run few unknown introspections, and known ones as before', async () => {
  const service = await startTestService({ rateLimits: { introspections: 2 } });
  onTestFinished(() => service.close());
  const ask = async (query: string) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    return [response.status, errors?.[0]?.extensions.code ?? null];
  };
  const named = (name: string) => `{ ${name}: __type(name: "Payment") { name } }`;
  expect([await ask(named('a')), await ask(named('b'))]).toEqual([
    [200, null],
    [200, null],
  ]);
  expect(await ask(named('c'))).toEqual([429, 'rate_limited']);
  expect(await ask(named('a'))).toEqual([200, null]);
});
