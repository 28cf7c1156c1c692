import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  WebhookEndpointCreation,
  WebhookEndpointUpdate,
  WebhookSecretRotation,
} from '../../core/business-profiles/webhook-endpoints.ts';
import { WebhookEndpoint } from '../../core/entities/webhook-endpoint.ts';
import type { Row } from '../../core/reads/index.ts';
import { WebhookEndpointHealth } from '../../core/webhook-endpoints/shown-endpoint.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

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

const returnsEndpoint = {
  permission: 'settings:write',
  reach: 'profile',
  payload: WebhookEndpoint,
  payloadField: 'webhookEndpoint',
} as const;
const oneTimeText = {
  name: 'secret',
  about: 'The secret that signs its webhooks, `whsec_…`. Null in the replay of an idempotent mutation.',
} as const;

export const webhookEndpointResolvers = [
  queriesOf(WebhookEndpoint),
  WebhookEndpointFields,
  mutation({
    ...returnsEndpoint,
    name: 'createWebhookEndpoint',
    about:
      'Creates a further webhook endpoint of a business profile, beside the one in its `webhookDetails`, with its own events, filter, version and secret. The secret is returned only in this response. A profile has at most 16.',
    input: WebhookEndpointCreation,
    creates: true,
    oneTimeText,
    run: async (ctx, input) => {
      const { endpointId, secret } = await createWebhookEndpoint(ctx, input);
      return { id: endpointId, oneTimeTexts: { secret } };
    },
  }),
  mutation({
    ...returnsEndpoint,
    name: 'updateWebhookEndpoint',
    about:
      'Updates a further webhook endpoint. A new `url`, and `disabled: false`, end a pause, and enable it again after it responded with 410. Its headers are forgotten if the origin of `url` changes, unless they are given again.',
    input: WebhookEndpointUpdate,
    ids: ['endpoint_id'],
    run: async (ctx, changes, { endpoint_id }) => {
      await updateWebhookEndpoint(ctx, endpoint_id!, changes);
      return { id: endpoint_id! };
    },
  }),
  mutation({
    ...returnsEndpoint,
    name: 'deleteWebhookEndpoint',
    about:
      'Deletes a further webhook endpoint and returns its last state. Its pending deliveries fail; their events can be redelivered to another.',
    ids: ['endpoint_id'],
    run: async (ctx, _input, { endpoint_id }) => {
      const snapshot = await deleteWebhookEndpoint(ctx, endpoint_id!);
      return { id: endpoint_id!, snapshot };
    },
  }),
  mutation({
    ...returnsEndpoint,
    name: 'rotateWebhookSecret',
    about:
      'Gives a further webhook endpoint a new secret, returned only in this response. For `overlapSeconds` webhooks are signed with the former secret as well: `webhook-signature` then has a signature for each, separated by spaces, and former secrets sign until their own end.',
    input: WebhookSecretRotation,
    ids: ['endpoint_id'],
    oneTimeText,
    run: async (ctx, input, { endpoint_id }) => {
      const { secret } = await rotateWebhookSecret(ctx, endpoint_id!, input);
      return { id: endpoint_id!, oneTimeTexts: { secret } };
    },
  }),
];
