import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const pages = ['*.md', 'docs/**/*.md', '.github/**/*.md', 'deploy/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }),
);

/** The cells of a row: a bar within code or after a backslash separates nothing. */
const cellsOf = (row: string): number =>
  row
    .trim()
    .replace(/`[^`]*`/g, 'code')
    .replaceAll('\\|', '')
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|').length;

interface Row {
  readonly line: number;
  readonly text: string;
}

/** The tables of a page: lines that begin with a bar, without those of code. */
function tablesOf(text: string): Row[][] {
  const tables: Row[][] = [];
  let isCode = false;
  let isTable = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const isRow = !isCode && /^\s*\|/.test(line);
    if (isRow && !isTable) tables.push([]);
    if (isRow) tables.at(-1)!.push({ line: index + 1, text: line });
    isTable = isRow;
  }
  return tables;
}

test.each(pages)('The tables of %s have a header, and each row has its number of cells', (page) => {
  const faults = tablesOf(readFileSync(path.join(root, page), 'utf8')).flatMap(([header, rule, ...rows]) => {
    if (!rule || !/^\s*\|[\s:|-]+\|\s*$/.test(rule.text)) return [`line ${header!.line}: no header`];
    const expected = cellsOf(header!.text);
    return [rule, ...rows]
      .filter(({ text }) => cellsOf(text) !== expected)
      .map(({ line, text }) => `line ${line}: ${cellsOf(text)} cells in place of ${expected}`);
  });
  expect(faults).toEqual([]);
});

test('Tables are found', () => {
  const found = pages.flatMap((page) => tablesOf(readFileSync(path.join(root, page), 'utf8')));
  expect(found.length).toBeGreaterThan(50);
});
