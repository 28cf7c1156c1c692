import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { invalidParameter, Problem } from '../../foundation/errors.ts';
import { utf8Text } from './file-text.ts';
import { truncated } from './read-csv-table.ts';
import { readXml, type XmlHandlers } from './xml-events.ts';

/** Maximum size of a part of a workbook, in bytes. */
const PART_MAX_BYTES = 1024 * 1024 * 1024;
/** Maximum number of parts. */
const PARTS_MAX = 1_000;

/** A workbook (`.xlsx`), whose parts are read in pieces. */
export class Workbook {
  readonly #zip: ZipFile;
  readonly #parts: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, parts: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#parts = parts;
  }

  /** @throws {Problem} `invalid_parameter` for another archive, or one that is not whole. */
  static async open(archive: Buffer): Promise<Workbook> {
    const zip = await fromBufferPromise(archive, { lazyEntries: true }).catch(() => {
      throw truncated('is a ZIP archive without its end');
    });
    const parts = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) {
        parts.set(entry.fileName, entry);
        if (parts.size > PARTS_MAX || entry.uncompressedSize > PART_MAX_BYTES) throw tooLarge();
      }
    } catch (error) {
      throw error instanceof Problem ? error : notWorkbook();
    }
    if (!parts.has('xl/workbook.xml')) throw notWorkbook();
    return new Workbook(zip, parts);
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  /** Reads a part; yields after each piece. @throws {Problem} `invalid_parameter` if it is missing, or is not XML. */
  async *read(name: string, handlers: XmlHandlers): AsyncGenerator<void> {
    const entry = this.#parts.get(name);
    if (!entry) throw notWorkbook();
    const stream: Readable = await this.#zip.openReadStreamPromise(entry).catch(() => {
      throw notWorkbook();
    });
    try {
      yield* readXml(utf8Text(inflated(stream)), handlers, 'file, a workbook,');
    } finally {
      stream.destroy();
    }
  }
}

async function* inflated(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const piece of stream) yield piece as Buffer;
  } catch {
    throw truncated('is a damaged ZIP archive');
  }
}

const notWorkbook = () =>
  invalidParameter('file', 'file is a ZIP archive, but no workbook of Excel (.xlsx): upload CSV or .xlsx.');

const tooLarge = () =>
  invalidParameter(
    'file',
    `file must have at most ${PARTS_MAX} parts of at most ${PART_MAX_BYTES / 1024 / 1024 / 1024} GiB.`,
  );
