import { AsyncResource } from 'node:async_hooks';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { json, type Request, type RequestHandler, type Response, raw } from 'express';
import { invalidParameter, Problem } from '../../core/foundation/errors.ts';

/** The largest body of JSON. */
export const JSON_MAX_BYTES = 64 * 1024;
const JSON_MAX_DEPTH = 100;

const [QUOTE, BACKSLASH, BRACKET, BRACKET_END, BRACE, BRACE_END] = Buffer.from('"\\[]{}');

const mediaType = /^application\/json\s*(?:;\s*(.*))?$/i;
const utf8 = /^charset\s*=\s*"?utf-?8"?$/i;

/**
 * Checks the bytes before they are parsed. Decoding would replace invalid UTF-8, and the replacement would be stored.
 */
function checkBody(_req: IncomingMessage, _res: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new Error('The body is not valid UTF-8.');
  if (isTooDeep(body))
    throw Object.assign(new Error('The body is nested too deeply.'), { type: 'entity.too.deep' });
}

/** The value of a body that {@link parse} would parse to the same; undefined for any that needs a closer look. */
function plainValue(body: Buffer): unknown {
  if (body.length > JSON_MAX_BYTES || !isUtf8(body) || isTooDeep(body)) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/**
 * Whether JSON nests deeper than any valid body. Parsing and collecting thousands of levels takes V8 memory that it
 * does not give back.
 */
function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === BRACKET || byte === BRACE) {
      if (++depth > JSON_MAX_DEPTH) return true;
    } else if (byte === BRACKET_END || byte === BRACE_END) depth--;
  }
  return false;
}

const parse = json({
  limit: JSON_MAX_BYTES,
  strict: false,
  inflate: false,
  type: () => true,
  verify: checkBody,
});

/**
 * Parses a JSON body into `req.body`; an empty body counts as `{}`. Must follow authentication, so that no body is
 * read for an unknown caller. Specification: What the service does, rule 2.
 *
 * @throws {Problem} `unsupported_media_type`, `body_too_large` or `malformed_json`; none quotes the body.
 */
export const jsonBody: RequestHandler = (req, res, next) => {
  checkMediaType(req);
  const read = () =>
    parse(req, res, (error?: unknown) => {
      if (error) next(bodyProblem(error, '64 KiB', 'The body is not valid JSON.'));
      else {
        // Not for `null`, which is a body.
        if (req.body === undefined) req.body = {};
        next();
      }
    });
  if (req.headers['content-encoding'] !== undefined) return read();
  // Most bodies arrive in one piece, on which body-parser takes several times as long.
  peekBody(
    req,
    (body) => {
      const value = plainValue(body);
      if (value === undefined) return null;
      return () => {
        req.body = value;
        next();
      };
    },
    read,
  );
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

/**
 * Reads raw bodies, up to a limit: nothing is inflated or parsed.
 *
 * @param limitText The limit in the words of the error.
 * @returns A reader of a request's body. It rejects with a {@link Problem}: `body_too_large`, `unsupported_media_type`
 * for a body with a Content-Encoding, or `malformed_json` for an incomplete one.
 */
export function rawBody(limit: number, limitText: string): (req: Request, res: Response) => Promise<Buffer> {
  const read = raw({ limit, inflate: false, type: () => true });
  return async (req, res) => {
    await new Promise<void>((resolve, reject) => {
      read(req, res, (error?: unknown) =>
        error ? reject(bodyProblem(error, limitText, 'The body is incomplete.')) : resolve(),
      );
    });
    return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  };
}

/**
 * The problem of a body that could not be read, by body-parser's error `type`. Its message and the error itself are left
 * out: both may carry the body, and causes are logged.
 */
function bodyProblem(error: unknown, limitText: string, otherwise: string): Problem {
  switch ((error as { type?: unknown }).type) {
    case 'entity.too.large':
      return new Problem('body_too_large', `The body must not be larger than ${limitText}.`);
    case 'entity.verify.failed':
      return new Problem('malformed_json', 'The body is not valid UTF-8.');
    case 'entity.too.deep':
      return new Problem('malformed_json', `The body must not nest more than ${JSON_MAX_DEPTH} levels deep.`);
    case 'encoding.unsupported':
      return new Problem('unsupported_media_type', 'The body must be sent without a Content-Encoding.');
    default:
      return new Problem('malformed_json', otherwise);
  }
}

/**
 * Inspects a body that has arrived in one piece, before any parser reads it.
 *
 * @param take Returns the handling of the request if it takes the body; null leaves the body to be read.
 * @param otherwise Called for a request whose body was not taken.
 */
export function peekBody(
  req: IncomingMessage,
  take: (body: Buffer) => (() => void) | null,
  otherwise: () => void,
): void {
  const length = Number(req.headers['content-length']);
  if (!(length > 0)) {
    otherwise();
    return;
  }
  const onReadable = () => {
    const body = req.read() as Buffer | null;
    const taken = body !== null && body.length === length ? take(body) : null;
    // At once: on the next tick the stream would end.
    if (body !== null && !taken) req.unshift(body);
    (taken ?? otherwise)();
  };
  // Keeps the request's work in its trace: the event comes from the connection. `AsyncResource.bind` would give each
  // function a prototype, which keeps the whole request until the next old-generation collection.
  const scope = new AsyncResource('body');
  req.once('readable', () => scope.runInAsyncScope(onReadable));
}

const validIdempotencyKey = /^[\x21-\x7e]{1,255}$/;

/**
 * The request's idempotency key, or null.
 *
 * @throws {Problem} `invalid_parameter` unless it is 1 to 255 visible ASCII characters.
 */
export function idempotencyKeyOf(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (key === undefined) return null;
  if (!validIdempotencyKey.test(key)) {
    throw invalidParameter('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  return key;
}
