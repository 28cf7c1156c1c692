import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Payout } from '../../core/entities/payout.ts';
import { PayoutAttempt } from '../../core/entities/payout-attempt.ts';
import { cancelPayout } from '../../core/payouts/cancel-payout.ts';
import { confirmPayout } from '../../core/payouts/confirm-payout.ts';
import { createPayout } from '../../core/payouts/create-payout.ts';
import { fulfillPayout } from '../../core/payouts/fulfill-payout.ts';
import { PayoutConfirmation, PayoutCreation, PayoutUpdate } from '../../core/payouts/payout-inputs.ts';
import { updatePayout } from '../../core/payouts/update-payout.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';
import { NextStates, nextStates, Timeline, timelineEntries } from '../kit/status-history.ts';

const answersPayout = { payload: Payout, payloadField: 'payout' } as const;

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
  queriesOf(Payout),
  PayoutFields,
  PayoutAttemptFields,
  mutation({
    ...answersPayout,
    name: 'createPayout',
    about: 'Creates a payout, and confirms it when asked to.',
    input: PayoutCreation,
    creates: true,
    callsConnector: true,
    run: async (ctx, given) => ({ id: await createPayout(ctx, given) }),
  }),
  mutation({
    ...answersPayout,
    name: 'updatePayout',
    about: 'Changes a payout that was not confirmed yet, and confirms it when asked to.',
    input: PayoutUpdate,
    ids: ['payout_id'],
    callsConnector: true,
    run: async (ctx, changes, { payout_id }) => {
      await updatePayout(ctx, payout_id!, changes);
      return { id: payout_id! };
    },
  }),
  mutation({
    ...answersPayout,
    name: 'confirmPayout',
    about:
      'Chooses who sends a payout. With `autoFulfill` it is sent at once; else it waits to be fulfilled.',
    input: PayoutConfirmation,
    ids: ['payout_id'],
    callsConnector: true,
    run: async (ctx, changes, { payout_id }) => {
      await confirmPayout(ctx, payout_id!, changes);
      return { id: payout_id! };
    },
  }),
  mutation({
    ...answersPayout,
    name: 'fulfillPayout',
    about: "Sends a confirmed payout's money, once.",
    ids: ['payout_id'],
    callsConnector: true,
    run: async (ctx, _given, { payout_id }) => {
      await fulfillPayout(ctx, payout_id!);
      return { id: payout_id! };
    },
  }),
  mutation({
    ...answersPayout,
    name: 'cancelPayout',
    about: 'Cancels a payout that no connector was asked to send.',
    ids: ['payout_id'],
    run: async (ctx, _given, { payout_id }) => {
      await cancelPayout(ctx, payout_id!);
      return { id: payout_id! };
    },
  }),
];
