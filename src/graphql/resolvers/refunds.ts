import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Refund } from '../../core/entities/refund.ts';
import type { Row } from '../../core/reads/index.ts';
import { createRefund, RefundCreation } from '../../core/refunds/create-refund.ts';
import { RefundUpdate, updateRefund } from '../../core/refunds/update-refund.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';
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
  queriesOf(Refund),
  RefundFields,
  mutation({
    name: 'createRefund',
    permission: 'refunds:write',
    reach: 'profile',
    about: 'Refunds a payment: the full refundable amount, or a part of it.',
    evenIfSuspended: true,
    input: RefundCreation,
    creates: true,
    callsConnector: true,
    payload: Refund,
    payloadField: 'refund',
    run: async (ctx, input) => ({ id: await createRefund(ctx, input) }),
  }),
  mutation({
    name: 'updateRefund',
    permission: 'refunds:write',
    reach: 'profile',
    about: 'Updates the reason or metadata of a refund, in any status.',
    evenIfSuspended: true,
    input: RefundUpdate,
    ids: ['refund_id'],
    payload: Refund,
    payloadField: 'refund',
    run: async (ctx, changes, { refund_id }) => {
      await updateRefund(ctx, refund_id!, changes);
      return { id: refund_id! };
    },
  }),
];
