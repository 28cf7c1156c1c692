import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { Problem } from '../../foundation/errors.ts';

/** Maximum size of a file, in bytes. */
export const FILE_MAX_BYTES = 512 * 1024 * 1024;
/** Maximum size of a file in memory, where text is compressed; a workbook is compressed already. */
export const HELD_MAX_BYTES = 64 * 1024 * 1024;

/** An uploaded file, held in memory: text compressed, a workbook as it is. */
export interface CollectedFile {
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: string;
  /** Size of the content, in bytes. */
  readonly bytes: number;
  /** The content of a ZIP archive, such as a workbook; null for text. */
  readonly archive: Buffer | null;
  /** Reads the content in pieces, from its start. */
  readonly read: () => AsyncIterable<Buffer>;
}

/** The first bytes of a ZIP archive. */
const ARCHIVE = Buffer.from('PK\u0003\u0004', 'latin1');

/**
 * Collects a file as it arrives. Memory holds its compressed form, of up to {@link HELD_MAX_BYTES}: about 500 MB of CSV.
 *
 * @throws {Problem} `body_too_large`.
 */
export async function collectFile(source: AsyncIterable<Buffer>): Promise<CollectedFile> {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  let held = 0;
  let bytes = 0;
  const hold = (piece: Buffer) => {
    held += piece.length;
    if (held > HELD_MAX_BYTES) throw tooLarge();
    pieces.push(piece);
  };
  let gzip: ReturnType<typeof createGzip> | null = null;
  let failure: unknown;
  for await (const piece of withWholeStart(source)) {
    const isArchive = bytes === 0 && piece.subarray(0, ARCHIVE.length).equals(ARCHIVE);
    if (bytes === 0 && !isArchive) {
      gzip = createGzip({ level: 3 });
      gzip.on('data', (compressed: Buffer) => {
        try {
          hold(compressed);
        } catch (error) {
          failure = error;
        }
      });
    }
    bytes += piece.length;
    if (bytes > FILE_MAX_BYTES) throw tooLarge();
    hash.update(piece);
    if (!gzip) hold(piece);
    else if (!gzip.write(piece)) await once(gzip, 'drain');
    if (failure) throw failure;
  }
  if (gzip) {
    gzip.end();
    await once(gzip, 'end');
    if (failure) throw failure;
  }
  const isText = gzip !== null;
  const read = (): AsyncIterable<Buffer> => {
    const stored = Readable.from(pieces, { objectMode: false });
    return isText ? stored.pipe(createGunzip()) : stored;
  };
  return {
    digest: hash.digest('hex'),
    bytes,
    archive: isText || bytes === 0 ? null : Buffer.concat(pieces),
    read,
  };
}

/** The pieces, the first of them long enough to show what the file is. */
async function* withWholeStart(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const piece of source) {
    if (start === null) yield piece;
    else start = Buffer.concat([start, piece]);
    if (start === null || start.length < ARCHIVE.length) continue;
    yield start;
    start = null;
  }
  if (start && start.length > 0) yield start;
}

const tooLarge = () =>
  new Problem(
    'body_too_large',
    `The file must not be larger than ${FILE_MAX_BYTES / 1024 / 1024} MiB, or ${HELD_MAX_BYTES / 1024 / 1024} MiB compressed. Split it, and import each part.`,
  );
