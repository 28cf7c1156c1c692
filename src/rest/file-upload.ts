import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../core/foundation/context.ts';
import { Problem } from '../core/foundation/errors.ts';
import { requireAccess } from '../core/foundation/permissions.ts';
import { evenIfSuspended } from '../core/foundation/suspension.ts';
import { onceAcross } from '../core/writes/idempotency.ts';
import { contextOf, type KeyAuthentication, keyOfKind, requireKey } from '../http/front-door/caller.ts';
import { rateLimited } from '../http/load/rate-limits.ts';
import { idempotencyKeyOf } from '../http/requests/request-body.ts';
import { REPLAYED_HEADER, sendJson } from '../http/requests/responses.ts';
import {
  introduce,
  type Operation,
  type OperationRequest,
  readRequest,
  requestContext,
} from './operation.ts';

/** A body that is a file, with its declared media type; null if the client knows none. */
export interface FileBody {
  readonly content: Buffer;
  readonly declaredType: string | null;
}

/** A file that was taken in: the body that the operation handles, and the file's digest, in hexadecimal. */
export interface TakenFile {
  readonly body: object;
  readonly sha256: string;
  /** Drops what is stored of a file that the operation did not handle. */
  readonly discard?: () => Promise<unknown>;
}

/** A request whose file is to be taken in. */
export interface FileRequest extends Pick<OperationRequest, 'path' | 'query'> {
  readonly req: Request;
  readonly res: Response;
  readonly declaredType: string | null;
}

/** Takes in the file of a request. */
export type TakeFile = (ctx: Context, request: FileRequest) => Promise<TakenFile>;

/** Takes in a whole file, as a {@link FileBody}. */
export function wholeFile(read: (req: Request, res: Response) => Promise<Buffer>): TakeFile {
  return async (_ctx, { declaredType, req, res }) => {
    const body: FileBody = { content: await read(req, res), declaredType };
    return { body, sha256: createHash('sha256').update(body.content).digest('hex') };
  };
}

/** An operation whose body is a file, and how the file is taken in. */
export interface FileUpload {
  readonly operation: Operation;
  readonly take: TakeFile;
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

function handlerOf({ atOnce, byType, operation, take }: FileUpload): RequestHandler {
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
    const { body, discard, sha256 } = await take(ctx, { req, res, path, query, declaredType: type });
    const claim = { key, operation: `POST ${operation.path}`, input: { path, query, type, sha256 } };
    const present = (shown: unknown) => operation.response.present(shown, 'api_key');
    let handled = false;
    const work = async (own: Context) => {
      const shown = await operation.handle(own, { path, query, body });
      handled = true;
      return present(shown);
    };
    const replay = async (own: Context, objectId: string | null) =>
      present(await operation.replay!(own, path, objectId, undefined));
    const { answer, replayed } = await onceAcross(ctx, claim, work, replay).finally(() =>
      handled ? undefined : discard?.(),
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
