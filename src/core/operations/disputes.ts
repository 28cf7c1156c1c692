import { acceptDispute, challengeDispute } from '../disputes/answer-dispute.ts';
import { DisputeChallenge } from '../disputes/dispute-evidence.ts';
import { EvidenceToDraft, saveEvidenceDraft } from '../disputes/evidence-draft.ts';
import { DisputeEvidence, readDisputeEvidence } from '../disputes/submitted-evidence.ts';
import { Dispute } from '../entities/dispute.ts';
import { UploadedEvidence } from '../entities/evidence-file.ts';
import {
  handledOperation,
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const writesDispute = {
  permission: 'disputes:write',
  reach: 'profile',
  evenIfSuspended: true,
  target: Dispute,
  ids: ['dispute_id'],
} as const;
const answerProblems = [
  'unexpected_state',
  'no_connector_available',
  'connector_unreachable',
  'outgoing_calls_off',
] as const;

export const disputes = operationsByName({
  listDisputes: listOperation(Dispute),
  retrieveDispute: retrieveOperation(Dispute),
  acceptDispute: writeOperation({
    ...writesDispute,
    summary: 'Accept a dispute',
    about: 'Accepts an open dispute: the cardholder keeps the disputed amount.',
    callsConnector: true,
    problems: answerProblems,
    run: acceptDispute,
  }),
  challengeDispute: writeOperation({
    ...writesDispute,
    summary: 'Challenge a dispute with evidence',
    about:
      'Challenges an open dispute with evidence, until `challenge_required_by`. Upload files larger than 60 000 characters of Base64 first, and refer to them by `file_id`.',
    input: DisputeChallenge,
    callsConnector: true,
    problems: [...answerProblems, 'parameters_exclusive', 'storage_unavailable'],
    run: challengeDispute,
  }),
  retrieveDisputeEvidence: readOperation({
    permission: 'disputes:read',
    reach: 'profile',
    summary: "Retrieve a dispute's evidence",
    about:
      'Retrieves the response to a dispute: the submitted texts and files, with their time and author, and the draft of a response. Without `personal_data:read`, texts and names are masked. The contents of files are not returned.',
    ids: ['dispute_id'],
    target: DisputeEvidence,
    ofMerchant: true,
    run: readDisputeEvidence,
  }),
  saveEvidenceDraft: writeOperation({
    ...writesDispute,
    summary: 'Save a draft of evidence',
    about:
      'Saves evidence for an open dispute as a draft, replacing the previous draft, without submitting it. An empty draft deletes it; challenging or accepting the dispute does too. The connector checks fields and reasons when the evidence is submitted.',
    input: EvidenceToDraft,
    problems: ['unexpected_state'],
    run: saveEvidenceDraft,
  }),
  uploadDisputeEvidence: handledOperation({
    ...writesDispute,
    target: UploadedEvidence,
    ofMerchant: true,
    summary: 'Upload an evidence file',
    about:
      'Uploads an evidence file for an open dispute: a PDF, JPEG or PNG of at most 5 MB, as the body. It is stored encrypted, and sent to the connector when the dispute is challenged with its `file_id`.',
    problems: ['unexpected_state', 'not_permitted', 'storage_unavailable'],
    only: { face: 'rest', because: 'GraphQL does not accept files.' },
  }),
});
