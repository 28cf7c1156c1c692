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
import { notFound } from '../../core/foundation/errors.ts';
import { beyond, RetrievalQuery, retrieve, retrieveSynced } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

const answerProblems = [
  'unexpected_state',
  'no_connector_available',
  'connector_unreachable',
  'outgoing_calls_off',
] as const;

export const disputesBeyond = [
  listOf(Dispute, {
    id: 'listDisputes',
    summary: 'List disputes',
    path: '/disputes',
    alsoAt: ['[] /disputes/list'],
    about: 'Lists disputes, newest first.',
  }),
  beyond({
    id: 'retrieveDispute',
    permission: 'disputes:read',
    reach: 'profile',
    summary: 'Retrieve a dispute',
    method: 'get',
    path: '/disputes/{dispute_id}',
    about: 'Retrieves a dispute.',
    query: RetrievalQuery,
    response: one(Dispute, 'full'),
    handle: (ctx, { path, query }) => retrieveSynced(ctx, Dispute, path.dispute_id, query),
  }),
  beyond({
    id: 'acceptDispute',
    permission: 'disputes:write',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Accept a dispute',
    method: 'post',
    path: '/disputes/{dispute_id}/accept',
    alsoAt: ['/disputes/accept/{dispute_id}', '/disputes/{dispute_id}/close'],
    about: 'Accepts an open dispute: the cardholder keeps the disputed amount.',
    problems: answerProblems,
    response: one(Dispute, 'full'),
    replay: (ctx, path) => retrieve(ctx, Dispute, path.dispute_id),
    handle: async (ctx, { path }) => {
      await acceptDispute(ctx, path.dispute_id);
      return retrieve(ctx, Dispute, path.dispute_id);
    },
  }),
  beyond({
    id: 'challengeDispute',
    permission: 'disputes:write',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Challenge a dispute with evidence',
    method: 'post',
    path: '/disputes/{dispute_id}/evidence',
    alsoAt: ['/disputes/{dispute_id}'],
    about:
      'Challenges an open dispute with evidence, until `challenge_required_by`. Files larger than 60 000 characters of base64 are uploaded first, and named by their `file_id`.',
    body: DisputeChallenge,
    problems: [...answerProblems, 'parameters_exclusive', 'storage_unavailable'],
    example: { body: { evidence: 'Parcel DE4711 was signed for by the cardholder on 30 January.' } },
    response: one(Dispute, 'full'),
    replay: (ctx, path) => retrieve(ctx, Dispute, path.dispute_id),
    handle: async (ctx, { path, body }) => {
      await challengeDispute(ctx, path.dispute_id, body);
      return retrieve(ctx, Dispute, path.dispute_id);
    },
  }),
  beyond({
    id: 'retrieveDisputeEvidence',
    permission: 'disputes:read',
    reach: 'profile',
    ofMerchant: true,
    summary: "Retrieve a dispute's evidence",
    method: 'get',
    path: '/disputes/{dispute_id}/evidence',
    about: readsDisputeEvidence,
    response: one(DisputeEvidence),
    handle: async (ctx, { path }) => {
      const found = await readDisputeEvidence(ctx, path.dispute_id);
      if (!found) throw notFound('dispute');
      return found;
    },
  }),
  beyond({
    id: 'saveEvidenceDraft',
    permission: 'disputes:write',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Save a draft of evidence',
    method: 'post',
    path: '/disputes/{dispute_id}/evidence/draft',
    about: savesEvidenceDraft,
    body: EvidenceToDraft,
    problems: ['unexpected_state'],
    example: { body: { evidence: 'Parcel DE4711 was signed for by the cardholder on 30 January.' } },
    response: one(Dispute, 'full'),
    handle: async (ctx, { path, body }) => {
      await saveEvidenceDraft(ctx, path.dispute_id, body);
      return retrieve(ctx, Dispute, path.dispute_id);
    },
  }),
];
