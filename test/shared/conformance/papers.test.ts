import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sectionsOf } from './markdown.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const papers = ['*.md', 'docs/**/*.md', '.github/**/*.md', 'deploy/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }),
);
const textOf = (paper: string) => readFileSync(path.join(root, paper), 'utf8');

interface Link {
  /** Relative to the paper; empty within it. */
  readonly file: string;
  readonly anchor: string;
}

const linksOf = (text: string): Link[] =>
  [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?[^)]*\)/g)].map(([, file, anchor]) => ({
    file: file!,
    anchor: anchor ?? '',
  }));

// A package's paths are its own, and some of them generated.
test.each(papers.filter((paper) => !paper.startsWith('deploy/')))(
  '%s mentions only paths that exist',
  (paper) => {
    const mentioned = [...textOf(paper).matchAll(/`((?:src|test|docs|schema)\/[^`\s]*)`/g)].map(
      ([, file]) => file!,
    );
    expect(mentioned.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  },
);

test.each(papers)('%s links only to files that exist', (paper) => {
  const folder = path.dirname(path.join(root, paper));
  const files = linksOf(textOf(paper)).map(({ file }) => file);
  expect(files.filter((file) => file && !existsSync(path.resolve(folder, file)))).toEqual([]);
});

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** The links of a paper that say a heading which their page does not have. */
function lostAnchors(paper: string, text: string): string[] {
  const folder = path.dirname(path.join(root, paper));
  return linksOf(text)
    .filter(({ anchor, file }) => anchor && (!file || file.endsWith('.md')))
    .filter(({ anchor, file }) => {
      const page = file ? readFileSync(path.resolve(folder, file), 'utf8') : text;
      return !sectionsOf(page).some(({ title }) => anchorOf(title) === anchor);
    })
    .map(({ anchor, file }) => `${file}#${anchor}`);
}

test.each(papers)('%s links only to headings that exist', (paper) => {
  expect(lostAnchors(paper, textOf(paper))).toEqual([]);
});

test('The check finds a link to a missing heading', () => {
  const text =
    '# A page\n\n## `One` heading, with 2\n\n[a](#one-heading-with-2) [b](#two) [c](docs/routing.md#versions)';
  expect(lostAnchors('README.md', text)).toEqual(['#two']);
  expect(lostAnchors('README.md', '[d](docs/routing.md#none)')).toEqual(['docs/routing.md#none']);
});

const mentioning = [
  '{src,test,deploy}/**/*.{ts,tsx,js,graphql,yaml,sql}',
  '.github/**/*.{md,yml}',
  'docs/**/*.{md,js}',
].flatMap((pattern) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' }),
);

/** The pages, and headings of them, that a text names by their paths and that do not exist. */
const lostMentions = (text: string): string[] =>
  [...text.matchAll(/\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g)]
    .filter(([, page, anchor]) => {
      const file = path.join(root, 'docs', page!);
      if (!existsSync(file)) return true;
      // A test may name the beginning that several anchors share.
      const isNamed = (of: string) => (anchor!.endsWith('-') ? of.startsWith(anchor!) : of === anchor);
      return anchor && !sectionsOf(readFileSync(file, 'utf8')).some(({ title }) => isNamed(anchorOf(title)));
    })
    .map(([mention]) => mention);

test('Code, manifests and runbook links name only pages and headings that exist', () => {
  const mentions = mentioning
    .filter((file) => file !== 'test/shared/conformance/papers.test.ts')
    .map((file) => ({ file, text: textOf(file) }))
    .filter(({ text }) => text.includes('docs/'));
  expect(mentions.length).toBeGreaterThan(50);
  expect(mentions.flatMap(({ file, text }) => lostMentions(text).map((lost) => `${file}: ${lost}`))).toEqual(
    [],
  );
});

test('The check finds a runbook link to a missing heading', () => {
  expect(lostMentions('runbook: docs/run.md#alerts')).toEqual([]);
  expect(lostMentions('docs/run.md#none, docs/none.md')).toEqual(['docs/run.md#none', 'docs/none.md']);
});

test('README.md links to every page of docs', () => {
  const linked = linksOf(textOf('README.md')).map(({ file }) => file);
  expect(papers.filter((paper) => /^docs\/[^/]+$/.test(paper) && !linked.includes(paper))).toEqual([]);
});

test('README.md has at most 160 lines', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(160);
});
