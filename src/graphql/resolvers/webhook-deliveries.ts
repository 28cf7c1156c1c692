import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { WebhookDelivery } from '../../core/entities/webhook-delivery.ts';
import type { Row } from '../../core/reads/index.ts';
import { redeliverWebhook, WebhookRedelivery } from '../../core/webhooks/redeliver-webhook.ts';
import { replayWebhooks, WebhookReplay, WebhookReplayRequest } from '../../core/webhooks/replay-webhooks.ts';
import { sendTestWebhook, WebhookTest } from '../../core/webhooks/send-test-webhook.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

const returnsDelivery = { payload: WebhookDelivery, payloadField: 'webhookDelivery' } as const;

@Resolver(() => WebhookDelivery)
class WebhookDeliveryFields {
  @FieldResolver()
  event(@Root() delivery: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.event(delivery, info);
  }

  @FieldResolver()
  payment(@Root() delivery: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payment(delivery, info);
  }
}

export const webhookDeliveryResolvers = [
  queriesOf(WebhookDelivery),
  WebhookDeliveryFields,
  mutation({
    ...returnsDelivery,
    name: 'redeliverWebhook',
    permission: 'webhooks:write',
    reach: 'profile',
    about:
      'Redelivers an event to an endpoint of its profile, its own unless `endpointId` names a further one, at once and in a delivery of its own. Events are kept for at least 30 days. If a requested redelivery is still pending, it becomes due at once instead.',
    evenIfSuspended: true,
    input: WebhookRedelivery,
    run: async (ctx, input) => ({ id: await redeliverWebhook(ctx, input) }),
  }),
  mutation({
    name: 'replayWebhooks',
    permission: 'webhooks:write',
    reach: 'profile',
    about:
      'Sends the events of a business profile in a range of time again, to one of its endpoints, the oldest first and several at once: the same bodies under the same `webhook-id`, also of types that are switched off. A range has at most 5 000 events. Events that a pending delivery sends anyway and test events are left out.',
    evenIfSuspended: true,
    input: WebhookReplayRequest,
    creates: true,
    payload: WebhookReplay,
    payloadField: 'webhookReplay',
    run: async (ctx, input) => {
      const replay = await replayWebhooks(ctx, input);
      return { id: replay.profile_id, snapshot: { ...replay } };
    },
  }),
  mutation({
    ...returnsDelivery,
    name: 'sendTestWebhook',
    permission: 'webhooks:write',
    reach: 'profile',
    about:
      'Sends a signed sample event to an endpoint, to test it. Identifiers of the sample object begin with `test_`.',
    input: WebhookTest,
    creates: true,
    run: async (ctx, input) => ({ id: await sendTestWebhook(ctx, input) }),
  }),
];
