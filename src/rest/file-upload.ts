import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { Problem } from '../core/foundation/errors.ts';
import { requireAccess } from '../core/foundation/permissions.ts';
import { evenIfSuspended } from '../core/foundation/suspension.ts';
import { onceAcross } from '../core/writes/idempotency.ts';
import { contextOf, type KeyAuthentication, keyOfKind, requireKey } from '../http/front-door/caller.ts';
import { rateLimited } from '../http/load/rate-limits.ts';
import { idempotencyKeyOf } from '../http/requests/request-body.ts';
import { REPLAYED_HEADER, sendJson } from '../http/requests/responses.ts';
import { introduce, type Operation, readRequest, requestContext } from './operation.ts';

/** A body that is a file, with its declared media type; null if the client knows none. */
export interface FileBody {
  readonly content: Buffer;
  readonly declaredType: string | null;
}

/** The body of an upload, and what distinguishes it from the body of another request. */
export interface ReceivedUpload {
  readonly body: unknown;
  readonly claimed: object;
}

/** Receives a body that is the file itself. */
export const wholeFile =
  (read: (req: Request, res: Response) => Promise<Buffer>): FileUpload['receive'] =>
  async (req, res, declaredType) => {
    const content = await read(req, res);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { body: { content, declaredType } satisfies FileBody, claimed: { type: declaredType, sha256 } };
  };

/** An operation whose body is a file, and how the file is taken in. */
export interface FileUpload {
  readonly operation: Operation;
  readonly receive: (req: Request, res: Response, declaredType: string | null) => Promise<ReceivedUpload>;
  /** Uploads that a process handles at a time: as many files are in its memory. */
  readonly atOnce: number;
  /** Whether a media type that the operation does not list is refused before the file is read. */
  readonly byType: boolean;
}

/** The handlers of an upload. A request is checked in the order of the other operations' requests. */
export function uploadHandlers(authentication: KeyAuthentication, upload: FileUpload): RequestHandler[] {
  const { operation } = upload;
  return [
    ...introduce(operation),
    requireKey(authentication, () => 'write'),
    rateLimited('writes'),
    keyOfKind(operation.keys),
    handlerOf(upload),
  ];
}

/** Seconds after which a client may try again to upload a file. */
const RETRY_S = 5;

function handlerOf({ atOnce, byType, operation, receive }: FileUpload): RequestHandler {
  let uploads = 0;
  const upload: RequestHandler = async (req, res) => {
    requireAccess(contextOf(res), operation);
    const { path, query } = readRequest(operation, req);
    const type = declaredTypeOf(req);
    if (byType && !operation.files!.includes(type ?? '')) {
      const types = operation.files!.join(', ');
      throw new Problem('unsupported_media_type', `Send the file with one of these Content-Types: ${types}.`);
    }
    const acting = requestContext(operation, contextOf(res), { path, query });
    const command = { name: operation.id, recorded: new Set<string>() };
    const ctx = { ...(operation.evenIfSuspended ? evenIfSuspended(acting) : acting), command };
    const key = idempotencyKeyOf(req);
    const { body, claimed } = await receive(req, res, type);
    const claim = { key, operation: `POST ${operation.path}`, input: { path, query, ...claimed } };
    const present = (shown: unknown) => operation.response.present(shown, 'api_key');
    const { answer, replayed } = await onceAcross(
      ctx,
      claim,
      async (own) => present(await operation.handle(own, { path, query, body })),
      async (own, objectId) => present(await operation.replay!(own, path, objectId, undefined)),
    );
    if (replayed) res.setHeader(REPLAYED_HEADER, 'true');
    sendJson(res, 200, answer);
  };
  return async (req, res, next) => {
    if (uploads >= atOnce)
      throw new Problem('overloaded', 'Other files are being uploaded. Try again shortly.', {
        retryAfterS: RETRY_S,
      });
    uploads += 1;
    try {
      await upload(req, res, next);
    } finally {
      uploads -= 1;
    }
  };
}

/** Programs that know nothing of a file send it as `application/octet-stream`. */
function declaredTypeOf(req: Request): string | null {
  const type = req.get('content-type')?.split(';')[0]?.trim().toLowerCase() || null;
  return type === 'application/octet-stream' ? null : type;
}
