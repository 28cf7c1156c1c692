import {
  FILE_COLUMNS_MAX,
  FILE_LINES_MAX,
  type FinanceFileFormat,
  type RefusedLine,
  SHOWN_LINES,
} from '../../entities/finance-import.ts';
import { invalidParameter, Problem } from '../../foundation/errors.ts';
import { hasCardNumber } from '../../model/free-text.ts';
import type { ValueOf } from '../../model/index.ts';
import type { CollectedFile } from './collected-file.ts';
import { DigestSet } from './digest-set.ts';
import { type FileMapping, placesIn, type TargetColumns } from './file-mapping.ts';
import { Unreadable } from './file-values.ts';
import { type CamtEntry, readCamt } from './read-camt.ts';
import { readCsvTable, type TableLine } from './read-csv-table.ts';
import { readWorkbookTable } from './read-workbook-table.ts';

/** Maximum number of refused lines: with more, the mapping or the file is wrong as a whole. */
export const REFUSED_MAX = 10_000;
/** Lines per batch: few, so that other work does not wait long. */
const BATCH_LINES = 500;

/** A line of a file that was read. */
export interface ReadLine {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly fault: string | null;
}

/** How the lines of a kind of file are understood. */
export interface LineKind<Line> {
  readonly targets: TargetColumns;
  /** @throws {Unreadable} */
  readonly read: (line: number, cells: Readonly<Record<string, string>>) => Line;
  readonly digest: (line: Line) => string;
  /** Called for each line that was read. @throws {Problem} `invalid_parameter` for totals that disagree. */
  readonly add: (line: Line) => void;
  /** Called for each line that counts. */
  readonly count: (line: Line) => void;
  /** Whether the line is one of totals, which is no line of its own. */
  readonly isTotal: (line: Line) => boolean;
  /** Called for a line whose amounts could not be read. */
  readonly miss: () => void;
  /** The reasons against lines that only the database knows, by index. */
  readonly check: (lines: readonly Line[]) => Promise<ReadonlyMap<number, string>>;
}

/** What was found in a file. */
export interface FoundInFile<Line> {
  readonly format: ValueOf<typeof FinanceFileFormat>;
  readonly columns: readonly string[];
  readonly first: readonly Line[];
  readonly refused: readonly RefusedLine[];
  /** Number of lines that count. */
  readonly lines: number;
}

/**
 * Reads a whole file, in pieces. Good lines go to `take` in batches, in the order of the file; lines that cannot be read,
 * and a line that the file has twice, are refused by number.
 *
 * @throws {Problem} `invalid_parameter` for a file that is not whole or cannot be read, without lines, or with more than
 *   {@link FILE_LINES_MAX} lines or {@link REFUSED_MAX} refused ones.
 */
export async function previewFile<Line>(
  file: CollectedFile,
  mapping: FileMapping | null,
  kind: LineKind<Line>,
  take: (lines: readonly Line[]) => Promise<void>,
): Promise<FoundInFile<Line>> {
  const source = await openFile(file, mapping, kind.targets);
  const known = new DigestSet();
  const refused: RefusedLine[] = [];
  const first: Line[] = [];
  let lines = 0;
  let batch: [number: number, line: Line][] = [];
  const refuse = (line: number, reason: string) => {
    refused.push({ line, reason });
    if (refused.length > REFUSED_MAX) throw tooManyRefused(refused[0]!);
  };
  const endBatch = async () => {
    const against = await kind.check(batch.map(([, line]) => line));
    const good: Line[] = [];
    for (const [index, [number, line]] of batch.entries()) {
      const reason = against.get(index);
      if (reason) refuse(number, reason);
      else {
        kind.count(line);
        good.push(line);
      }
    }
    batch = [];
    if (first.length < SHOWN_LINES) first.push(...good.slice(0, SHOWN_LINES - first.length));
    lines += good.length;
    if (good.length > 0) await take(good);
  };
  let read = 0;
  for await (const { cells, fault, line: number } of source.lines) {
    read += 1;
    if (read > FILE_LINES_MAX)
      throw invalidParameter('file', `file must have at most ${FILE_LINES_MAX} lines: split it.`);
    const line = readOne(kind, number, cells, fault);
    if (typeof line === 'string') {
      refuse(number, line);
      continue;
    }
    kind.add(line);
    if (kind.isTotal(line)) continue;
    if (!known.add(kind.digest(line))) refuse(number, 'The file has this line twice: only the first counts.');
    else batch.push([number, line]);
    if (batch.length >= BATCH_LINES) await endBatch();
  }
  await endBatch();
  if (read === 0) throw invalidParameter('file', 'file has no lines.');
  refused.sort((one, other) => one.line - other.line);
  return { format: source.format, columns: source.columns, first, refused, lines };
}

function readOne<Line>(
  kind: LineKind<Line>,
  number: number,
  cells: ReadLine['cells'],
  fault: string | null,
): Line | string {
  if (fault) {
    kind.miss();
    return fault;
  }
  try {
    return kind.read(number, cells);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    kind.miss();
    return error.message;
  }
}

interface OpenedFile extends Pick<FoundInFile<unknown>, 'format'> {
  readonly columns: readonly string[];
  readonly lines: AsyncIterable<ReadLine>;
}

async function openFile(
  file: CollectedFile,
  mapping: FileMapping | null,
  targets: TargetColumns,
): Promise<OpenedFile> {
  if (file.bytes === 0) throw invalidParameter('file', 'file is empty.');
  if (await isXml(file)) {
    // Statements have their own names; only settlement files have target columns that they lack.
    if (!Object.hasOwn(targets, 'booked_on'))
      throw invalidParameter('file', 'file must be CSV or a workbook (.xlsx).');
    return { format: 'camt', columns: [], lines: camtLines(readCamt(file)) };
  }
  const table = file.archive ? readWorkbookTable(file) : readCsvTable(file);
  const head = await table.next();
  if (head.done) throw invalidParameter('file', 'file has no lines.');
  const columns = head.value.cells;
  if (columns.length > FILE_COLUMNS_MAX)
    throw invalidParameter('file', `file must have at most ${FILE_COLUMNS_MAX} columns.`);
  if (columns.some((name) => hasCardNumber(name))) {
    // In a file without a header, the first line is one of its lines.
    throw invalidParameter('file', 'file must have a header: its first line has a card number.');
  }
  const places = placesIn(columns, mapping, targets);
  const format = file.archive ? 'xlsx' : 'csv';
  return { format, columns, lines: linesOf(table, columns.length, places, file.archive !== null) };
}

async function* linesOf(
  table: AsyncIterable<TableLine>,
  width: number,
  places: ReadonlyMap<string, number>,
  isWorkbook: boolean,
): AsyncGenerator<ReadLine> {
  for await (const { cells, line } of table) {
    // A workbook leaves out empty cells at the end of a row.
    const fault = !isWorkbook && cells.length !== width ? widthFault(cells.length, width) : null;
    yield {
      line,
      cells: Object.fromEntries([...places].map(([target, place]) => [target, cells[place] ?? ''])),
      fault,
    };
  }
}

const widthFault = (cells: number, width: number) =>
  `The line has ${cells} cells, the header ${width}: put cells with separators in double quotes.`;

async function* camtLines(entries: AsyncIterable<CamtEntry>): AsyncGenerator<ReadLine> {
  for await (const { cells, fault, line } of entries)
    yield { line, cells, fault: fault && `The entry ${fault}.` };
}

async function isXml(file: CollectedFile): Promise<boolean> {
  if (file.archive) return false;
  for await (const piece of file.read()) return /^\uFEFF?\s*</.test(piece.toString('utf8', 0, 64));
  return false;
}

const tooManyRefused = ({ line, reason }: RefusedLine) =>
  new Problem(
    'invalid_parameter',
    `More than ${REFUSED_MAX} lines of file cannot be read, so nothing of it counts. The first is line ${line}: ${reason}`,
    { param: 'file' },
  );
