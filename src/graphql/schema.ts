import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import { ThreeDsAuthentication } from '../core/authentications/authentication-messages.ts';
import { SessionTokens } from '../core/session-tokens/session-tokens.ts';
import { bindFields } from './kit/bind-fields.ts';
import { bindEndpointFields } from './kit/endpoint-fields.ts';
import { bindHistoryFields } from './kit/history-fields.ts';
import { apiKeyResolvers } from './resolvers/api-keys.ts';
import { businessProfileResolvers } from './resolvers/business-profiles.ts';
import { connectorAccountResolvers } from './resolvers/connector-accounts.ts';
import { customerResolvers } from './resolvers/customers.ts';
import { disputeResolvers } from './resolvers/disputes.ts';
import { errorMappingResolvers } from './resolvers/error-mappings.ts';
import { eventResolvers } from './resolvers/events.ts';
import { merchantAccountResolvers } from './resolvers/merchant-accounts.ts';
import { NodeQueries } from './resolvers/node.ts';
import { paymentMethodResolvers } from './resolvers/payment-methods.ts';
import { paymentResolvers } from './resolvers/payments.ts';
import { payoutResolvers } from './resolvers/payouts.ts';
import { refundResolvers } from './resolvers/refunds.ts';
import { StatsQueries } from './resolvers/stats.ts';
import { updatesResolvers } from './resolvers/updates.ts';
import { ViewerQueries } from './resolvers/viewer.ts';
import { webhookDeliveryResolvers } from './resolvers/webhook-deliveries.ts';

// biome-ignore lint/complexity/noBannedTypes: type-graphql takes resolvers as their classes.
const resolvers: NonEmptyArray<Function> = [
  ViewerQueries,
  NodeQueries,
  ...paymentResolvers,
  ...refundResolvers,
  ...disputeResolvers,
  ...payoutResolvers,
  ...customerResolvers,
  ...paymentMethodResolvers,
  ...merchantAccountResolvers,
  ...businessProfileResolvers,
  ...connectorAccountResolvers,
  ...errorMappingResolvers,
  ...apiKeyResolvers,
  ...eventResolvers,
  ...webhookDeliveryResolvers,
  ...StatsQueries,
  ...updatesResolvers,
];

/** type-graphql wants one wherever there are subscriptions; ours bring their own feeds. */
const noPubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error('Subscriptions bring their own feeds.');
  },
};

/** Builds the schema: type-graphql's types with our own field resolvers. Both faces validate input themselves. */
export function buildGraphqlSchema(): GraphQLSchema {
  const schema = buildSchemaSync({ resolvers, validate: false, pubSub: noPubSub });
  bindFields(schema, [SessionTokens, ThreeDsAuthentication]);
  bindHistoryFields(schema);
  bindEndpointFields(schema);
  // type-graphql makes these itself and has no place for what they are about.
  schema.getQueryType()!.description = 'What can be read.';
  const mutations = schema.getMutationType();
  if (mutations) mutations.description = 'What can be changed.';
  const subscriptions = schema.getSubscriptionType();
  if (subscriptions) subscriptions.description = 'What can be followed live, over a WebSocket at `/graphql`.';
  return schema;
}

/** The schema as text, sorted so that moving code about does not change it. */
export function printGraphqlSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
