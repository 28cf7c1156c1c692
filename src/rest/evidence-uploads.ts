import { evidenceTypes, findUploaded, uploadEvidence } from '../core/disputes/upload-evidence.ts';
import {
  EVIDENCE_AT_ONCE,
  EVIDENCE_FILE_MAX_BYTES,
  UploadedEvidence,
} from '../core/entities/evidence-file.ts';
import * as f from '../core/model/fields.ts';
import { Input } from '../core/model/index.ts';
import { disputes } from '../core/operations/disputes.ts';
import { rawBody } from '../http/requests/request-body.ts';
import { type FileBody, type FileUpload, wholeFile } from './file-upload.ts';
import { handleAt } from './places/handle-at.ts';
import { one } from './response-shapes.ts';

@Input({ about: 'Parameters for uploading a file of evidence.' })
class EvidenceUpload {
  @f.Text('Name of the file, such as `receipt.pdf`.', { required: true }) name!: string;
}

/** The upload of a file of evidence. */
export const evidenceUpload = handleAt(disputes.uploadDisputeEvidence, {
  method: 'post',
  path: '/disputes/{dispute_id}/evidence-files',
  query: EvidenceUpload,
  example: { query: { name: 'receipt.pdf' } },
  files: evidenceTypes,
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
  take: wholeFile(readFile),
  atOnce: EVIDENCE_AT_ONCE,
  byType: false,
};
