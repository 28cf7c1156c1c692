import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { expect } from 'vitest';
import { figure } from '../kit/figure.ts';
import { globalIdOf } from '../kit/global-id.ts';
import { test as base } from '../kit/test.ts';
import { ask, keyKinds, keyOf } from './asking.ts';
import { castOf } from './attack.ts';
import { schema } from './graphql-fields.ts';
import type { Merchant } from './merchants.ts';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    graphqlSubgraph: true,
    rateLimits: { refusedKeys: 0 },
  }))
  .extend('cast', { scope: 'file' }, ({ service }) => castOf(service));

/** The types that belong to a merchant, with the field of their own identifier: a payment's is `paymentId`. */
const owned = schema
  .getPossibleTypes(schema.getType('Node') as never)
  .filter(({ name }) => name !== 'ErrorMapping')
  .map((type) => ({ type, own: ownIdentifier(type) }));

function ownIdentifier(type: GraphQLObjectType): string {
  const names = [`${type.name.charAt(0).toLowerCase()}${type.name.slice(1)}Id`];
  const irregular: Readonly<Record<string, string>> = {
    ApiKey: 'keyId',
    AuditEntry: 'entryId',
    BusinessProfile: 'profileId',
    ConnectorAccount: 'merchantConnectorId',
    MerchantAccount: 'merchantId',
    PayoutAttempt: 'attemptId',
    TeamMember: 'personId',
    WebhookDelivery: 'deliveryId',
  };
  const found = [irregular[type.name], ...names].find((name) => name && type.getFields()[name]);
  if (!found) throw new Error(`${type.name} has no identifier of its own.`);
  return found;
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A merchant's objects, one of each type, by either key. */
function representationsOf({ merchantId, own }: Merchant): Record<string, unknown>[] {
  return owned.flatMap(({ own: field, type: { name: __typename } }) => {
    if (__typename === 'MerchantAccount') {
      return [
        { __typename, merchantId },
        { __typename, id: globalIdOf(__typename, merchantId) },
      ];
    }
    const id = own(__typename === 'PayoutAttempt' ? 'payout_attempt_id' : snake(field));
    if (id === undefined) throw new Error(`There is no ${__typename}.`);
    return [
      { __typename, merchantId, [field]: id },
      { __typename, id: globalIdOf(__typename, merchantId, id) },
    ];
  });
}

/** Every value of an object that is not another object. */
const leaves = (type: GraphQLObjectType) =>
  Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0)
    .map(({ name }) => name);

const asked = (type: GraphQLObjectType, of: unknown[]) => ({
  operation: '_entities',
  position: null,
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({
    // Types that have a field of one name have it with different types.
    query: `query ($of: [_Any!]!) { _entities(representations: $of) { ... on ${type.name} { ${leaves(type).join(' ')} } } }`,
    variables: { of },
  }),
  writes: false,
});

test('A merchant reaches no entity of another, by any key of any type, with any API key', async ({
  cast: { attacker, twin, victim },
  service,
  task,
}) => {
  let attempts = 0;
  const leaks: string[] = [];
  for (const of of [victim, twin]) {
    for (const kind of keyKinds) {
      for (const { type } of owned) {
        const foreign = representationsOf(of).filter(({ __typename }) => __typename === type.name);
        const { status, text } = await ask(service.url, keyOf(kind, attacker, of), asked(type, foreign));
        attempts += foreign.length;
        const { data } = JSON.parse(text) as { data?: { _entities: unknown[] } | null };
        const found = data?._entities.some((entity) => entity !== null) || text.includes(of.word);
        if (found || status >= 500) leaks.push(`${kind} ${type.name}: ${text}`);
        if (kind === 'secret') expect(data?._entities).toEqual([null, null]);
      }
    }
  }
  expect(leaks).toEqual([]);
  figure(task, `${leaks.length} leaks in ${attempts} representations of ${owned.length} types`);
});

test("A merchant's own key shows the entities that the others must not see", async ({
  cast: { victim },
  service,
}) => {
  let texts = '';
  for (const { own, type } of owned) {
    const representations = representationsOf(victim).filter(({ __typename }) => __typename === type.name);
    const { text } = await ask(service.url, victim.apiKey, asked(type, representations));
    const [first, second] = JSON.parse(text).data._entities;
    expect(first?.[own], text).toEqual(expect.any(String));
    expect(second).toEqual(first);
    texts += text;
  }
  expect(texts).toContain(victim.word);
});
