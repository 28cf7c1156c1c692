import { evidenceTypes, findUploaded, uploadEvidence } from '../core/disputes/upload-evidence.ts';
import {
  EVIDENCE_AT_ONCE,
  EVIDENCE_FILE_MAX_BYTES,
  UploadedEvidence,
} from '../core/entities/evidence-file.ts';
import * as f from '../core/model/fields.ts';
import { Input } from '../core/model/index.ts';
import { rawBody } from '../http/front-door/request-body.ts';
import { beyond } from './beyond.ts';
import type { FileBody, FileUpload } from './file-upload.ts';
import { one } from './response-shapes.ts';

@Input({ about: 'Parameters for uploading a file of evidence.' })
class EvidenceUpload {
  @f.Text('Name of the file, such as `receipt.pdf`.', { required: true }) name!: string;
}

/** The upload of a file of evidence. */
export const evidenceUpload = beyond({
  id: 'uploadDisputeEvidence',
  evenIfSuspended: true,
  summary: 'Upload a file of evidence',
  method: 'post',
  path: '/disputes/{dispute_id}/evidence-files',
  permission: 'disputes:write',
  reach: 'profile',
  ofMerchant: true,
  about:
    'Uploads a file of evidence for an open dispute: a PDF, JPEG or PNG of at most 5 MB, as the body. It is stored encrypted, and sent to the connector when the dispute is challenged with its `file_id`.',
  query: EvidenceUpload,
  example: { query: { name: 'receipt.pdf' } },
  files: evidenceTypes,
  problems: ['unexpected_state', 'not_permitted', 'storage_unavailable'],
  response: one(UploadedEvidence, 'full'),
  replay: (ctx, { dispute_id }, fileId) => findUploaded(ctx, dispute_id, fileId),
  handle: (ctx, { body, path, query }) => {
    const { content, declaredType } = body as FileBody;
    return uploadEvidence(ctx, path.dispute_id, { name: query.name, content, declaredType });
  },
});

const readFile = rawBody(EVIDENCE_FILE_MAX_BYTES, '5 MB (5 000 000 bytes)');

/** How files of evidence are taken in. */
export const evidenceUploads: FileUpload = {
  operation: evidenceUpload,
  read: readFile,
  atOnce: EVIDENCE_AT_ONCE,
  byType: false,
};
