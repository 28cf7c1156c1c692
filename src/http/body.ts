import { json, type Request, type RequestHandler } from 'express';
import { Problem } from '../core/foundation/errors.ts';

const BODY_MAX_BYTES = 64 * 1024;

const mediaType = /^application\/json\s*(?:;\s*(.*))?$/i;
const utf8 = /^charset\s*=\s*"?utf-?8"?$/i;

/** Problems by body-parser's error `type`. Its message is not used: it may quote what the caller sent. */
const problemsByType: Readonly<Record<string, () => Problem>> = {
  'entity.too.large': () => new Problem('body_too_large', 'The body must not be larger than 64 KiB.'),
  'encoding.unsupported': () =>
    new Problem('unsupported_media_type', 'The body must be sent without a Content-Encoding.'),
};

const parse = json({ limit: BODY_MAX_BYTES, strict: false, inflate: false, type: () => true });

/**
 * Parses a JSON body into `req.body`; an empty body counts as `{}`. Must follow authentication, so that no body is
 * read for an unknown caller. Specification: What the service does, rule 2.
 *
 * @throws {Problem} `unsupported_media_type`, `body_too_large` or `malformed_json`; none quotes the body.
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

/** A request without a body needs no Content-Type. */
function checkMediaType(req: Request): void {
  const contentType = req.headers['content-type'];
  if (contentType === undefined && !hasBody(req)) return;
  const match = mediaType.exec(contentType?.trim() ?? '');
  if (!match) throw new Problem('unsupported_media_type', 'Send Content-Type: application/json.');
  const parameters = (match[1] ?? '').split(';').map((parameter) => parameter.trim());
  if (parameters.some((parameter) => /^charset/i.test(parameter) && !utf8.test(parameter))) {
    throw new Problem('unsupported_media_type', 'The body must be in UTF-8.');
  }
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** Drops the cause on purpose: it carries the body, and causes are logged. */
function bodyProblem(error: unknown): Problem {
  const type = String((error as { type?: unknown }).type);
  return problemsByType[type]?.() ?? new Problem('malformed_json', 'The body is not valid JSON.');
}
