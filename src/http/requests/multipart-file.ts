import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { invalidParameter, Problem } from '../../core/foundation/errors.ts';

/** The media type of a form with a file. */
export const MULTIPART_TYPE = 'multipart/form-data';

/** The file of a form, and the size above which it is refused. */
export interface FormFile {
  /** The name of its part. */
  readonly name: string;
  readonly maxBytes: number;
  /** The limit in the words of the error. */
  readonly maxText: string;
}

/**
 * Reads the only file of a form as it arrives. Ending the iteration early drops the rest of the body.
 *
 * @throws {Problem} `missing_parameter` without the file; `unknown_parameter` for another part; `body_too_large`;
 * `unsupported_media_type` for a body with a Content-Encoding; `malformed_json` for an incomplete one.
 */
export async function* readFormFile(
  req: Request,
  { maxBytes, maxText, name }: FormFile,
): AsyncGenerator<Buffer> {
  if (req.headers['content-encoding'] !== undefined)
    throw new Problem('unsupported_media_type', 'The body must be sent without a Content-Encoding.');
  const form = formOf(req, maxBytes);
  const parts = partsOf(req, form, name);
  try {
    const file = await parts.file;
    for await (const chunk of file) yield chunk as Buffer;
    if ((file as { truncated?: boolean }).truncated)
      throw new Problem('body_too_large', `The file must not be larger than ${maxText}.`);
    await parts.end;
  } finally {
    req.unpipe(form);
    // A client that still sends reads its response only after.
    req.resume();
  }
}

function formOf(req: Request, fileSize: number): BusboyInstance {
  try {
    const headers = { ...req.headers, 'content-type': req.headers['content-type'] ?? '' };
    return new Busboy({ headers, limits: { fileSize, files: 1, fields: 1, headerPairs: 20 } });
  } catch {
    throw invalidParameter('Content-Type', 'Content-Type must be multipart/form-data with a boundary.');
  }
}

const incomplete = () => new Problem('malformed_json', 'The body is incomplete.');

/** The file of a form once its part begins, and the end of the form. */
function partsOf(req: Request, form: BusboyInstance, wanted: string) {
  let open: Readable | null = null;
  const file = Promise.withResolvers<Readable>();
  const end = Promise.withResolvers<void>();
  // Either may fail while nobody waits for it.
  file.promise.catch(() => {});
  end.promise.catch(() => {});
  const fail = (problem: Problem) => {
    file.reject(problem);
    end.reject(problem);
    open?.destroy(problem);
  };
  const unknown = () => {
    const message = `The form must have only one part: ${wanted}, a file.`;
    fail(new Problem('unknown_parameter', message, { param: wanted }));
  };
  form.on('file', (name, stream) => {
    stream.on('error', () => {});
    if (name !== wanted) {
      stream.resume();
      unknown();
      return;
    }
    open = stream;
    file.resolve(stream);
  });
  form.on('field', unknown);
  form.on('filesLimit', unknown);
  form.on('error', () => fail(incomplete()));
  form.on('finish', () => {
    end.resolve();
    file.reject(new Problem('missing_parameter', `${wanted} is required.`, { param: wanted }));
  });
  req.once('close', () => {
    if (!req.complete) fail(incomplete());
  });
  req.pipe(form);
  return { file: file.promise, end: end.promise };
}
