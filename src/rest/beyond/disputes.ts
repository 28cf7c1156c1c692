import { disputes } from '../../core/operations/disputes.ts';
import { listAt } from '../places/list-at.ts';
import { readAt } from '../places/read-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

const example = { body: { evidence: 'Parcel DE4711 was signed for by the cardholder on 30 January.' } };

export const disputesBeyond = [
  listAt(disputes.listDisputes, '/disputes', { alsoAt: ['[] /disputes/list'] }),
  retrieveAt(disputes.retrieveDispute, '/disputes/{dispute_id}', { isSynced: true }),
  writeAt(disputes.acceptDispute, {
    method: 'post',
    path: '/disputes/{dispute_id}/accept',
    alsoAt: ['/disputes/accept/{dispute_id}', '/disputes/{dispute_id}/close'],
  }),
  writeAt(disputes.challengeDispute, {
    method: 'post',
    path: '/disputes/{dispute_id}/evidence',
    alsoAt: ['/disputes/{dispute_id}'],
    example,
  }),
  readAt(disputes.retrieveDisputeEvidence, { path: '/disputes/{dispute_id}/evidence' }),
  writeAt(disputes.saveEvidenceDraft, {
    method: 'post',
    path: '/disputes/{dispute_id}/evidence/draft',
    example,
  }),
];
