import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Payout } from '../../core/entities/payout.ts';
import { PayoutAttempt } from '../../core/entities/payout-attempt.ts';
import { payouts } from '../../core/operations/payouts.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
import { NextStates, nextStates, Timeline, timelineEntries } from '../kit/status-history.ts';

@Resolver(() => Payout)
class PayoutFields {
  @FieldResolver()
  attempts(@Root() payout: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payoutAttempts(payout, info);
  }

  @FieldResolver()
  events(@Root() payout: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payoutEvents(payout, info);
  }

  @FieldResolver({ name: 'customer' })
  customer_record(@Root() payout: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.customer(payout, info);
  }

  @FieldResolver()
  profile(@Root() payout: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(payout, info);
  }

  @FieldResolver({ name: 'connectorAccount' })
  connector_account(
    @Root() payout: Row,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return loaders.connectorAccount(payout, info);
  }

  @Timeline()
  timeline(@Root() payout: Row, @Ctx() { loaders }: GraphqlContext) {
    return timelineEntries(loaders.timeline(Payout, payout));
  }

  @NextStates(Payout)
  nextStates(@Root() payout: Row) {
    return nextStates(Payout, payout);
  }
}

@Resolver(() => PayoutAttempt)
class PayoutAttemptFields {
  @FieldResolver()
  payout(@Root() attempt: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payout(attempt, info);
  }
}

export const payoutResolvers = [
  ...queriesFor(payouts.retrievePayout, payouts.listPayouts),
  PayoutFields,
  PayoutAttemptFields,
  mutationOf(payouts.createPayout),
  mutationOf(payouts.updatePayout),
  mutationOf(payouts.confirmPayout),
  mutationOf(payouts.fulfillPayout),
  mutationOf(payouts.cancelPayout),
  mutationOf(payouts.mailPayoutLink),
];
