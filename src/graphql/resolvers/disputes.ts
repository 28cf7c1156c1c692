import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import { acceptDispute, challengeDispute } from '../../core/disputes/answer-dispute.ts';
import { DisputeChallenge } from '../../core/disputes/dispute-evidence.ts';
import {
  EvidenceToDraft,
  saveEvidenceDraft,
  savesEvidenceDraft,
} from '../../core/disputes/evidence-draft.ts';
import {
  DisputeEvidence,
  readDisputeEvidence,
  readsDisputeEvidence,
} from '../../core/disputes/submitted-evidence.ts';
import { Dispute } from '../../core/entities/dispute.ts';
import { describeRequirement, permitted } from '../../core/foundation/permissions.ts';
import type { Row } from '../../core/reads/index.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { type GraphqlContext, merchantContext, readingContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
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

const readsDisputes = { permission: 'disputes:read', reach: 'profile' } as const;

@Resolver()
class DisputeEvidenceQueries {
  @Query(() => DisputeEvidence, {
    nullable: true,
    description: readsDisputeEvidence + describeRequirement(readsDisputes),
    complexity: objectCost,
  })
  disputeEvidence(
    @Arg('disputeId', () => ID, { description: 'The dispute.' }) disputeId: string,
    @Ctx() graphql: GraphqlContext,
    @merchantArgument('Merchant of the dispute. Required with the admin API key.') merchantId?: string | null,
  ): Promise<DisputeEvidence | null> {
    const reading = permitted(readingContext(graphql, merchantId), readsDisputes);
    const [{ merchantId: own }] = merchantContext(graphql, merchantId);
    return readDisputeEvidence({ ...reading, merchantId: own }, disputeId);
  }
}

export const disputeResolvers = [
  queriesOf(Dispute),
  DisputeFields,
  DisputeEvidenceQueries,
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
  mutation({
    name: 'saveEvidenceDraft',
    permission: 'disputes:write',
    reach: 'profile',
    about: savesEvidenceDraft,
    evenIfSuspended: true,
    input: EvidenceToDraft,
    ids: ['dispute_id'],
    payload: Dispute,
    payloadField: 'dispute',
    run: async (ctx, input, { dispute_id }) => {
      await saveEvidenceDraft(ctx, dispute_id!, input);
      return { id: dispute_id! };
    },
  }),
];
