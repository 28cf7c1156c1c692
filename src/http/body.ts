import { json, type Request, type RequestHandler } from 'express';
import { Problem } from '../core/foundation/errors.ts';

/** Largest body, in bytes. */
const BODY_MAX_BYTES = 64 * 1024;

const mediaType = /^application\/json\s*(?:;\s*(.*))?$/i;
const utf8 = /^charset\s*=\s*"?utf-?8"?$/i;

/** body-parser names what went wrong in `type`; its message and `body` may hold what the caller sent. */
const problemsByType: Readonly<Record<string, () => Problem>> = {
  'entity.too.large': () => new Problem('body_too_large', 'The body must not be larger than 64 KiB.'),
  'encoding.unsupported': () =>
    new Problem('unsupported_media_type', 'The body must be sent without a Content-Encoding.'),
};

const parse = json({ limit: BODY_MAX_BYTES, strict: false, inflate: false, type: () => true });

/**
 * Reads a body of JSON into `req.body`, an empty one as `{}`. It goes behind authentication: nobody's body is
 * looked at before their key is. Specification: What the service does, rule 2.
 *
 * @throws {Problem} `unsupported_media_type`, `body_too_large`, `malformed_json`; none repeats the body.
 */
export const jsonBody: RequestHandler = (req, res, next) => {
  checkMediaType(req);
  parse(req, res, (error?: unknown) => {
    if (error) next(bodyProblem(error));
    else {
      req.body ??= {};
      next();
    }
  });
};

/** A request that has no body need not say of what type it is. */
function checkMediaType(req: Request): void {
  const given = req.headers['content-type'];
  if (given === undefined && !hasBody(req)) return;
  const match = mediaType.exec(given?.trim() ?? '');
  if (!match) throw new Problem('unsupported_media_type', 'Send Content-Type: application/json.');
  const parameters = (match[1] ?? '').split(';').map((parameter) => parameter.trim());
  if (parameters.some((parameter) => /^charset/i.test(parameter) && !utf8.test(parameter))) {
    throw new Problem('unsupported_media_type', 'The body must be in UTF-8.');
  }
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** The cause is dropped on purpose: it carries the body, and causes are logged. */
function bodyProblem(error: unknown): Problem {
  const type = String((error as { type?: unknown }).type);
  return problemsByType[type]?.() ?? new Problem('malformed_json', 'The body is not valid JSON.');
}
