import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Event } from '../../core/entities/event.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
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

export const eventResolvers = [queriesOf(Event), EventFields];
