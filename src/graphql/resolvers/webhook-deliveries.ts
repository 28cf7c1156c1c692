import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { WebhookDelivery } from '../../core/entities/webhook-delivery.ts';
import { events } from '../../core/operations/events.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

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
  ...queriesFor(events.retrieveWebhookDelivery, events.listWebhookDeliveries),
  WebhookDeliveryFields,
  mutationOf(events.redeliverWebhook),
  mutationOf(events.replayWebhooks),
  mutationOf(events.sendTestWebhook),
];
