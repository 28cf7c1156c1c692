import { type Request, type Response, raw } from 'express';
import { Problem } from '../core/foundation/errors.ts';

/**
 * Reads bodies as they are sent, up to a limit: nothing is inflated or parsed.
 *
 * @param limitText The limit as the error says it.
 * @returns What reads a request's body. It rejects with a {@link Problem}: `body_too_large`,
 * `unsupported_media_type` for a body with a Content-Encoding, or `malformed_json` for an incomplete one.
 */
export function rawBody(limit: number, limitText: string): (req: Request, res: Response) => Promise<Buffer> {
  const read = raw({ limit, inflate: false, type: () => true });
  return async (req, res) => {
    await new Promise<void>((resolve, reject) => {
      read(req, res, (error?: unknown) => (error ? reject(bodyProblem(error, limitText)) : resolve()));
    });
    return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  };
}

/** Drops the cause on purpose: it carries the body, and causes are logged. */
function bodyProblem(error: unknown, limitText: string): Problem {
  const type = String((error as { type?: unknown }).type);
  if (type === 'entity.too.large') {
    return new Problem('body_too_large', `The body must not be larger than ${limitText}.`);
  }
  if (type === 'encoding.unsupported') {
    return new Problem('unsupported_media_type', 'The body must be sent without a Content-Encoding.');
  }
  return new Problem('malformed_json', 'The body is incomplete.');
}
