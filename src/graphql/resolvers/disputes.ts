import { acceptDispute, challengeDispute, DisputeChallenge } from '../../core/disputes/answer-dispute.ts';
import { Dispute } from '../../core/entities/dispute.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

export const disputeResolvers = [
  queriesOf(Dispute),
  mutation({
    name: 'acceptDispute',
    about: 'Accepts a dispute that is open: the cardholder keeps the money.',
    ids: ['dispute_id'],
    callsConnector: true,
    payload: Dispute,
    payloadField: 'dispute',
    run: async (ctx, _given, { dispute_id }) => {
      await acceptDispute(ctx, dispute_id!);
      return { id: dispute_id! };
    },
  }),
  mutation({
    name: 'challengeDispute',
    about: 'Challenges a dispute that is open, as long as its time has not passed.',
    input: DisputeChallenge,
    ids: ['dispute_id'],
    callsConnector: true,
    payload: Dispute,
    payloadField: 'dispute',
    run: async (ctx, given, { dispute_id }) => {
      await challengeDispute(ctx, dispute_id!, given);
      return { id: dispute_id! };
    },
  }),
];
