import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingsIn } from '../../../src/config/setting.ts';
import { settings } from '../../../src/config/settings.ts';

const textOf = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', file), 'utf8');
const page = textOf('docs/install.md');
const pages = ['install', 'run', 'secure', 'recover'].map((name) => textOf(`docs/${name}.md`)).join('\n');
const declared = settingsIn(settings);

/** The rows of a section's first table of settings. */
const rowsBelow = (text: string, heading: string) =>
  [
    ...text
      .slice(text.indexOf(`\n${heading}\n`))
      .split('\n\n## ')[0]!
      .matchAll(/^\| `[A-Z][A-Z0-9_]+` \|.*$/gm),
  ].map(([row]) => row);

test('The settings table of docs/install.md matches the declarations, in order', () => {
  const lines = declared.flatMap(({ line, variable }) =>
    line ? [`| \`${variable}\` | ${line.shown} | ${line.about} |`] : [],
  );
  expect(lines.length).toBeGreaterThan(30);
  expect(rowsBelow(page, '## Settings')).toEqual(lines);
});

test('Settings missing from that table are on another page for operators', () => {
  const others = declared.filter(({ line }) => line === null).map(({ variable }) => variable);
  expect(others.filter((variable) => !pages.includes(`\`${variable}`))).toEqual([]);
});

test("README's settings show the declared defaults", () => {
  const shown = rowsBelow(textOf('README.md'), '## Configuration').map((row) => row.split(' | ').slice(0, 2));
  expect(shown.length).toBeGreaterThan(4);
  const lines = declared.map(({ line, variable }) => [`| \`${variable}\``, line?.shown]);
  for (const row of shown) expect(lines).toContainEqual(row);
});

test('No variable is declared twice', () => {
  const variables = declared.map(({ variable }) => variable);
  expect(variables).toEqual([...new Set(variables)]);
});
