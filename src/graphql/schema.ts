/**
Builds the schema. Resource types come from the classes in `core/entities`, whose field decorators also declare
 * type-graphql fields. `kit/` derives queries, connections, filters and mutations from the same descriptions, and
 * `resolvers/` holds one file per resource: its mutations, and a `<Resource>Fields` class with a method for every
 * nested list and object. type-graphql builds all of that; {@link bindFields} then binds plain synchronous resolvers,
 * because type-graphql's own cost more for a page of 100 rows than the database does.
 *
 * How nested lists are resolved, such as a payment's refunds, disputes, attempts and captures:
 * 1. The query's resolver reads the page, and the selected lists in the same statement (`kit/connections.ts`).
 * 2. It primes the request's DataLoaders with these lists (`Loaders.prime`).
 * 3. `PaymentFields.refunds` and its sisters always ask the loaders, in every way to execute an operation.
 * 4. The loaders return primed lists, and read others, such as the lists of payments below refunds, in one statement for
 *    all four lists.
 */

import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import { ThreeDsAuthentication } from '../core/authentications/authentication-messages.ts';
import { TypedRouting } from '../core/entities/values/typed-routing.ts';
import {
  allResources,
  type DescribedClass,
  enumName,
  type FieldDescription,
  fieldsOf,
  graphqlName,
  isList,
  resourceOf,
} from '../core/model/index.ts';
import { isFreeObject, withMaskedSecrets } from '../core/model/rest-view.ts';
import type { Row } from '../core/reads/index.ts';
import { SessionTokens } from '../core/wallets/session-tokens.ts';
import { countAnswers } from './kit/answer-budget.ts';
import { refuseUnstorableArguments } from './kit/arguments.ts';
import { REFERENCE } from './kit/back-references.ts';
import { markColumn } from './kit/column-fields.ts';
import { countResolvers } from './kit/connections.ts';
import { globalId } from './kit/global-id.ts';
import { CHILD_LIST_ROWS, listCost, objectCost } from './kit/limits.ts';
import { describeFields } from './kit/root-fields.ts';
import { markOneOf } from './kit/typed-routing.ts';
import { apiKeyResolvers } from './resolvers/api-keys.ts';
import { attemptResolvers } from './resolvers/attempts.ts';
import { auditLogResolvers } from './resolvers/audit-log.ts';
import { balanceResolvers } from './resolvers/balance.ts';
import { blocklistResolvers } from './resolvers/blocklist.ts';
import { businessProfileResolvers } from './resolvers/business-profiles.ts';
import { connectorAccountResolvers } from './resolvers/connector-accounts.ts';
import { ConnectorLatencyQueries } from './resolvers/connector-latency.ts';
import { ConnectorQueries } from './resolvers/connectors.ts';
import { customerResolvers } from './resolvers/customers.ts';
import { disputeResolvers } from './resolvers/disputes.ts';
import { domainResolvers } from './resolvers/domains.ts';
import { errorMappingResolvers } from './resolvers/error-mappings.ts';
import { eventResolvers } from './resolvers/events.ts';
import { importResolvers } from './resolvers/imports.ts';
import { loggedRequestResolvers } from './resolvers/logged-requests.ts';
import { mandateResolvers } from './resolvers/mandates.ts';
import { merchantAccountResolvers } from './resolvers/merchant-accounts.ts';
import { NodeQueries } from './resolvers/node.ts';
import { noteResolvers } from './resolvers/notes.ts';
import { notificationResolvers } from './resolvers/notifications.ts';
import { operatorResolvers } from './resolvers/operators.ts';
import { paymentMethodResolvers } from './resolvers/payment-methods.ts';
import { PaymentOfferQueries } from './resolvers/payment-offers.ts';
import { paymentResolvers } from './resolvers/payments.ts';
import { payoutResolvers } from './resolvers/payouts.ts';
import { PollStatusQueries } from './resolvers/poll-status.ts';
import { refundResolvers } from './resolvers/refunds.ts';
import { reportResolvers } from './resolvers/reports.ts';
import { routingConfigurationResolvers } from './resolvers/routing-configurations.ts';
import { RoutingTrialQueries } from './resolvers/routing-trial.ts';
import { rulesetResolvers } from './resolvers/rulesets.ts';
import { savedViewResolvers } from './resolvers/saved-views.ts';
import { settlementFileResolvers } from './resolvers/settlement-files.ts';
import { settlementResolvers } from './resolvers/settlements.ts';
import { StatsQueries } from './resolvers/stats.ts';
import { teamResolvers } from './resolvers/team.ts';
import { testClockResolvers } from './resolvers/test-clock.ts';
import { updatesResolvers } from './resolvers/updates.ts';
import { valueListResolvers } from './resolvers/value-lists.ts';
import { vaultExportResolvers } from './resolvers/vault-exports.ts';
import { ViewerQueries } from './resolvers/viewer.ts';
import { webhookDeliveryResolvers } from './resolvers/webhook-deliveries.ts';
import { webhookEndpointResolvers } from './resolvers/webhook-endpoints.ts';

// biome-ignore lint/complexity/noBannedTypes: type-graphql takes resolvers as their classes.
const resolvers: NonEmptyArray<Function> = [
  ViewerQueries,
  NodeQueries,
  ...paymentResolvers,
  ...attemptResolvers,
  ...refundResolvers,
  ...disputeResolvers,
  ...noteResolvers,
  ...payoutResolvers,
  ...balanceResolvers,
  ...customerResolvers,
  ...paymentMethodResolvers,
  ...importResolvers,
  ...vaultExportResolvers,
  ...domainResolvers,
  ...reportResolvers,
  ...mandateResolvers,
  ...merchantAccountResolvers,
  ...businessProfileResolvers,
  ...connectorAccountResolvers,
  ConnectorQueries,
  PaymentOfferQueries,
  RoutingTrialQueries,
  PollStatusQueries,
  ...errorMappingResolvers,
  ...apiKeyResolvers,
  ...operatorResolvers,
  ...teamResolvers,
  ...savedViewResolvers,
  ...eventResolvers,
  ...webhookDeliveryResolvers,
  ...routingConfigurationResolvers,
  ...rulesetResolvers,
  ...settlementResolvers,
  ...settlementFileResolvers,
  ...blocklistResolvers,
  ...valueListResolvers,
  ...testClockResolvers,
  ...webhookEndpointResolvers,
  ...auditLogResolvers,
  ...loggedRequestResolvers,
  ...notificationResolvers,
  ...StatsQueries,
  ConnectorLatencyQueries,
  ...updatesResolvers,
  ...countResolvers,
];

/** type-graphql requires a PubSub as soon as there are subscriptions; ours subscribe to the change feed. */
const noPubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error('Subscriptions use the change feed.');
  },
};

type Resolve = GraphQLFieldResolver<unknown, unknown>;

/** The field's value; an absent list is an empty one. Values of a list are named as GraphQL does. */
function valueResolver(field: FieldDescription): Resolve {
  const { kind, name } = field;
  const named: GraphQLFieldResolver<Row, unknown> = (row) =>
    (row[name] as readonly string[] | null)?.map(enumName) ?? null;
  if (isFreeObject(field)) return ((row: Row) => withMaskedSecrets(row[name])) as Resolve;
  const value: GraphQLFieldResolver<Row, unknown> = isList(field)
    ? (row) => row[name] ?? []
    : (row) => row[name];
  return (kind === 'enumeration_list' ? named : value) as Resolve;
}

/**
 * The resolver of a nested list or object: the method of the `<Resource>Fields` class, called directly. type-graphql looks
 * the class up and sorts the parameters again for each row.
 *
 * @throws {Error} at start for a nested field without such a method.
 */
function nestedResolver(target: DescribedClass, field: FieldDescription): Resolve {
  const method = getMetadataStorage().fieldResolvers.find(
    ({ kind, methodName, getObjectType }) =>
      kind === 'external' && methodName === field.name && getObjectType?.() === target,
  );
  const parameters = method?.params?.toSorted((one, other) => one.index - other.index);
  if (!method || parameters?.map(({ kind }) => kind).join() !== 'root,context,info') {
    throw new Error(`${target.name}Fields needs a method ${field.name} of @Root, @Ctx and @Info.`);
  }
  const fields = new (method.target as new () => Record<string, (...parameters: unknown[]) => unknown>)();
  return (row, _args, context, info) => fields[field.name]!(row, context, info);
}

/**
 * Makes a list of another permission than its object's nullable: a caller without it gets an error at the list, and the rest
 * of the object.
 */
function loosenList(
  bound: GraphQLField<unknown, unknown>,
  list: FieldDescription,
  target: DescribedClass,
): void {
  const { reads } = resourceOf(list.of!());
  if (reads === null || reads === resourceOf(target).reads) return;
  bound.type = getNullableType(bound.type);
  bound.description = `${bound.description} Takes the permission \`${reads}\`: without it the list is null, with an error.`;
}

function bindType(type: GraphQLObjectType, target: DescribedClass): void {
  const fields = type.getFields();
  for (const field of fieldsOf(target)) {
    const bound = fields[graphqlName(field)];
    if (!bound) continue;
    if (field.kind === 'children' || field.kind === 'reference') {
      bound.resolve = nestedResolver(target, field);
      if (field.kind === 'children') loosenList(bound, field, target);
      const complexity = field.kind === 'children' ? listCost(field.rows ?? CHILD_LIST_ROWS) : objectCost;
      bound.extensions = { ...bound.extensions, complexity, [REFERENCE]: field.kind === 'reference' };
    } else {
      bound.resolve = valueResolver(field);
      markColumn(bound, field);
    }
  }
}

/** The classes with every class that their fields nest, at any depth. */
function withNestedClasses(roots: readonly DescribedClass[]): Set<DescribedClass> {
  const classes = new Set<DescribedClass>(roots);
  for (const target of classes) {
    for (const field of fieldsOf(target)) if (field.of) classes.add(field.of());
  }
  return classes;
}

/**
 * Gives every described scalar and value object a synchronous resolver, and nested fields their cost.
 *
 * @param values Described classes in payloads that are not resources.
 */
function bindFields(schema: GraphQLSchema, values: readonly DescribedClass[]): void {
  const resources = allResources();
  for (const target of withNestedClasses([...resources.map((resource) => resource.target), ...values])) {
    const type = schema.getType(target.name);
    if (isObjectType(type)) bindType(type, target);
  }
  for (const resource of resources) {
    const type = schema.getType(resource.target.name);
    const field = isObjectType(type) ? type.getFields().id : undefined;
    if (field) field.resolve = ((row: Row) => globalId(resource, row)) as Resolve;
  }
  // type-graphql resolves an object's type in a promise, which compiled operations do not await.
  (schema.getType('Node') as GraphQLInterfaceType).resolveType = (row: { __typename: string }) =>
    row.__typename;
}

const aboutSchema = `Payments, refunds, disputes, payouts and their configuration.

Names are the REST API's in camelCase. Values of the specification's enumerations, such as \`requires_capture\`, are
in lower case with underscores, as REST has them; the values of enumerations that GraphQL adds, such as \`CREATED\` to
sort by, are in upper case. \`id\` is the global identifier of an object, for clients' caches and \`node\`; arguments
take the identifier of the type, such as \`paymentId\`.`;

let built: GraphQLSchema | undefined;

/**
 * The schema, which is built once a process: services share it. The commands validate their input themselves, for the REST
 * and the GraphQL API alike.
 */
export function graphqlSchema(): GraphQLSchema {
  built ??= buildGraphqlSchema();
  return built;
}

function buildGraphqlSchema(): GraphQLSchema {
  // Apollo validates the schema when the service starts; the check skipped here would run an introspection again.
  const schema = buildSchemaSync({ resolvers, validate: false, pubSub: noPubSub, skipCheck: true });
  describeRoots(schema);
  describeFields(schema);
  bindFields(schema, [SessionTokens, ThreeDsAuthentication, TypedRouting]);
  markOneOf(schema);
  refuseUnstorableArguments(schema);
  countAnswers(schema);
  return schema;
}

/** type-graphql cannot describe the schema and the root types. */
function describeRoots(schema: GraphQLSchema): void {
  schema.description = aboutSchema;
  schema.getQueryType()!.description = 'Reads.';
  schema.getMutationType()!.description = 'Writes. With an `idempotencyKey` each is safe to retry.';
  schema.getSubscriptionType()!.description =
    'Live updates: over a WebSocket at `/graphql`, subprotocol graphql-transport-ws, or as server-sent events, with `Accept: text/event-stream`.';
}

/** Prints the schema sorted, so that moving code does not change it. */
export function printGraphqlSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
