import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { expect } from 'vitest';
import { isCustomersKey } from '../../../src/core/foundation/context.ts';
import { working } from '../../../src/core/foundation/permissions.ts';
import { allResources, isResource } from '../../../src/core/model/index.ts';
import { allOperations } from '../../../src/core/operations/index.ts';
import type { ReadOperation } from '../../../src/core/operations/operation.ts';
import { inGraphqlNames, rootFields } from '../../../src/graphql/kit/root-fields.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { documentedOperations, specifiedOperations } from '../../../src/rest/operations.ts';
import { test } from '../../kit/test.ts';

const src = path.resolve(import.meta.dirname, '../../../src');
const byName = new Map(allOperations.map((operation) => [operation.name, operation]));
const rest = new Map(documentedOperations.map((operation) => [operation.id, operation]));
const inGraphql = new Set([...rootFields.values()].map(({ operation }) => operation.name));

/** GraphQL fields without an operation of the product, and why. */
const graphqlsOwn: Readonly<Record<string, string>> = {
  'Query.node': 'Relay: an object of any type.',
  'Query.nodes': 'Relay: objects of any type.',
  'Query.viewer': 'Who calls.',
  'Query.updatesCursor': 'Where subscriptions start.',
};

test('Each operation name is unique', () => {
  expect(allOperations.length).toBeGreaterThan(20);
  expect(byName.size).toBe(allOperations.length);
});

test('The index contains the operations of every file', () => {
  const index = readFileSync(path.join(src, 'core/operations/index.ts'), 'utf8');
  const files = readdirSync(path.join(src, 'core/operations')).filter((file) => file !== 'index.ts');
  expect(files.filter((file) => !index.includes(`'./${file}'`))).toEqual([]);
});

test('The operations of a resource are described in the usual order', () => {
  const order = ['create', 'list', 'retrieve', 'update', 'delete'];
  const resourceful = allOperations.filter(({ kind }) => kind !== 'handled' && kind !== 'read');
  const byTarget = Map.groupBy(resourceful, ({ target }) => target);
  const ranks = [...byTarget].map(([target, operations]) => ({
    of: target.name,
    ranks: operations.map(({ name }) => order.indexOf(/^[a-z]+/.exec(name)![0])).filter((rank) => rank >= 0),
  }));
  expect(ranks.length).toBeGreaterThan(30);
  expect(
    ranks.filter(({ ranks: found }) => found.some((rank, index) => rank < (found[index - 1] ?? 0))),
  ).toEqual([]);
});

test('Both APIs have each operation, or it says why one has not', () => {
  const places = allOperations.map(({ name, only }) => ({
    name,
    rest: rest.has(name),
    graphql: inGraphql.has(name),
    because: only?.because.length ? only.face : null,
  }));
  const expected = places.map((place) => ({
    ...place,
    rest: place.because !== 'graphql',
    graphql: place.because !== 'rest',
  }));
  expect(places).toEqual(expected);
});

test('Each REST operation is described in core/operations', () => {
  expect([...rest.keys()].filter((id) => !byName.has(id))).toEqual([]);
  const facts = ['permission', 'reach', 'about', 'summary', 'evenIfSuspended', 'byPersons'] as const;
  for (const operation of rest.values()) {
    const described = byName.get(operation.id)!;
    // Of the specification's keys only a merchant's has permissions.
    const hasPermissions = operation.number === undefined || operation.keys.includes('api_key');
    const permission = hasPermissions ? described.permission : null;
    const pick = (of: Partial<typeof described>) => facts.map((fact) => [fact, of[fact]]);
    expect({ [operation.id]: pick(operation as never) }).toEqual({
      [operation.id]: pick({ ...described, permission }),
    });
  }
});

test("A customer's key sees only some fields of a resource", () => {
  const ofCustomers = allOperations.filter(
    ({ keys, target }) => keys.some(isCustomersKey) && isResource(target),
  );
  expect(ofCustomers.length).toBeGreaterThan(4);
  expect(ofCustomers.filter(({ customerFields }) => !customerFields).map(({ name }) => name)).toEqual([]);
});

test('REST opens an operation only to the keys in its description', () => {
  // The specification's keys are compared with its table.
  const opened = [...rest.values()].flatMap(({ id, keys, number }) =>
    number === undefined
      ? keys.filter((kind) => !byName.get(id)?.keys.includes(kind)).map((kind) => `${id} ${kind}`)
      : [],
  );
  expect(opened).toEqual([]);
});

test("The specification's operations return the errors in their descriptions", () => {
  for (const { id, problems = [] } of specifiedOperations) {
    expect({ [id]: problems }).toEqual({ [id]: byName.get(id)!.problems });
  }
});

test('Each query and mutation belongs to an operation of core/operations', () => {
  const schema = graphqlSchema();
  const all = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
    Object.keys(type.getFields()).map((field) => `${type.name}.${field}`),
  );
  expect(all.filter((place) => !rootFields.has(place) && !(place in graphqlsOwn))).toEqual([]);
  expect(
    [...rootFields.values()].filter(({ operation }) => byName.get(operation.name) !== operation),
  ).toEqual([]);
});

test('A subscription sends objects of a resource, whose read permission it takes', () => {
  const sent = Object.values(graphqlSchema().getSubscriptionType()!.getFields()).map(({ name, type }) => {
    const fields = Object.values((getNamedType(type) as GraphQLObjectType).getFields());
    const objects = fields.filter((field) => isObjectType(getNamedType(field.type)));
    return { name, objects: objects.map((field) => getNamedType(field.type).name) };
  });
  expect(sent.length).toBeGreaterThan(4);
  // So core/operations has no description of it: the resource describes permission and reach.
  const readable = new Set(allResources().flatMap(({ reads, target }) => (reads ? [target.name] : [])));
  expect(sent.filter(({ objects }) => objects.length !== 1 || !readable.has(objects[0]!))).toEqual([]);
});

test('Only a write has a context that shows personal data whole', async ({ service }) => {
  const files = globSync('{rest,graphql,http,people}/**/*.ts', { cwd: src }).filter((file) =>
    /\bworking\(|\bpurpose:/.test(readFileSync(path.join(src, file), 'utf8')),
  );
  expect(files.sort()).toEqual(['graphql/kit/run-mutation.ts', 'rest/router.ts']);
  const reads = allOperations.filter((operation): operation is ReadOperation => operation.kind === 'read');
  expect(reads.length).toBeGreaterThan(10);
  const ctx = working(service.contextFor({ kind: 'admin_key' }, 'test'));
  for (const { find, name } of reads) {
    expect(() => find(ctx, [], {}), name).toThrow('A read needs the context of its caller.');
  }
});

test('No file of the two APIs names a permission or describes an operation', () => {
  const files = ['rest/beyond', 'graphql/resolvers'].flatMap((folder) =>
    readdirSync(path.join(src, folder)).map((file) => path.join(src, folder, file)),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => /\bpermission:|\babout:/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('GraphQL shows field names in camelCase, and other words unchanged', () => {
  const names = new Set(['webhook_details', 'mask_personal_data']);
  expect(inGraphqlNames('Sets `webhook_details.mask_personal_data`, not webhook_details.', names)).toBe(
    'Sets `webhookDetails.maskPersonalData`, not webhook_details.',
  );
  expect(inGraphqlNames('`requires_capture`, `whsec_…`', names)).toBe('`requires_capture`, `whsec_…`');
});
