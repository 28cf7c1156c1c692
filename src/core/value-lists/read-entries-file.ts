import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { invalidParameter, Problem } from '../foundation/errors.ts';

/** The columns of a file, in the order of {@link EntryCells}. */
export const listFileColumns = ['value', 'expires_at', 'reason'] as const;

/** The cells of a row; empty without a cell. */
export type EntryCells = readonly [value: string, expiresAt: string, reason: string];

/** A row: its line, and its cells, or the reason for which it is refused. */
export type FileLine = readonly [line: number, cells: EntryCells | string];

/** The columns of a file, and how its rows are read. */
export interface FileForm {
  readonly columns: readonly string[];
  /** The column that a file must have. */
  readonly required: string;
  /** The cells of an entry, or the reason for which a row is refused; of cells in the order of `columns`. */
  readonly cellsOf: (cells: readonly string[]) => EntryCells | string;
}

/** The form in which lists are imported and exported. */
export const entryForm: FileForm = {
  columns: listFileColumns,
  required: 'value',
  cellsOf: (cells) => cells as unknown as EntryCells,
};

/** Longest row, in bytes. */
const ROW_MAX_BYTES = 4 * 1024;

const NEWLINE = 0x0a;

/**
 * Reads the rows of a CSV file of entries as its bytes arrive, in constant memory. The header names the columns in any
 * order. A row is a line: no cell may have a line break. Empty rows are skipped. A row that cannot be read has a reason in
 * place of its cells.
 *
 * @throws {Problem} `invalid_parameter`, `missing_parameter` or `unknown_parameter` for the header.
 */
export async function* readEntriesFile(
  chunks: AsyncIterable<Buffer>,
  form: FileForm = entryForm,
): AsyncGenerator<FileLine> {
  let indexes: readonly number[] | null = null;
  for await (const { line, text } of linesOf(chunks)) {
    const cells = text === null ? null : cellsOf(text);
    if (!indexes) {
      indexes = columnsOf(cells ?? [], form);
      continue;
    }
    if (cells === null) yield [line, text === null ? tooLong : notCsv];
    else if (cells.some((cell) => cell !== '')) yield [line, lineOf(cells, indexes, form)];
  }
  if (!indexes) throw invalidParameter('file', 'The file is empty: its first line must name the columns.');
}

const tooLong = `The line must be UTF-8 of at most ${ROW_MAX_BYTES / 1024} KiB.`;
const notCsv =
  'The line cannot be read as CSV: put cells with quotes or commas in double quotes, double the quotes in them, and leave out line breaks.';

function lineOf(cells: readonly string[], indexes: readonly number[], form: FileForm): EntryCells | string {
  const isUnnamed = (_: string, index: number) => !indexes.includes(index);
  if (cells.some((cell, index) => cell !== '' && isUnnamed(cell, index)))
    return 'The line has more cells than the header.';
  return form.cellsOf(indexes.map((index) => unescaped(cells[index] ?? '')));
}

/** Exports put an apostrophe before cells that a spreadsheet would read as a formula. */
const unescaped = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** The index of each column; -1 for one that the file does not have. */
function columnsOf(header: readonly string[], { columns, required }: FileForm): readonly number[] {
  const names = header.map((name) => name.toLowerCase());
  for (const [index, name] of names.entries()) {
    // Not quoted: in a file without a header it is a value.
    const place = `Column ${index + 1} of the header`;
    if (!columns.includes(name)) {
      const message = `${place} is unknown. The first line must name the columns: ${columns.join(', ')}.`;
      throw new Problem('unknown_parameter', message, { param: 'file' });
    }
    if (names.indexOf(name) < index) throw invalidParameter('file', `${place} repeats an earlier column.`);
  }
  if (!names.includes(required))
    throw invalidParameter('file', `The first line of the file must name the column ${required}.`);
  return columns.map((name) => names.indexOf(name));
}

/** The trimmed cells of a row; null for a row that is not CSV. */
function cellsOf(text: string): readonly string[] | null {
  if (!text.includes('"')) return text.split(',').map((cell) => cell.trim());
  try {
    const [cells] = parse(text, { relax_column_count: true, trim: true }) as string[][];
    return cells ?? [];
  } catch {
    // The error quotes the text.
    return null;
  }
}

interface NumberedLine {
  readonly line: number;
  /** Null for a line that is too long or not UTF-8. */
  readonly text: string | null;
}

/** The lines of a file, without empty ones and without their line breaks. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<NumberedLine> {
  let line = 1;
  let rest: Buffer[] = [];
  let restBytes = 0;
  const numbered = (bytes: Buffer | null): NumberedLine => ({
    line,
    text: bytes && isUtf8(bytes) ? textOf(bytes, line) : null,
  });
  const take = (piece: Buffer): Buffer | null => {
    const whole = restBytes + piece.length > ROW_MAX_BYTES ? null : Buffer.concat([...rest, piece]);
    rest = [];
    restBytes = 0;
    return whole;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const read = numbered(take(chunk.subarray(start, end)));
      if (read.text !== '') yield read;
      line += 1;
      start = end + 1;
    }
    restBytes += chunk.length - start;
    // Of a line that is too long, nothing is kept.
    if (restBytes > ROW_MAX_BYTES) rest = [];
    else if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  const last = numbered(take(Buffer.alloc(0)));
  if (last.text !== '') yield last;
}

const BOM = '\uFEFF';

function textOf(bytes: Buffer, line: number): string {
  const text = bytes.toString('utf8').trim();
  return line === 1 && text.startsWith(BOM) ? text.slice(1) : text;
}
