import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isBrowserCode } from '../../kit/browser-code.ts';

const root = path.resolve(import.meta.dirname, '../../../src');
const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => /\.tsx?$/.test(file) && !isBrowserCode(file));

/**
 * Folders whose files are named after their subject: a connector's operation, a route, a resolver, an entity, a
 * resource's operations, a port.
 */
const named = [
  /^connectors\/\w+(?=\/)/,
  /^rest\/(?:routes|beyond)(?=\/)/,
  /^graphql\/(?:resolvers|subscriptions)(?=\/)/,
  /^core\/(?:entities|operations|foundation\/ports)(?=\/)/,
];

/** The folder in which a file's name is unique: one of the above, or its room, a folder of `src`. */
const placeOf = (file: string): string =>
  named.map((pattern) => pattern.exec(file)?.[0]).find((folder) => folder !== undefined) ??
  (file.includes('/') ? file.split('/')[0]! : '');

/** The values that occur under one key more than once. */
function repeated(pairs: readonly (readonly [key: string, value: string])[]): Record<string, string[]> {
  const values = new Map<string, Set<string>>();
  for (const [key, value] of pairs) values.set(key, (values.get(key) ?? new Set()).add(value));
  return Object.fromEntries(
    [...values].filter(([, all]) => all.size > 1).map(([key, all]) => [key, [...all].sort()]),
  );
}

test('src has at most 18 entries', () => {
  expect(readdirSync(root).length).toBeLessThanOrEqual(18);
});

test('A file name is unique in its room', () => {
  const modules = files.filter((file) => path.basename(file) !== 'index.ts');
  expect(repeated(modules.map((file) => [`${placeOf(file)}: ${path.basename(file)}`, file]))).toEqual({});
});

/** The names that a file declares and exports. */
function exportsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const declared =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|class|interface|type|enum|function\*?) (\w+)/gm;
  return [...text.matchAll(declared)].map(([, name]) => name!);
}

/** Names shared by every command of the program, and those that `dev/dev.ts` provides for lazy loading. */
const eachHas: Readonly<Record<string, RegExp>> = {
  command: /^commands\//,
  greet: /^dev\/dev\.ts$/,
  runDemo: /^dev\/dev\.ts$/,
};

test('An exported name means one thing', () => {
  const exported = files
    // Connectors export the same operations, and are never imported together.
    .filter((file) => !/^connectors\/\w+\//.test(file))
    .flatMap((file) => exportsOf(file).map((name) => [name, file] as const))
    .filter(([name, file]) => !eachHas[name]?.test(file));
  expect(exported.length).toBeGreaterThan(1000);
  expect(repeated(exported)).toEqual({});
});
