import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { invalidParameter } from '../../foundation/errors.ts';
import type { CollectedFile } from './collected-file.ts';
import { utf8Text } from './file-text.ts';

/** A line of a table, with its number in the file, from 1. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Maximum length of a line, in bytes. */
const LINE_MAX_BYTES = 64 * 1024;

/** The separators that a header is searched for, the most usual first. */
const separators = [',', ';', '\t'] as const;

/**
 * Reads the lines of a CSV file, separated by commas, or else by semicolons or tabs, as its first line shows. Empty lines
 * are skipped.
 *
 * @throws {Problem} `invalid_parameter` for a file in another encoding, that is not CSV, or that ends inside a line.
 */
export async function* readCsvTable(file: CollectedFile): AsyncGenerator<TableLine> {
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: LINE_MAX_BYTES,
    delimiter: await separatorOf(file),
  });
  const ending: Ending = { last: '' };
  const source = Readable.from(watched(utf8Text(file.read()), ending), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<CsvRecord>) {
      if (record.every((cell) => cell === '')) continue;
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (ending.last !== '\n' && ending.last !== '\r') {
    throw truncated('does not end with a line break. If it is whole, add one after its last line');
  }
}

interface CsvRecord {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
}

interface Ending {
  last: string;
}

async function* watched(texts: AsyncIterable<string>, ending: Ending): AsyncGenerator<string> {
  for await (const text of texts) {
    ending.last = text.at(-1)!;
    yield text;
  }
}

async function separatorOf(file: CollectedFile): Promise<string> {
  let head = '';
  for await (const text of utf8Text(file.read())) {
    head += text;
    if (/[\r\n]/.test(head) || head.length > LINE_MAX_BYTES) break;
  }
  const [first = ''] = head.split(/[\r\n]/);
  return separators.find((separator) => first.includes(separator)) ?? ',';
}

/** The problem of a file that was not uploaded, or not written, to its end. Nothing of it counts. */
export const truncated = (why: string) =>
  invalidParameter('file', `file seems to be truncated, so nothing of it counts: it ${why}.`);

/** The parser's error without its message, which quotes the input. */
function unreadable({ code, ...rest }: CsvError): Error {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return truncated('ends inside a cell in quotes');
  const { lines } = rest as { lines?: unknown };
  const where = typeof lines === 'number' ? ` from line ${lines} on` : '';
  return invalidParameter(
    'file',
    `file cannot be read as CSV${where}: put cells with quotes or separators in double quotes, double the quotes in them, and keep lines within ${LINE_MAX_BYTES / 1024} KiB.`,
  );
}
