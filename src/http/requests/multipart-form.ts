import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import type { Request } from 'express';
import { invalidParameter, Problem } from '../../core/foundation/errors.ts';

/** Maximum length of a field, in bytes. */
const FIELD_MAX_BYTES = 32 * 1024;
const FIELDS_MAX = 20;

/** The fields of a form with one file, and what its file was read to. */
export interface ReceivedForm<File> {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: File;
}

/**
 * Reads a form (`multipart/form-data`) with one file, which may stand before or after the other fields.
 *
 * @param take Reads the file as it arrives, and has to consume it whole or reject.
 * @throws {Problem} `unsupported_media_type`; `malformed_json` for an incomplete form; `missing_parameter` without `file`;
 *   `invalid_parameter` for another file, or a field that is repeated or too long.
 */
export async function readForm<File>(
  req: Request,
  take: (file: AsyncIterable<Buffer>) => Promise<File>,
): Promise<ReceivedForm<File>> {
  if (req.get('content-encoding') !== undefined)
    throw new Problem('unsupported_media_type', 'The body must be sent without a Content-Encoding.');
  const form = openForm(req);
  const fields: Record<string, string> = Object.create(null);
  const files: Promise<File>[] = [];
  const parsed = new Promise<void>((resolve, reject) => {
    const fail = (problem: Problem) => reject(problem);
    form.on('field', (name, value, nameTruncated, valueTruncated) => {
      if (nameTruncated || valueTruncated)
        fail(invalidParameter('body', `Fields of the form must have at most ${FIELD_MAX_BYTES} bytes.`));
      else if (name in fields) fail(invalidParameter('body', 'The form must have each field once.'));
      else fields[name] = value;
    });
    form.on('file', (name: string, stream: BusboyFileStream) => {
      if (name !== 'file' || files.length > 0) {
        stream.resume();
        fail(invalidParameter('file', 'The form must have one file, named file.'));
        return;
      }
      const taken = take(stream);
      files.push(taken);
      taken.catch(reject);
    });
    form.on('fieldsLimit', () => fail(tooManyParts()));
    form.on('partsLimit', () => fail(tooManyParts()));
    form.on('error', () => fail(incomplete()));
    form.on('finish', resolve);
    req.on('aborted', () => fail(incomplete()));
    req.on('error', () => fail(incomplete()));
  });
  req.pipe(form);
  try {
    await parsed;
    const [file] = files;
    if (!file)
      throw new Problem('missing_parameter', 'file is required: a file of the form.', { param: 'file' });
    return { fields: { ...fields }, file: await file };
  } finally {
    req.unpipe(form);
    // What is left of the body is not read into memory.
    req.resume();
  }
}

function openForm(req: Request) {
  const headers = req.headers as BusboyHeaders;
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? ''))
    throw new Problem(
      'unsupported_media_type',
      'Send the file in a form: Content-Type: multipart/form-data.',
    );
  try {
    return new Busboy({
      headers,
      limits: { fieldSize: FIELD_MAX_BYTES, fields: FIELDS_MAX, files: 2, parts: FIELDS_MAX + 2 },
      // Also without a file name.
      isPartAFile: (name, type, fileName) =>
        name === 'file' || fileName !== undefined || type === 'application/octet-stream',
    });
  } catch {
    throw new Problem('unsupported_media_type', 'The Content-Type must name the boundary of the form.');
  }
}

const incomplete = () => new Problem('malformed_json', 'The form is incomplete.');
const tooManyParts = () => new Problem('malformed_json', `The form must have at most ${FIELDS_MAX} fields.`);
