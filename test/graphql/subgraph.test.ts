import { assertCompositionSuccess, composeServices } from '@theguild/federation-composition';
import fc from 'fast-check';
import { Kind, parse } from 'graphql';
import { expect } from 'vitest';
import { budget } from '../kit/figure.ts';
import { globalIdOf } from '../kit/global-id.ts';
import { seed } from '../kit/property.ts';
import { startTestService } from '../kit/service.ts';
import { test as base } from '../kit/test.ts';

const ENTITIES = 'query ($of: [_Any!]!) { _entities(representations: $of) { __typename';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ graphqlSubgraph: true }))
  /** Reads entities by their representations. */
  .extend(
    'entities',
    ({ graphql }) =>
      async (of: unknown[], fields = '... on Node { id }') =>
        (await graphql.data(`${ENTITIES} ${fields} } }`, { of }))._entities,
  );

/** Another service, which knows of payments and customers only what identifies them. */
const orders = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])
  type Query { orders(first: Int): OrderConnection! }
  type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type Order @key(fields: "number") { number: ID! payment: Payment customer: Customer }
  type Payment @key(fields: "merchantId paymentId") { merchantId: ID! paymentId: ID! order: Order }
  type Customer @key(fields: "id") { id: ID! loyaltyPoints: Int! }
`;

test('Its schema composes with that of a service that refers to its objects by either key', async ({
  graphql,
}) => {
  const { sdl } = (await graphql.data('{ _service { sdl } }'))._service;
  const composed = composeServices([
    { name: 'switchyard', typeDefs: parse(sdl), url: 'http://switchyard/graphql' },
    { name: 'orders', typeDefs: parse(orders), url: 'http://orders/graphql' },
  ]);
  assertCompositionSuccess(composed);
  const typeOf = (name: string) =>
    new RegExp(`^type ${name}\\b[^{]*\\{[^}]*\\}`, 'm').exec(composed.supergraphSdl)![0];
  const payment = typeOf('Payment');
  expect(payment).toContain('@join__type(graph: SWITCHYARD, key: "id")');
  expect(payment).toContain('@join__type(graph: SWITCHYARD, key: "merchantId paymentId")');
  expect(payment).toMatch(/\border: Order @join__field\(graph: ORDERS\)/);
  expect(payment).toMatch(/\bstatus: \w+!? @join__field\(graph: SWITCHYARD\)/);
  expect(typeOf('Customer')).toMatch(/\bloyaltyPoints: Int! @join__field\(graph: ORDERS\)/);
  // What clients of the supergraph see.
  const fields = composed.publicDocumentNode.definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION && definition.name.value === 'Query'
      ? definition.fields!.map(({ name }) => name.value)
      : [],
  );
  expect(fields).toEqual(expect.arrayContaining(['orders', 'payments']));
  expect(fields.filter((name) => name.startsWith('_'))).toEqual([]);
});

test('Every type with an identifier is an entity, by its global identifier and by its own with its merchant', async ({
  graphql,
}) => {
  const { sdl } = (await graphql.data('{ _service { sdl } }'))._service;
  const keyed = [...sdl.matchAll(/^type (\w+) implements Node (@key.*) \{$/gm)].map(([, name, keys]) => [
    name,
    keys,
  ]);
  const { __type } = await graphql.data('{ __type(name: "Node") { possibleTypes { name } } }');
  const names = __type.possibleTypes.map(({ name }: { name: string }) => name);
  expect(keyed.map(([name]) => name)).toEqual(names.toSorted());
  expect(Object.fromEntries(keyed)).toMatchObject({
    Payment: '@key(fields: "id") @key(fields: "merchantId paymentId")',
    ConnectorAccount: '@key(fields: "id") @key(fields: "merchantId merchantConnectorId")',
    MerchantAccount: '@key(fields: "id") @key(fields: "merchantId")',
    ErrorMapping: '@key(fields: "id") @key(fields: "errorMappingId")',
  });
});

test('_entities finds objects of any type by either key, in their order, with a statement for each type', async ({
  graphql,
  shop,
}) => {
  const { merchantId } = shop;
  const customer_id = await shop.customer({ customer_id: 'ann', name: 'Ann' });
  const paymentIds = await Promise.all([1, 2, 3].map(() => shop.payment({ customer_id })));
  const refundId = await shop.refund(paymentIds[0]!);
  const byId = (__typename: string, id: string) => ({
    __typename,
    id: globalIdOf(__typename, merchantId, id),
  });
  const of = [
    byId('Payment', paymentIds[0]!),
    { __typename: 'Refund', merchantId, refundId },
    { __typename: 'Payment', merchantId, paymentId: paymentIds[1] },
    byId('Payment', 'nobody'),
    byId('Customer', 'ann'),
    { __typename: 'Payment', merchantId, paymentId: paymentIds[2], id: null },
    { __typename: 'MerchantAccount', merchantId },
    { __typename: 'Payment', merchantId, paymentId: paymentIds[0] },
  ];
  const fields = `... on Payment { paymentId customer { name } refunds { refundId } }
    ... on Refund { refundId payment { paymentId } } ... on Customer { name } ... on MerchantAccount { merchantId }`;
  const paid = (paymentId: string, refunds: string[] = []) => ({
    __typename: 'Payment',
    paymentId,
    customer: { name: 'Ann' },
    refunds: refunds.map((id) => ({ refundId: id })),
  });
  const whole = [
    paid(paymentIds[0]!, [refundId]),
    { __typename: 'Refund', refundId, payment: { paymentId: paymentIds[0] } },
    paid(paymentIds[1]!),
    null,
    { __typename: 'Customer', name: 'Ann' },
    paid(paymentIds[2]!),
    { __typename: 'MerchantAccount', merchantId },
    paid(paymentIds[0]!, [refundId]),
  ];
  // From its second use on, a document is executed as compiled.
  for (let i = 0; i < 3; i += 1) {
    const { data, errors, statements } = await graphql.run(`${ENTITIES} ${fields} } }`, { of });
    expect(errors).toEqual([]);
    expect(data._entities).toEqual(whole);
    // Four types; and the payments' customers, their refunds, and the refund's payment.
    expect(statements).toHaveLength(7);
  }
});

test("_entities knows nothing of another merchant's objects, and the admin key finds those of all", async ({
  adminGraphql,
  entities,
  graphqlAs,
  otherShop,
  shop,
}) => {
  const paymentId = await shop.payment();
  await otherShop.payment({ payment_id: paymentId });
  const of = [shop, otherShop].flatMap(({ merchantId }) => [
    { __typename: 'Payment', id: globalIdOf('Payment', merchantId, paymentId) },
    { __typename: 'Payment', merchantId, paymentId },
  ]);
  const own = { __typename: 'Payment', id: of[0]!.id };
  expect(await entities(of)).toEqual([own, own, null, null]);
  const both = await adminGraphql.data(`${ENTITIES} ... on Payment { merchantId } } }`, { of });
  expect(both._entities.map(({ merchantId }: { merchantId: string }) => merchantId)).toEqual([
    shop.merchantId,
    shop.merchantId,
    otherShop.merchantId,
    otherShop.merchantId,
  ]);
  const refused = await graphqlAs(shop.publishableKey).refusal(`${ENTITIES} } }`, { of });
  expect(refused).toMatchObject({ status: 403, code: 'wrong_key_kind' });
  for (const query of ['{ _service { sdl } }', '{ _entities(representations: []) { __typename } }']) {
    expect(await graphqlAs(null).refusal(query)).toMatchObject({ status: 401, code: 'invalid_api_key' });
  }
});

test('A representation without a key of its type is refused, and not repeated', async ({ graphql, shop }) => {
  const { merchantId } = shop;
  const card = '4242424242424242';
  for (const representation of [
    null,
    card,
    [],
    {},
    { __typename: 'Payment' },
    { __typename: 'Payment', paymentId: card },
    { __typename: 'Payment', merchantId, paymentId: 1 },
    { __typename: 'Payment', id: card },
    { __typename: 'Payment', id: globalIdOf('Refund', merchantId, card) },
    { __typename: 'Contact', id: card },
    { __typename: '__proto__', id: card },
    { __typename: card, id: card },
  ]) {
    const { status, errors, text } = await graphql.run(`${ENTITIES} } }`, { of: [representation] });
    expect(status, text).toBe(400);
    expect(errors[0]!.extensions).toMatchObject({ code: 'invalid_parameter', param: 'of[0]' });
    expect(text).not.toContain(card);
  }
  const literal = `{ _entities(representations: [{ __typename: "Payment", id: "${card}" }]) { __typename } }`;
  const inline = await graphql.run(literal);
  expect([inline.status, inline.errors[0]!.extensions.code]).toEqual([400, 'invalid_parameter']);
  expect(inline.text).not.toContain(card);
  const unstorable = { __typename: 'Payment', merchantId, paymentId: 'a\0b' };
  const { errors } = await graphql.run(`${ENTITIES} } }`, { of: [unstorable] });
  expect(errors[0]!.extensions.code).toBe('invalid_parameter');
});

test('No representation is answered with 5xx', async ({ graphql, shop }) => {
  const member = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(shop.merchantId), fc.jsonValue());
  const representation = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        __typename: fc.constantFrom('Payment', 'ErrorMapping', 'Node'),
        id: member,
        merchantId: member,
        paymentId: member,
      },
      { requiredKeys: ['__typename'] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(representation, { maxLength: 3 }), async (of) => {
      const { status, text } = await graphql.run(`${ENTITIES} } }`, { of });
      expect(status, text).toBeLessThan(500);
    }),
    { seed, numRuns: budget(50, 15) },
  );
});

test('Entities are held to the same limits on cost as any other objects', async ({ graphql, shop }) => {
  const of = Array.from({ length: 400 }, (_, i) => ({
    __typename: 'Payment',
    merchantId: shop.merchantId,
    paymentId: `p${i}`,
  }));
  const { data, errors } = await graphql.run(`${ENTITIES} } }`, { of });
  expect([errors, data._entities]).toEqual([[], of.map(() => null)]);
  const nested = '... on Payment { refunds { payment { refunds { refundId } } } }';
  expect(await graphql.refusal(`${ENTITIES} ${nested} } }`, { of })).toMatchObject({
    code: 'query_too_complex',
  });
});

test('Unless it is switched on, the schema has nothing of federation', async () => {
  const service = await startTestService();
  const ask = async (query: string) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'api-key': service.adminApiKey },
      body: JSON.stringify({ query }),
    });
    return response.text();
  };
  expect(await ask('{ _service { sdl } }')).toContain('query_invalid');
  const types = await ask('{ __schema { types { name } queryType { fields { name } } } }');
  expect(types).toContain('"payments"');
  expect(types).not.toMatch(/"_(?!_)\w+"/);
  await service.close();
});
