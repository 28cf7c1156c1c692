import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Payout } from '../../core/entities/payout.ts';
import { PayoutAttempt } from '../../core/entities/payout-attempt.ts';
import { cancelPayout } from '../../core/payouts/cancel-payout.ts';
import { confirmPayout } from '../../core/payouts/confirm-payout.ts';
import { createPayout } from '../../core/payouts/create-payout.ts';
import { fulfillPayout } from '../../core/payouts/fulfill-payout.ts';
import {
  PayoutCancellation,
  PayoutConfirmation,
  PayoutCreation,
  PayoutUpdate,
} from '../../core/payouts/payout-inputs.ts';
import { updatePayout } from '../../core/payouts/update-payout.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';
import { NextStates, nextStates, Timeline, timelineEntries } from '../kit/status-history.ts';

const returnsPayout = { payload: Payout, payloadField: 'payout' } as const;

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
    ...returnsPayout,
    name: 'createPayout',
    permission: 'payouts:write',
    reach: 'profile',
    about: 'Creates a payout, and confirms it if `confirm` is true.',
    input: PayoutCreation,
    creates: true,
    callsConnector: true,
    run: async (ctx, input) => ({ id: await createPayout(ctx, input) }),
  }),
  mutation({
    ...returnsPayout,
    name: 'updatePayout',
    permission: 'payouts:write',
    reach: 'profile',
    about: 'Updates a payout that is not confirmed yet, and confirms it if `confirm` is true.',
    input: PayoutUpdate,
    ids: ['payout_id'],
    callsConnector: true,
    run: async (ctx, changes, { payout_id }) => {
      await updatePayout(ctx, payout_id!, changes);
      return { id: payout_id! };
    },
  }),
  mutation({
    ...returnsPayout,
    name: 'confirmPayout',
    permission: 'payouts:write',
    reach: 'profile',
    about:
      'Confirms a payout and routes it to a connector. It is sent at once if `autoFulfill` is true; otherwise `fulfillPayout` sends it.',
    input: PayoutConfirmation,
    ids: ['payout_id'],
    callsConnector: true,
    run: async (ctx, changes, { payout_id }) => {
      await confirmPayout(ctx, payout_id!, changes);
      return { id: payout_id! };
    },
  }),
  mutation({
    ...returnsPayout,
    name: 'fulfillPayout',
    permission: 'payouts:write',
    reach: 'profile',
    about: 'Sends a confirmed payout. It is never sent twice.',
    ids: ['payout_id'],
    callsConnector: true,
    run: async (ctx, _input, { payout_id }) => {
      await fulfillPayout(ctx, payout_id!);
      return { id: payout_id! };
    },
  }),
  mutation({
    ...returnsPayout,
    name: 'cancelPayout',
    permission: 'payouts:write',
    reach: 'profile',
    about:
      'Cancels a payout that has not been sent to a connector, or is pending at one that can cancel payouts.',
    evenIfSuspended: true,
    input: PayoutCancellation,
    ids: ['payout_id'],
    callsConnector: true,
    run: async (ctx, { cancellation_reason: reason }, { payout_id }) => {
      await cancelPayout(ctx, payout_id!, reason ?? null);
      return { id: payout_id! };
    },
  }),
];
