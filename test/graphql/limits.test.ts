import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleTabs } from '../../src/graphql/examples.ts';
import { graphqlLimits } from '../../src/graphql/kit/limits.ts';
import { type Client, clientOf } from '../kit/client.ts';
import { graphql, send } from '../kit/graphql.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;
let client: Client;
let shop: SeededMerchant;

beforeAll(async () => {
  service = await startTestService();
  client = clientOf(service);
  shop = await seedMerchant(service);
});

afterAll(() => service.close());

const ask = (query: string, variables?: Record<string, unknown>) =>
  graphql(service, shop.key, query, variables);

async function isTooComplex(query: string, variables?: Record<string, unknown>): Promise<void> {
  const { status, data, errors, statements } = await ask(query, variables);
  expect([status, data, statements]).toEqual([400, null, []]);
  expect(errors[0]!.extensions.code).toBe('query_too_complex');
}

async function passes(query: string, variables?: Record<string, unknown>): Promise<void> {
  const { status, errors } = await ask(query, variables);
  expect([status, errors]).toEqual([200, []]);
}

describe('a document is refused that', () => {
  /** `levels` fields, one within the other. */
  const deep = (levels: number) =>
    `{ payment(paymentId: "x") ${'{ customer { payments '.repeat(levels / 2 - 1)} { id } ${'} }'.repeat(levels / 2 - 1)} }`;
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, i) => `a${i}: viewer { keyKind }`).join(' ')} }`;

  it('goes too deep', async () => {
    await isTooComplex(deep(graphqlLimits.depth + 2));
    const refused = await ask(deep(8));
    // The depth may be had, the rows that so many lists within lists might have may not.
    expect(refused.errors[0]?.message ?? '').not.toContain('deeper');
  });

  it('goes too deep through fragments', async () => {
    const fragments = Array.from(
      { length: 8 },
      (_, i) => `fragment F${i} on Payment { customer { payments { ${i === 7 ? 'id' : `...F${i + 1}`} } } }`,
    );
    await isTooComplex(`{ payment(paymentId: "x") { ...F0 } } ${fragments.join(' ')}`);
  });

  it('has too many aliases', async () => {
    await isTooComplex(aliases(graphqlLimits.aliases + 1));
    await passes(aliases(graphqlLimits.aliases));
  });

  it('has too many words', async () => {
    const words = (count: number) => `query { viewer { keyKind } } # ${'word '.repeat(count)}`;
    await isTooComplex(`{ viewer { ${'keyKind '.repeat(graphqlLimits.tokens)} } }`);
    await passes(words(graphqlLimits.tokens));
  });

  it('may read too many rows', async () => {
    const list = (
      sizes: string,
    ) => `query ${sizes.includes('$') ? '($n: Int)' : ''} { payments(${sizes}) { nodes {
      customer { payments { refunds { id } attempts { id } } }
    } } }`;
    await isTooComplex(list('first: 100'));
    await isTooComplex(list('last: 100'));
    await isTooComplex(list('first: $n'), { n: 100 });
    await passes(list('first: $n'), { n: 10 });
    await passes(list('first: 10'));
    const many = (count: number) =>
      Array.from(
        { length: count },
        (_, i) => `a${i}: payments(first: 100) { nodes { refunds { id } attempts { id } } }`,
      );
    await isTooComplex(`{ ${many(20).join(' ')} }`);
    await passes(`{ ${many(10).join(' ')} }`);
  });

  it('reads too many rows through node and nodes', async () => {
    const ids = Array(10).fill('x');
    const below = '... on Customer { payments { refunds { id } attempts { id } captures { id } } }';
    const times = (count: number) =>
      `query ($ids: [ID!]!) { ${Array.from({ length: count }, (_, i) => `a${i}: nodes(ids: $ids) { ${below} }`).join(' ')} }`;
    await isTooComplex(times(3), { ids });
    await passes(times(1), { ids });
  });

  it('goes round in fragments', async () => {
    for (const query of [
      '{ payment(paymentId: "x") { ...F } } fragment F on Payment { id ...F }',
      '{ payment(paymentId: "x") { ...F } } fragment F on Payment { ...G } fragment G on Payment { ...F }',
    ]) {
      const { status, errors } = await ask(query);
      expect([status, errors[0]!.extensions.type]).toEqual([400, 'invalid_request']);
    }
  });

  it('multiplies selections through fragments', async () => {
    const doubled = Array.from(
      { length: 16 },
      (_, i) => `fragment F${i} on Payment { ${i === 15 ? 'id' : `...F${i + 1} ...F${i + 1}`} }`,
    );
    const started = performance.now();
    await isTooComplex(`{ payment(paymentId: "x") { ...F0 } } ${doubled.join(' ')}`);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('is larger than a body may be', async () => {
    const { status, errors } = await ask(`{ viewer { keyKind } } #${'x'.repeat(64 * 1024)}`);
    expect([status, errors[0]!.extensions.code]).toEqual([413, 'body_too_large']);
  });
});

describe('room is left for', () => {
  // Those that are followed live are tried where they run.
  const asked = exampleTabs.filter(({ query }) => !query.startsWith('subscription'));

  it.each(asked)('$query', async ({ query, variables = '{}' }) => {
    await passes(query, { ...JSON.parse(variables), ...(variables.includes('first') ? { first: 100 } : {}) });
  });

  it("GraphiQL's look at the schema", async () => {
    const options = { inputValueDeprecation: true, schemaDescription: true, specifiedByUrl: true };
    await passes(getIntrospectionQuery(options));
    await passes(getIntrospectionQuery({ ...options, directiveIsRepeatable: true, oneOf: true }));
  });
});

describe('over HTTP', () => {
  const query = '{ viewer { keyKind } }';
  const get = (parameters: Record<string, string>, headers = {}) =>
    client.get(`/graphql?${new URLSearchParams(parameters)}`, { key: shop.key, headers });

  it('GET answers queries', async () => {
    const variables = '{"ids":["x"]}';
    const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    expect((await get({ query })).body).toEqual({ data: { viewer: { keyKind: 'API_KEY' } } });
    expect((await get({ query: nodes, variables })).body).toEqual({ data: { nodes: [null] } });
  });

  it('GET changes nothing', async () => {
    const { status, body } = await get({ query: 'mutation { __typename }' });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.data).toBeUndefined();
    expect(body.errors[0].extensions).toMatchObject({ type: 'invalid_request', code: 'query_invalid' });
  });

  it('other methods are refused', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const { status } = await client.request(method, '/graphql', { key: shop.key, body: { query } });
      expect(status).toBe(405);
    }
  });

  it('batches are refused', async () => {
    for (const body of [[{ query }], [{ query }, { query }], []]) {
      const { status, errors, data } = await send(service, shop.key, JSON.stringify(body));
      expect([status, data, errors[0]!.extensions.type]).toEqual([400, null, 'invalid_request']);
    }
  });

  it.each([['null'], ['1'], ['"x"'], ['{}'], ['{"query": 1}'], ['{"query": ""}'], ['{"query": null}']])(
    'the body %s is refused',
    async (body) => {
      const { status, errors } = await send(service, shop.key, body, { 'x-request-id': 'mine' });
      expect([status, errors[0]!.extensions.type]).toEqual([400, 'invalid_request']);
      expect(errors[0]!.extensions.request_id).toBe('mine');
    },
  );

  it('what a page of another origin may send by itself is refused', async () => {
    const body = JSON.stringify({ query: '{ __typename }' });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      for (const key of [null, shop.key]) {
        const { status } = await send(service, key, body, { 'content-type': type });
        expect(status).toBe(415);
      }
    }
    const parameters = new URLSearchParams({ query: '{ __typename }' });
    const { status, body: refusal } = await client.get(`/graphql?${parameters}`);
    expect([status, refusal.errors[0].extensions.type]).toEqual([400, 'invalid_request']);
  });
});
