import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { acceptDispute, challengeDispute } from '../../core/disputes/answer-dispute.ts';
import { DisputeChallenge } from '../../core/disputes/dispute-evidence.ts';
import { Dispute } from '../../core/entities/dispute.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';
import { NextStates, nextStates, Timeline, timelineEntries } from '../kit/status-history.ts';

@Resolver(() => Dispute)
class DisputeFields {
  @FieldResolver()
  payment(@Root() dispute: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payment(dispute, info);
  }

  @FieldResolver()
  profile(@Root() dispute: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(dispute, info);
  }

  @FieldResolver({ name: 'connectorAccount' })
  connector_account(
    @Root() dispute: Row,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return loaders.connectorAccount(dispute, info);
  }

  @Timeline()
  timeline(@Root() dispute: Row, @Ctx() { loaders }: GraphqlContext) {
    return timelineEntries(loaders.timeline(Dispute, dispute));
  }

  @NextStates(Dispute)
  nextStates(@Root() dispute: Row) {
    return nextStates(Dispute, dispute);
  }
}

export const disputeResolvers = [
  queriesOf(Dispute),
  DisputeFields,
  mutation({
    name: 'acceptDispute',
    permission: 'disputes:write',
    reach: 'profile',
    about: 'Accepts an open dispute: the cardholder keeps the disputed amount.',
    evenIfSuspended: true,
    ids: ['dispute_id'],
    callsConnector: true,
    payload: Dispute,
    payloadField: 'dispute',
    run: async (ctx, _input, { dispute_id }) => {
      await acceptDispute(ctx, dispute_id!);
      return { id: dispute_id! };
    },
  }),
  mutation({
    name: 'challengeDispute',
    permission: 'disputes:write',
    reach: 'profile',
    about: 'Challenges an open dispute with evidence, until `challengeRequiredBy`.',
    evenIfSuspended: true,
    input: DisputeChallenge,
    ids: ['dispute_id'],
    callsConnector: true,
    payload: Dispute,
    payloadField: 'dispute',
    run: async (ctx, input, { dispute_id }) => {
      await challengeDispute(ctx, dispute_id!, input);
      return { id: dispute_id! };
    },
  }),
];
