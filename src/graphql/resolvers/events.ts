import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import { Event } from '../../core/entities/event.ts';
import { requireAccess } from '../../core/foundation/permissions.ts';
import { validate } from '../../core/model/index.ts';
import { events } from '../../core/operations/events.ts';
import type { Row } from '../../core/reads/index.ts';
import { EventFeedPage, EventFeedQuery, readEventFeed } from '../../core/webhooks/event-feed.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { callerContext, type GraphqlContext, merchantContext } from '../kit/context.ts';
import { queriesFor } from '../kit/queries.ts';
import { carriesOut } from '../kit/root-fields.ts';

@Resolver(() => Event)
class EventFields {
  @FieldResolver()
  deliveries(@Root() event: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.deliveries(event, info);
  }

  @FieldResolver()
  payment(@Root() event: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payment(event, info);
  }

  @FieldResolver()
  payout(@Root() event: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payout(event, info);
  }
}

const feedMerchant = merchantArgument(
  'Merchant whose events are read. Required with the admin API key; an API key reads its own.',
);

@Resolver()
class EventFeedQueries {
  @carriesOut(events.readEventFeed)
  @Query(() => EventFeedPage, { complexity: 100 })
  eventFeed(
    @Ctx() graphql: GraphqlContext,
    @Arg('after', () => String, {
      nullable: true,
      description:
        'Cursor: `nextCursor` of the page before. Default: from the oldest event on; `latest`: events from now on.',
    })
    after?: string | null,
    @Arg('limit', () => Int, {
      nullable: true,
      description: 'Maximum number of events to return, 1 to 100; 50 by default.',
    })
    limit?: number | null,
    @Arg('profileId', () => ID, { nullable: true, description: 'Only events of this business profile.' })
    profileId?: string | null,
    @feedMerchant merchantId?: string | null,
  ) {
    requireAccess(callerContext(graphql), events.readEventFeed);
    const [ctx] = merchantContext(graphql, merchantId);
    return readEventFeed(ctx, validate(EventFeedQuery, { after, limit, profile_id: profileId }));
  }
}

export const eventResolvers = [
  ...queriesFor(events.retrieveEvent, events.listEvents),
  EventFields,
  EventFeedQueries,
];
