import '../../../src/core/entities/resources.ts';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getNamedType } from 'graphql';
import { expect, test } from 'vitest';
import { allResources, fieldsByName } from '../../../src/core/model/index.ts';
import { QUERIES, queryFiles } from '../../../src/dev/queries/query-files.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { serviceTasks } from '../../../src/jobs/tasks.ts';
import { operations } from '../../../src/rest/operations.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const files = await queryFiles();
const all = [...files.values()].join('\n');
/** The sources of statements without their functions, such as `GraphQL payments`. */
const sources = new Set([...all.matchAll(/^-- (.+): \w* ?\(src\//gm)].map(([, name]) => name!));
const without = (names: readonly string[]) => names.filter((name) => !sources.has(name));

test('Every list of GraphQL has its statements, with those of its counts', () => {
  const fields = Object.values(graphqlSchema().getQueryType()!.getFields());
  const lists = fields.filter(({ type }) => getNamedType(type).name.endsWith('Connection'));
  expect(lists.length).toBeGreaterThan(25);
  const names = lists.flatMap(({ name }) => [name, `${name}.totalCount`, `${name}.count`]);
  expect(without(names.map((name) => `GraphQL ${name}`))).toEqual([]);
});

test('Every statistic of GraphQL has its statement', () => {
  const names = Object.keys(graphqlSchema().getQueryType()!.getFields()).filter((name) =>
    /Stats$/.test(name),
  );
  expect(names.length).toBeGreaterThan(4);
  expect(without(names.map((name) => `GraphQL ${name}`))).toEqual([]);
});

test('Every list of REST has its statement', () => {
  const lists = operations.filter(
    ({ method, query }) => method === 'get' && query && fieldsByName(query).has('limit'),
  );
  expect(lists.length).toBeGreaterThan(20);
  expect(without(lists.map(({ id }) => `REST ${id}`))).toEqual([]);
});

test('Every resource has its reads by key and its nested lists in the file of its table', () => {
  const readable = allResources().filter(({ reads }) => reads !== null);
  expect(readable.length).toBeGreaterThan(25);
  for (const { fields, table, target } of readable) {
    const content = files.get(`${QUERIES}/${table}.sql`);
    expect(content, table).toMatch(/^-- Read by keys: readByKeys \(src\/core\/reads\/by-key\.ts\)$/m);
    for (const { kind, name } of fields) {
      if (kind === 'children')
        expect(content).toContain(`-- Nested list ${target.name}.${name}: readChildren`);
    }
  }
});

test('Every task of the ticker has its statements in the file of its name', () => {
  const labels = [...new Set(serviceTasks.map(({ label }) => label))];
  for (const label of labels) {
    expect(files.get(`${QUERIES}/jobs/${label}.sql`), label).toContain(`-- Job ${label}: `);
  }
});

test('Every file that finds what is due of all merchants has its statement', () => {
  const finding = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !file.endsWith('find-due.ts') &&
      /\b(findDue|ofAll)[<(]/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(finding.length).toBeGreaterThan(10);
  expect(finding.filter((file) => !all.includes(`(${file})`))).toEqual([]);
});

test('Statements hold no values, identifiers or times', () => {
  for (const [file, content] of files) {
    expect(content, file).not.toMatch(/\b20\d\d-\d\d-\d\d|\bmerchant'|'id'/);
  }
});

test('The same statements are emitted each time', async () => {
  expect(await queryFiles()).toEqual(files);
});
