import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Refund } from '../../core/entities/refund.ts';
import { refunds } from '../../core/operations/refunds.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
import { NextStates, nextStates, Timeline, timelineEntries } from '../kit/status-history.ts';

@Resolver(() => Refund)
class RefundFields {
  @FieldResolver()
  payment(@Root() refund: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payment(refund, info);
  }

  @FieldResolver()
  profile(@Root() refund: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(refund, info);
  }

  @FieldResolver({ name: 'connectorAccount' })
  connector_account(
    @Root() refund: Row,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return loaders.connectorAccount(refund, info);
  }

  @Timeline()
  timeline(@Root() refund: Row, @Ctx() { loaders }: GraphqlContext) {
    return timelineEntries(loaders.timeline(Refund, refund));
  }

  @NextStates(Refund)
  nextStates(@Root() refund: Row) {
    return nextStates(Refund, refund);
  }
}

export const refundResolvers = [
  ...queriesFor(refunds.retrieveRefund, refunds.listRefunds),
  RefundFields,
  mutationOf(refunds.createRefund),
  mutationOf(refunds.updateRefund),
];
