import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { WebhookEndpoint } from '../../core/entities/webhook-endpoint.ts';
import { webhookEndpoints } from '../../core/operations/webhook-endpoints.ts';
import type { Row } from '../../core/reads/index.ts';
import { WebhookEndpointHealth } from '../../core/webhook-endpoints/shown-endpoint.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

@Resolver(() => WebhookEndpoint)
class WebhookEndpointFields {
  @FieldResolver()
  profile(@Root() endpoint: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(endpoint, info);
  }

  @FieldResolver(() => WebhookEndpointHealth, {
    description: 'Health of the endpoint.',
    complexity: objectCost,
  })
  health(@Root() endpoint: Row, @Ctx() { loaders }: GraphqlContext) {
    return loaders.endpointHealth(endpoint);
  }
}

export const webhookEndpointResolvers = [
  ...queriesFor(webhookEndpoints.retrieveWebhookEndpoint, webhookEndpoints.listWebhookEndpoints),
  WebhookEndpointFields,
  mutationOf(webhookEndpoints.createWebhookEndpoint),
  mutationOf(webhookEndpoints.updateWebhookEndpoint),
  mutationOf(webhookEndpoints.deleteWebhookEndpoint),
  mutationOf(webhookEndpoints.rotateWebhookSecret),
];
