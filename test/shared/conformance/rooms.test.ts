import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The rooms of `src` by floor, lowest first. A room imports only from itself and lower floors. */
const floors = [
  ['core'],
  ['config'],
  ['http'],
  ['connectors'],
  ['database', 'jobs', 'storage'],
  ['rest', 'graphql', 'people'],
  ['telemetry', 'checkout', 'pages', 'dashboard'],
  ['dev'],
  ['service'],
  ['main.ts'],
  ['commands'],
];
const source = path.resolve(import.meta.dirname, '../../../src');
const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room));
const roomOf = (file: string) => file.split(path.sep)[0]!;
const files = globSync('**/*.{ts,tsx}', { cwd: source }).sort();

/** The relative imports of a file, relative to `src`. */
const importsOf = (file: string) =>
  [...readFileSync(path.join(source, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, specifier]) => path.join(path.dirname(file), specifier!))
    .filter((target) => !target.startsWith('..'));

test('Every room of src has a floor', () => {
  expect([...new Set(files.map(roomOf))].sort()).toEqual(floors.flat().sort());
});

test('No room of src imports from another on the same or a higher floor', () => {
  const violations = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => roomOf(target) !== roomOf(file) && floorOf(roomOf(target)) >= floorOf(roomOf(file)))
      .map((target) => `${file} imports ${target}`),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(violations).toEqual([]);
});

/** The folders of `src/http` by floor, lowest first. */
const httpFloors = ['requests', 'load', 'front-door', 'pages'];

test('A folder of src/http imports from itself and lower floors only', () => {
  const folderOf = (file: string) => file.split(path.sep)[1]!;
  const httpFiles = files.filter((file) => roomOf(file) === 'http');
  expect([...new Set(httpFiles.map(folderOf))].sort()).toEqual([...httpFloors].sort());
  const violations = httpFiles.flatMap((file) =>
    importsOf(file)
      .filter((target) => roomOf(target) === 'http')
      .filter((target) => httpFloors.indexOf(folderOf(target)) > httpFloors.indexOf(folderOf(file)))
      .map((target) => `${file} imports ${target}`),
  );
  expect(violations).toEqual([]);
});
