import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Dispute } from '../../core/entities/dispute.ts';
import { disputes } from '../../core/operations/disputes.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
import { queryOf } from '../kit/read-query.ts';
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
  ...queriesFor(disputes.retrieveDispute, disputes.listDisputes),
  DisputeFields,
  queryOf(disputes.retrieveDisputeEvidence, { abouts: ['The dispute.'] }),
  mutationOf(disputes.acceptDispute),
  mutationOf(disputes.challengeDispute),
  mutationOf(disputes.saveEvidenceDraft),
];
