import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import { Event } from '../../core/entities/event.ts';
import { requirePermission } from '../../core/foundation/permissions.ts';
import { validate } from '../../core/model/index.ts';
import type { Row } from '../../core/reads/index.ts';
import { EventFeedPage, EventFeedQuery, readEventFeed } from '../../core/webhooks/event-feed.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { callerContext, type GraphqlContext, merchantContext } from '../kit/context.ts';
import { queriesOf } from '../kit/queries.ts';

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
  @Query(() => EventFeedPage, {
    description:
      "Reads a merchant account's events after a cursor, in the order in which they were committed, with their bodies: instead of webhooks, or to make up for those that were missed. Reading on from `nextCursor` gives every event, and none twice.",
    complexity: 100,
  })
  eventFeed(
    @Ctx() graphql: GraphqlContext,
    @Arg('after', () => String, {
      nullable: true,
      description:
        'Cursor: `nextCursor` of the page before. Default: from the oldest event on; `latest`: what occurs from now on.',
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
    requirePermission(callerContext(graphql), 'events:read');
    const [ctx] = merchantContext(graphql, merchantId);
    return readEventFeed(ctx, validate(EventFeedQuery, { after, limit, profile_id: profileId }));
  }
}

export const eventResolvers = [queriesOf(Event), EventFields, EventFeedQueries];
