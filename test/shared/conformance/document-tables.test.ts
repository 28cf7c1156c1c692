import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cellsOf, tablesOf } from './markdown.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const pages = ['*.md', 'docs/**/*.md', '.github/**/*.md', 'deploy/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }),
);

test.each(pages)('The tables of %s have a header and complete rows', (page) => {
  const faults = tablesOf(readFileSync(path.join(root, page), 'utf8')).flatMap(([header, rule, ...rows]) => {
    if (!rule || !/^\s*\|[\s:|-]+\|\s*$/.test(rule.text)) return [`line ${header!.line}: no header`];
    const expected = cellsOf(header!.text).length;
    return [rule, ...rows]
      .filter(({ text }) => cellsOf(text).length !== expected)
      .map(({ line, text }) => `line ${line}: ${cellsOf(text).length} cells in place of ${expected}`);
  });
  expect(faults).toEqual([]);
});

test('The check finds tables', () => {
  const found = pages.flatMap((page) => tablesOf(readFileSync(path.join(root, page), 'utf8')));
  expect(found.length).toBeGreaterThan(50);
});
