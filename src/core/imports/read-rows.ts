import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { IMPORT_ROW_MAX_BYTES } from '../entities/payment-method-import.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { isObject } from '../model/read-input.ts';
import { type FileRow, isImportColumn } from './import-row.ts';

/** Rows read at once, between turns of the event loop. */
const PIECE_BYTES = 64 * 1024;
const COLUMNS_MAX = 200;
const NEWLINE = 0x0a;

/** Reads the rows of a file. */
export type RowReader = (content: Buffer) => AsyncGenerator<FileRow>;

/**
 * Reads a file of JSON Lines. Empty lines are skipped; a line that is too long or not a JSON object is a row without
 * members.
 *
 * @throws {Problem} `malformed_json` if it is not in UTF-8.
 */
export async function* readJsonLines(content: Buffer): AsyncGenerator<FileRow> {
  requireUtf8(content);
  let line = 0;
  let turned = 0;
  for (let start = bomLength(content); start < content.length; ) {
    const newline = content.indexOf(NEWLINE, start);
    const end = newline < 0 ? content.length : newline;
    line += 1;
    const isLong = end - start > IMPORT_ROW_MAX_BYTES;
    const text = isLong ? null : content.toString('utf8', start, end).trim();
    if (text !== '') yield [line, text === null ? null : objectIn(text)];
    start = end + 1;
    if (start - turned < PIECE_BYTES) continue;
    turned = start;
    await turn();
  }
}

/** Parses a JSON object; null for anything else. The parser's message would quote part of the text. */
function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Reads a CSV file, whose header names the columns. The residue of spreadsheets is skipped: empty lines, rows of empty
 * cells, and columns without a name and values. A row with a value in an unnamed column, or with fewer cells than the
 * header, has no members.
 *
 * @throws {Problem} `malformed_json` if it is not in UTF-8; `unknown_parameter` for an unknown column;
 *   `invalid_parameter` if it is not CSV.
 */
export async function* readCsv(content: Buffer): AsyncGenerator<FileRow> {
  requireUtf8(content);
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: IMPORT_ROW_MAX_BYTES,
  });
  const source = Readable.from(piecesOf(content), { objectMode: false });
  source.pipe(parser);
  let columns: readonly string[] | null = null;
  try {
    for await (const { info, record } of parser as AsyncIterable<CsvRecord>) {
      if (record.every((cell) => cell === '')) continue;
      if (columns) yield [info.lines, membersOf(columns, record)];
      else columns = checkedColumns(record);
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

interface CsvRecord {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
}

function membersOf(columns: readonly string[], cells: readonly string[]): Record<string, string> | null {
  const named = columns.flatMap((name, index) => (name === '' ? [] : [[name, cells[index]] as const]));
  const isUnnamed = (index: number) => !columns[index];
  if (cells.some((cell, index) => cell !== '' && isUnnamed(index))) return null;
  if (named.some(([, cell]) => cell === undefined)) return null;
  return Object.fromEntries(named) as Record<string, string>;
}

/** @throws {Problem} `unknown_parameter`, `invalid_parameter`. */
function checkedColumns(names: readonly string[]): readonly string[] {
  if (names.length > COLUMNS_MAX)
    throw invalidParameter('body', `The header must name at most ${COLUMNS_MAX} columns.`);
  for (const [index, name] of names.entries()) {
    if (name === '') continue;
    const place = `Column ${index + 1} of the header`;
    if (!isImportColumn(name)) {
      // Not quoted: in a file without a header, the name may be a card number.
      throw new Problem(
        'unknown_parameter',
        `${place} is unknown. The first line must name the columns; docs/moving.md lists them.`,
        { param: 'body' },
      );
    }
    if (names.indexOf(name) < index)
      throw invalidParameter('body', `${place} repeats an earlier column: name each column once.`);
  }
  return names;
}

/** The parser's error without its message, which quotes the input. */
function unreadable(error: CsvError): Problem {
  const { lines } = error as { lines?: unknown };
  const where = typeof lines === 'number' ? ` from line ${lines} on` : '';
  const kibibytes = IMPORT_ROW_MAX_BYTES / 1024;
  return invalidParameter(
    'body',
    `The file cannot be read as CSV${where}: put values with quotes or commas in double quotes, double the quotes in them, and keep rows within ${kibibytes} KiB.`,
  );
}

function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += PIECE_BYTES)
    yield content.subarray(start, start + PIECE_BYTES);
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const bomLength = (content: Buffer) => (content.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0);

function requireUtf8(content: Buffer): void {
  if (!isUtf8(content)) throw new Problem('malformed_json', 'The body is not valid UTF-8.');
}
