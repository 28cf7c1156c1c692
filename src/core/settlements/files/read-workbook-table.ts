import { invalidParameter } from '../../foundation/errors.ts';
import type { CollectedFile } from './collected-file.ts';
import { Workbook } from './open-workbook.ts';
import type { TableLine } from './read-csv-table.ts';

/** Maximum length of all shared texts of a workbook, in characters: memory holds them. */
const SHARED_TEXT_MAX = 32 * 1024 * 1024;
/** Maximum number of cells of a line. */
const CELLS_MAX = 200;

/**
 * Reads the lines of the first sheet of a workbook; a line's number is its row's. A number has the 15 digits that Excel
 * shows, a date its ISO form, and a formula its last value: nothing is calculated. Empty rows are skipped.
 *
 * @throws {Problem} `invalid_parameter` for a file that is no workbook, or not whole.
 */
export async function* readWorkbookTable(file: CollectedFile): AsyncGenerator<TableLine> {
  const workbook = await Workbook.open(file.archive!);
  const { from1904, sheet } = await firstSheet(workbook);
  const shared = await sharedTexts(workbook);
  const isDate = await dateStyles(workbook);
  const lines: TableLine[] = [];
  let row = 0;
  let cells: string[] = [];
  let column = 0;
  let cell = { type: '', style: 0, value: '' };
  let isWhole = false;
  const handlers = {
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1);
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' };
      }
    },
    close: (name: string, text: string) => {
      if (name === 'v' || (name === 't' && cell.type === 'inlineStr')) cell.value += text;
      else if (name === 'c' && column < CELLS_MAX) {
        while (cells.length < column) cells.push('');
        cells[column] = shownValue(cell, shared, isDate, from1904).trim();
      } else if (name === 'row' && cells.some((value) => value !== '')) lines.push({ line: row, cells });
      else if (name === 'worksheet') isWhole = true;
    },
  };
  for await (const _ of workbook.read(sheet, handlers)) {
    yield* lines;
    lines.length = 0;
  }
  if (!isWhole) throw invalidParameter('file', 'file is a workbook whose first sheet is no worksheet.');
}

interface Cell {
  readonly type: string;
  readonly style: number;
  readonly value: string;
}

function shownValue(
  { style, type, value }: Cell,
  shared: readonly string[],
  isDate: (style: number) => boolean,
  from1904: boolean,
): string {
  if (value === '') return '';
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n') return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return isDate(style) ? dateText(number, from1904) : numberText(number);
}

/** Excel calculates with doubles and shows 15 digits: 10.2 may be stored as 10.199999999999999. */
function numberText(number: number): string {
  const digits = number.toPrecision(15);
  if (digits.includes('e')) return digits;
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

const DAY_MS = 24 * 60 * 60_000;
/** Day 0 of the two systems of dates. The first counts a 29 February 1900, so it holds from March 1900 on. */
const epochMs = (from1904: boolean) => (from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30));

function dateText(days: number, from1904: boolean): string {
  const ms = epochMs(from1904) + Math.round(days * 24 * 60 * 60) * 1_000;
  const at = new Date(ms);
  if (Number.isNaN(at.getTime())) return numberText(days);
  const text = at.toISOString();
  return ms % DAY_MS === 0 ? text.slice(0, 10) : text;
}

/** The column of a cell's name, from 0: 1 for `B7`. */
function columnOf(name: string): number {
  let number = 0;
  for (const letter of name.replace(/\d.*/, '')) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

/** The part of the first sheet, and whether the workbook's dates begin in 1904. */
async function firstSheet(workbook: Workbook): Promise<{ sheet: string; from1904: boolean }> {
  let id: string | undefined;
  let from1904 = false;
  const targets = new Map<string, string>();
  await readWhole(workbook, 'xl/workbook.xml', (name, { date1904, id: relation }) => {
    if (name === 'sheet') id ??= relation;
    if (name === 'workbookPr') from1904 = date1904 === '1' || date1904 === 'true';
  });
  await readWhole(workbook, 'xl/_rels/workbook.xml.rels', (name, { Id, Target }) => {
    if (name === 'Relationship' && Id && Target) targets.set(Id, Target);
  });
  const target = targets.get(id ?? '') ?? 'worksheets/sheet1.xml';
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, from1904 };
}

type Opened = (name: string, attributes: Readonly<Record<string, string>>) => void;

async function readWhole(
  workbook: Workbook,
  part: string,
  open: Opened,
  close: (name: string, text: string) => void = () => {},
) {
  for await (const _ of workbook.read(part, { open, close }));
}

async function sharedTexts(workbook: Workbook): Promise<readonly string[]> {
  const part = 'xl/sharedStrings.xml';
  if (!workbook.has(part)) return [];
  const texts: string[] = [];
  let length = 0;
  let isPhonetic = false;
  const open: Opened = (name) => {
    if (name === 'si') texts.push('');
    if (name === 'rPh') isPhonetic = true;
  };
  await readWhole(workbook, part, open, (name, text) => {
    if (name === 'rPh') isPhonetic = false;
    if (name !== 't' || isPhonetic) return;
    texts[texts.length - 1] += text;
    length += text.length;
    if (length > SHARED_TEXT_MAX)
      throw invalidParameter(
        'file',
        `file must have at most ${SHARED_TEXT_MAX} characters of text: upload CSV.`,
      );
  });
  return texts;
}

/** The built-in formats of dates and times. */
const builtInDates: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Whether a cell's style shows a number as a date. */
async function dateStyles(workbook: Workbook): Promise<(style: number) => boolean> {
  const part = 'xl/styles.xml';
  if (!workbook.has(part)) return () => false;
  const dates = new Set(builtInDates);
  const styles: boolean[] = [];
  let isInCells = false;
  const open: Opened = (name, { formatCode, numFmtId }) => {
    if (name === 'numFmt' && formatCode !== undefined && isDateFormat(formatCode))
      dates.add(Number(numFmtId));
    if (name === 'cellXfs') isInCells = true;
    if (name === 'xf' && isInCells) styles.push(dates.has(Number(numFmtId)));
  };
  await readWhole(workbook, part, open, (name) => {
    if (name === 'cellXfs') isInCells = false;
  });
  return (style) => styles[style] ?? false;
}

/** A format with a day, month, year or time, outside of quoted texts, escapes, colours and conditions. */
const isDateFormat = (format: string) =>
  /[dmyhs]/i.test(format.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|General/gi, ''));
