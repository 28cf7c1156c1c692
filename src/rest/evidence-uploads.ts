import { createHash } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import { actingContext } from '../core/access/acting-context.ts';
import { evidenceTypes, findUploaded, uploadEvidence } from '../core/disputes/upload-evidence.ts';
import { EVIDENCE_FILE_MAX_BYTES, UploadedEvidence } from '../core/entities/evidence-file.ts';
import { requireAccess } from '../core/foundation/permissions.ts';
import { evenIfSuspended } from '../core/foundation/suspension.ts';
import * as f from '../core/model/fields.ts';
import { Input } from '../core/model/index.ts';
import { onceAcross } from '../core/writes/idempotency.ts';
import { contextOf, type KeyAuthentication, keyOfKind, requireKey } from '../http/front-door/caller.ts';
import { idempotencyKeyOf } from '../http/front-door/idempotency-key.ts';
import { rawBody } from '../http/front-door/request-body.ts';
import { REPLAYED_HEADER, sendJson } from '../http/front-door/responses.ts';
import { addRoute } from '../http/front-door/routes.ts';
import { rateLimited } from '../http/load/rate-limits.ts';
import { beyond } from './beyond.ts';
import { introduce, readRequest } from './operation.ts';
import { one } from './response-shapes.ts';

@Input({ about: 'Parameters for uploading a file of evidence.' })
class EvidenceUpload {
  @f.Text('Name of the file, such as `receipt.pdf`.', { required: true }) name!: string;
  @f.Id('With the admin API key: the merchant to act for, required. An API key has its own.')
  merchant_id?: string | null;
}

/** The upload of a file of evidence. Its body is the file, so that the route table, whose bodies are JSON, lacks it. */
export const evidenceUpload = beyond({
  id: 'uploadDisputeEvidence',
  evenIfSuspended: true,
  summary: 'Upload a file of evidence',
  method: 'post',
  path: '/disputes/{dispute_id}/evidence-files',
  permission: 'disputes:write',
  reach: 'profile',
  about:
    'Uploads a file of evidence for an open dispute: a PDF, JPEG or PNG of at most 5 MB, as the body. It is stored encrypted, and sent to the connector when the dispute is challenged with its `file_id`.',
  query: EvidenceUpload,
  example: { query: { name: 'receipt.pdf' } },
  files: evidenceTypes,
  problems: ['unexpected_state', 'not_permitted', 'storage_unavailable'],
  response: one(UploadedEvidence, 'full'),
  handle: (ctx, { body, path, query }) => {
    const { content, declaredType } = body as FileBody;
    return uploadEvidence(ctx, path.dispute_id, { name: query.name, content, declaredType });
  },
});

interface FileBody {
  readonly content: Buffer;
  readonly declaredType: string | null;
}

const readFile = rawBody(EVIDENCE_FILE_MAX_BYTES, '5 MB (5 000 000 bytes)');

/** Serves the upload of evidence. A request is checked in the order of the other operations' requests. */
export function evidenceUploads(authentication: KeyAuthentication): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { keys, path } = evidenceUpload;
  addRoute(router, path, {
    post: [
      ...introduce(evidenceUpload),
      requireKey(authentication, () => 'write'),
      rateLimited('writes'),
      keyOfKind(keys),
      upload,
    ],
  });
  return router;
}

const upload: RequestHandler = async (req, res) => {
  requireAccess(contextOf(res), evidenceUpload);
  const { path, query } = readRequest(evidenceUpload, req);
  const { merchant_id } = query as EvidenceUpload;
  const command = { name: evidenceUpload.id, recorded: new Set<string>() };
  const ctx = { ...evenIfSuspended(actingContext(contextOf(res), merchant_id, true)), command };
  const key = idempotencyKeyOf(req);
  const body: FileBody = { content: await readFile(req, res), declaredType: declaredTypeOf(req) };
  const sha256 = createHash('sha256').update(body.content).digest('hex');
  const claim = {
    key,
    operation: `POST ${evidenceUpload.path}`,
    input: { path, query, type: body.declaredType, sha256 },
  };
  const present = (shown: unknown) => evidenceUpload.response.present(shown, 'api_key');
  const { answer, replayed } = await onceAcross(
    ctx,
    claim,
    async (own) => present(await evidenceUpload.handle(own, { path, query, body })),
    async (own, fileId) => present(await findUploaded(own, path.dispute_id!, fileId)),
  );
  if (replayed) res.setHeader(REPLAYED_HEADER, 'true');
  sendJson(res, 200, answer);
};

/** Programs that know nothing of a file send it as `application/octet-stream`. */
function declaredTypeOf(req: Request): string | null {
  const type = req.get('content-type')?.split(';')[0]?.trim().toLowerCase() || null;
  return type === 'application/octet-stream' ? null : type;
}
