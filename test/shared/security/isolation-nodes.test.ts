import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { expect } from 'vitest';
import { figure } from '../../kit/figure.ts';
import { globalIdOf } from '../../kit/global-id.ts';
import { test as base } from '../../kit/test.ts';
import { ask, keyKinds, keyOf } from './asking.ts';
import { castOf } from './attack.ts';
import { schema } from './graphql-fields.ts';
import type { Merchant } from './merchants.ts';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ rateLimits: { refusedKeys: 0 } }))
  .extend('cast', { scope: 'file' }, ({ service }) => castOf(service));

/** The types that belong to a merchant, with the field of their own identifier: a payment's is `paymentId`. */
const owned = schema
  .getPossibleTypes(schema.getType('Node') as never)
  .filter(({ name }) => !['ErrorMapping', 'AdminKey', 'Operator'].includes(name))
  .map((type) => ({ type, own: ownIdentifier(type) }));

function ownIdentifier(type: GraphQLObjectType): string {
  const names = [`${type.name.charAt(0).toLowerCase()}${type.name.slice(1)}Id`];
  const irregular: Readonly<Record<string, string>> = {
    ApiKey: 'keyId',
    AuditEntry: 'entryId',
    BlocklistEntry: 'fingerprintId',
    BusinessProfile: 'profileId',
    ConnectorAccount: 'merchantConnectorId',
    ListEntry: 'entryId',
    ListImport: 'importId',
    ListImportRefusal: 'refusalId',
    LoggedRequest: 'logId',
    MerchantAccount: 'merchantId',
    PaymentMethodExport: 'exportId',
    PaymentMethodImport: 'importId',
    PaymentMethodImportResult: 'resultId',
    PayoutAttempt: 'attemptId',
    ReportSchedule: 'scheduleId',
    RoutingConfiguration: 'routingId',
    RuleReplay: 'replayId',
    RuleReplayPayment: 'replayedId',
    TeamMember: 'personId',
    ValueList: 'listId',
    WebhookDelivery: 'deliveryId',
    WebhookEndpoint: 'endpointId',
  };
  const found = [irregular[type.name], ...names].find((name) => name && type.getFields()[name]);
  if (!found) throw new Error(`${type.name} has no identifier of its own.`);
  return found;
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The merchants' names of identifiers that several types name alike. */
const sharedNames: Readonly<Record<string, string>> = {
  ListEntry: 'list_entry_id',
  ListImport: 'list_import_id',
  PayoutAttempt: 'payout_attempt_id',
};

/** The global identifier of a merchant's object of a type. */
function nodeIdOf({ merchantId, own }: Merchant, { name }: GraphQLObjectType, field: string): string {
  if (name === 'MerchantAccount') return globalIdOf(name, merchantId);
  const id = own(sharedNames[name] ?? snake(field));
  if (id === undefined) throw new Error(`There is no ${name}.`);
  return globalIdOf(name, merchantId, id);
}

/** Every value of an object that is not another object. */
const leaves = (type: GraphQLObjectType) =>
  Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0)
    .map(({ name }) => name);

const asked = (type: GraphQLObjectType, id: string) => ({
  operation: 'nodes',
  position: null,
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({
    query: `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type.name} { ${leaves(type).join(' ')} } } }`,
    variables: { ids: [id] },
  }),
  writes: false,
});

test('A merchant reaches no object of another by global identifier, of any type, with any API key', async ({
  cast: { attacker, twin, victim },
  service,
  task,
}) => {
  let attempts = 0;
  const leaks: string[] = [];
  for (const of of [victim, twin]) {
    for (const kind of keyKinds) {
      for (const { own, type } of owned) {
        const request = asked(type, nodeIdOf(of, type, own));
        const { status, text } = await ask(service.url, keyOf(kind, attacker, of), request);
        attempts += 1;
        const { data } = JSON.parse(text) as { data?: { nodes: unknown[] } | null };
        const found = data?.nodes.some((node) => node !== null) || text.includes(of.word);
        if (found || status >= 500) leaks.push(`${kind} ${type.name}: ${text}`);
        if (kind === 'secret') expect(data?.nodes).toEqual([null]);
      }
    }
  }
  expect(leaks).toEqual([]);
  figure(task, `${leaks.length} leaks in ${attempts} global identifiers of ${owned.length} types`);
});

test("A merchant's own key shows the objects hidden from others", async ({ cast: { victim }, service }) => {
  let texts = '';
  for (const { own, type } of owned) {
    const { text } = await ask(service.url, victim.apiKey, asked(type, nodeIdOf(victim, type, own)));
    expect(JSON.parse(text).data.nodes[0]?.[own], text).toEqual(expect.any(String));
    texts += text;
  }
  expect(texts).toContain(victim.word);
});
