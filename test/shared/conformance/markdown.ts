/** A line of a page with its number. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

/** The lines of a page, with code lines blanked. */
function linesOf(text: string): Line[] {
  let isCode = false;
  return text.split('\n').map((each, index) => {
    const isFence = /^\s*(```|~~~)/.test(each);
    if (isFence) isCode = !isCode;
    return { line: index + 1, text: isCode || isFence ? '' : each };
  });
}

/** The tables of a page: lines that begin with a bar, without code. */
export function tablesOf(text: string): Line[][] {
  const tables: Line[][] = [];
  let isTable = false;
  for (const row of linesOf(text)) {
    const isRow = /^\s*\|/.test(row.text);
    if (isRow && !isTable) tables.push([]);
    if (isRow) tables.at(-1)!.push(row);
    isTable = isRow;
  }
  return tables;
}

/** The cells of a row: a bar in code or after a backslash is no separator. */
export function cellsOf(row: string): string[] {
  const bars = row.trim().replace(/^\||\|$/g, '');
  const masked = bars.replace(/`[^`]*`|\\./g, (part) => '.'.repeat(part.length));
  let at = 0;
  return masked.split('|').map(({ length }) => {
    const cell = bars.slice(at, at + length).trim();
    at += length + 1;
    return cell;
  });
}

/** A heading and the text up to the next one. */
export interface Section {
  readonly level: number;
  readonly title: string;
  readonly text: string;
}

export function sectionsOf(text: string): Section[] {
  const lines = text.split('\n');
  const headings = linesOf(text).filter((each) => /^#{1,6} /.test(each.text));
  return headings.map(({ line, text: heading }, i) => ({
    level: heading.indexOf(' '),
    title: heading.replace(/^#+ /, '').trim(),
    text: lines.slice(line, (headings[i + 1]?.line ?? lines.length + 1) - 1).join('\n'),
  }));
}
