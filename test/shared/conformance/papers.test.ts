import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const markdownIn = (folder: string) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
const papers = [...markdownIn('.'), ...markdownIn('docs'), ...markdownIn('.github')];
const textOf = (paper: string) => readFileSync(path.join(root, paper), 'utf8');

test.each(papers)('%s mentions only paths that exist', (paper) => {
  const mentioned = [...textOf(paper).matchAll(/`((?:src|test|docs|schema)\/[^`\s]*)`/g)].map(
    ([, file]) => file!,
  );
  expect(mentioned.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test.each(papers)('%s links only to files that exist', (paper) => {
  const links = [...textOf(paper).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, file]) => file!);
  const folder = path.dirname(path.join(root, paper));
  expect(links.filter((file) => !existsSync(path.resolve(folder, file)))).toEqual([]);
});

test('README.md has at most 160 lines', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(160);
});
