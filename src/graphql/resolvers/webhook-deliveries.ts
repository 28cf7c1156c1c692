import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { WebhookDelivery } from '../../core/entities/webhook-delivery.ts';
import type { Row } from '../../core/reads/index.ts';
import { redeliverWebhook } from '../../core/webhooks/redeliver-webhook.ts';
import { sendTestWebhook } from '../../core/webhooks/send-test-webhook.ts';
import { WebhookRedelivery } from '../../core/webhooks/webhook-redelivery.ts';
import { WebhookTest } from '../../core/webhooks/webhook-test.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

const answersDelivery = { payload: WebhookDelivery, payloadField: 'webhookDelivery' } as const;

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
    ...answersDelivery,
    name: 'redeliverWebhook',
    about:
      'Delivers an event again, by itself and at once, to the endpoint that its profile has now. Events are kept for 30 days. While one asked for before is still to be made, that one is made due at once.',
    input: WebhookRedelivery,
    run: async (ctx, asked) => ({ id: await redeliverWebhook(ctx, asked) }),
  }),
  mutation({
    ...answersDelivery,
    name: 'sendTestWebhook',
    about:
      'Sends a sample event to an endpoint, signed as all are, to try the endpoint out. Its object is made up: identifiers begin with `test_`.',
    input: WebhookTest,
    creates: true,
    run: async (ctx, given) => ({ id: await sendTestWebhook(ctx, given) }),
  }),
];
