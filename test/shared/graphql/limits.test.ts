import { getIntrospectionQuery } from 'graphql';
import { expect } from 'vitest';
import { exampleTabs } from '../../../src/graphql/examples.ts';
import { graphqlLimits } from '../../../src/graphql/kit/limits.ts';
import { globalIdOf } from '../../kit/global-id.ts';
import { test as base } from '../../kit/test.ts';

/** A document nested this many levels deep. */
const deep = (levels: number) =>
  `{ payment(paymentId: "x") ${'{ customer { payments '.repeat(levels / 2 - 1)} { id } ${'} }'.repeat(levels / 2 - 1)} }`;
const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: viewer { keyKind }`).join(' ')} }`;
// Subscriptions are tested over WebSocket.
const exampleDocuments = exampleTabs.filter(({ query }) => !query.startsWith('subscription'));
const query = '{ viewer { keyKind } }';

const test = base
  .extend(
    'expectTooComplex',
    ({ graphql }) =>
      async (query: string, variables?: Record<string, unknown>): Promise<void> => {
        const { status, data, errors, statements } = await graphql.run(query, variables);
        expect([status, data, statements]).toEqual([400, null, []]);
        expect(errors[0]!.extensions.code).toBe('query_too_complex');
      },
  )
  .extend(
    'expectAccepted',
    ({ graphql }) =>
      async (query: string, variables?: Record<string, unknown>): Promise<void> => {
        const { status, errors } = await graphql.run(query, variables);
        expect([status, errors]).toEqual([200, []]);
      },
  )
  .extend(
    'get',
    ({ api }) =>
      (parameters: Record<string, string>, headers = {}) =>
        api.get(`/graphql?${new URLSearchParams(parameters)}`, { headers }),
  );

// The deepest first: code compiled meanwhile needs less of the stack.
test.for([5_000, 1_000, 500, 200, 50])(
  'A document nested %i levels deep is rejected as too complex',
  async (levels, { expectTooComplex }) => {
    await expectTooComplex(deep(levels));
  },
);

test('A document nested too deeply is rejected', async ({ expectTooComplex, graphql }) => {
  await expectTooComplex(deep(graphqlLimits.depth + 2));
  const refused = await graphql.run(deep(8));
  // The depth is allowed; only the number of rows in so many nested lists is not.
  expect(refused.errors[0]?.message ?? '').not.toContain('deeper');
});

test('A document nested too deeply through fragments is rejected', async ({ expectTooComplex }) => {
  const fragments = Array.from(
    { length: 8 },
    (_, i) => `fragment F${i} on Payment { customer { payments { ${i === 7 ? 'id' : `...F${i + 1}`} } } }`,
  );
  await expectTooComplex(`{ payment(paymentId: "x") { ...F0 } } ${fragments.join(' ')}`);
});

test('A document with too many aliases is rejected', async ({ expectAccepted, expectTooComplex }) => {
  await expectTooComplex(aliases(graphqlLimits.aliases + 1));
  await expectAccepted(aliases(graphqlLimits.aliases));
});

test('A document with too many tokens is rejected', async ({ expectAccepted, expectTooComplex }) => {
  const words = (count: number) => `query { viewer { keyKind } } # ${'word '.repeat(count)}`;
  await expectTooComplex(`{ viewer { ${'keyKind '.repeat(graphqlLimits.tokens)} } }`);
  await expectAccepted(words(graphqlLimits.tokens));
});

test('A document that may read too many rows is rejected', async ({ expectAccepted, expectTooComplex }) => {
  const list = (
    sizes: string,
  ) => `query ${sizes.includes('$') ? '($n: Int)' : ''} { payments(${sizes}) { nodes {
      customer { payments { refunds { id } attempts { id } } }
    } } }`;
  await expectTooComplex(list('first: 100'));
  await expectTooComplex(list('last: 100'));
  await expectTooComplex(list('first: $n'), { n: 100 });
  await expectAccepted(list('first: $n'), { n: 10 });
  await expectAccepted(list('first: 10'));
  const many = (count: number) =>
    Array.from(
      { length: count },
      (_, i) => `a${i}: payments(first: 100) { nodes { refunds { id } attempts { id } } }`,
    );
  await expectTooComplex(`{ ${many(20).join(' ')} }`);
  await expectAccepted(`{ ${many(10).join(' ')} }`);
});

test('A document that may read too many rows through node and nodes is rejected', async ({
  expectAccepted,
  expectTooComplex,
}) => {
  const ids = Array(10).fill(globalIdOf('Customer', 'm', 'x'));
  const below = '... on Customer { payments { refunds { id } attempts { id } captures { id } } }';
  const times = (count: number) =>
    `query ($ids: [ID!]!) { ${Array.from({ length: count }, (_, i) => `a${i}: nodes(ids: $ids) { ${below} }`).join(' ')} }`;
  await expectTooComplex(times(3), { ids });
  await expectAccepted(times(1), { ids });
});

test('A document with circular fragments is rejected', async ({ graphql }) => {
  for (const query of [
    '{ payment(paymentId: "x") { ...F } } fragment F on Payment { id ...F }',
    '{ payment(paymentId: "x") { ...F } } fragment F on Payment { ...G } fragment G on Payment { ...F }',
  ]) {
    const { status, errors } = await graphql.run(query);
    expect([status, errors[0]!.extensions.type]).toEqual([400, 'invalid_request']);
  }
});

test('A document that multiplies its selections through fragments is rejected without visiting each one', async ({
  expectTooComplex,
}) => {
  const doubled = Array.from(
    { length: 60 },
    (_, i) => `fragment F${i} on Payment { ${i === 59 ? 'id' : `...F${i + 1} ...F${i + 1}`} }`,
  );
  await expectTooComplex(`{ payment(paymentId: "x") { ...F0 } } ${doubled.join(' ')}`);
});

test('A document larger than the body limit is rejected', async ({ graphql }) => {
  const { status, errors } = await graphql.run(`{ viewer { keyKind } } #${'x'.repeat(64 * 1024)}`);
  expect([status, errors[0]!.extensions.code]).toEqual([413, 'body_too_large']);
});

test.for(exampleDocuments)(
  'The limits leave room for the example $query',
  async ({ query, variables = '{}' }, { expectAccepted }) => {
    await expectAccepted(query, {
      ...JSON.parse(variables),
      ...(variables.includes('first') ? { first: 100 } : {}),
    });
  },
);

test("The limits leave room for GraphiQL's introspection query", async ({ expectAccepted }) => {
  const options = { inputValueDeprecation: true, schemaDescription: true, specifiedByUrl: true };
  await expectAccepted(getIntrospectionQuery(options));
  await expectAccepted(getIntrospectionQuery({ ...options, directiveIsRepeatable: true, oneOf: true }));
});

test('GET /graphql runs queries', async ({ get }) => {
  const variables = JSON.stringify({ ids: [globalIdOf('Customer', 'm', 'x')] });
  const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
  expect((await get({ query })).body).toMatchObject({ data: { viewer: { keyKind: 'API_KEY' } } });
  expect((await get({ query: nodes, variables })).body).toMatchObject({ data: { nodes: [null] } });
});

test('GET /graphql rejects mutations', async ({ get }) => {
  const { status, body } = await get({ query: 'mutation { __typename }' });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.data).toBeUndefined();
  expect(body.errors[0].extensions).toMatchObject({ type: 'invalid_request', code: 'query_invalid' });
});

test('/graphql rejects other methods with 405', async ({ client, shop }) => {
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    const { status } = await client.request(method, '/graphql', { key: shop.key, body: { query } });
    expect(status).toBe(405);
  }
});

test('POST /graphql rejects batches', async ({ graphql }) => {
  for (const body of [[{ query }], [{ query }, { query }], []]) {
    const { status, errors, data } = await graphql.send(JSON.stringify(body));
    expect([status, data, errors[0]!.extensions.type]).toEqual([400, null, 'invalid_request']);
  }
});

test.for([
  ['null'],
  ['1'],
  ['"x"'],
  ['{}'],
  ['{"query": 1}'],
  ['{"query": ""}'],
  ['{"query": null}'],
] as const)('POST /graphql rejects the body %s', async ([body], { graphql }) => {
  const { status, errors } = await graphql.send(body, { 'x-request-id': 'mine' });
  expect([status, errors[0]!.extensions.type]).toEqual([400, 'invalid_request']);
  expect(errors[0]!.extensions.request_id).toBe('mine');
});

test("/graphql rejects requests that another origin's page can send without a preflight", async ({
  client,
  graphqlAs,
  shop,
}) => {
  const body = JSON.stringify({ query: '{ __typename }' });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    for (const key of [null, shop.key]) {
      const { status } = await graphqlAs(key).send(body, { 'content-type': type });
      expect(status).toBe(415);
    }
  }
  const parameters = new URLSearchParams({ query: '{ __typename }' });
  const { status, body: refusal } = await client.get(`/graphql?${parameters}`);
  expect([status, refusal.errors[0].extensions.type]).toEqual([400, 'invalid_request']);
});
