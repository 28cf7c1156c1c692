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

test('Every GraphQL list has its statements, including those of its counts', () => {
  const fields = Object.values(graphqlSchema().getQueryType()!.getFields());
  const lists = fields.filter(({ type }) => getNamedType(type).name.endsWith('Connection'));
  expect(lists.length).toBeGreaterThan(25);
  const names = lists.flatMap(({ name }) => [name, `${name}.totalCount`, `${name}.count`]);
  expect(without(names.map((name) => `GraphQL ${name}`))).toEqual([]);
});

test('Every GraphQL statistic has its statement', () => {
  const names = Object.keys(graphqlSchema().getQueryType()!.getFields()).filter((name) =>
    /Stats$/.test(name),
  );
  expect(names.length).toBeGreaterThan(4);
  expect(without(names.map((name) => `GraphQL ${name}`))).toEqual([]);
});

test('Every REST list has its statement', () => {
  const lists = operations.filter(
    ({ method, query }) => method === 'get' && query && fieldsByName(query).has('limit'),
  );
  expect(lists.length).toBeGreaterThan(20);
  expect(without(lists.map(({ id }) => `REST ${id}`))).toEqual([]);
});

test("The file of a resource's table contains its reads by key and its nested lists", () => {
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

test('The file of each ticker task contains its statements', () => {
  const labels = [...new Set(serviceTasks.map(({ label }) => label))];
  for (const label of labels) {
    expect(files.get(`${QUERIES}/jobs/${label}.sql`), label).toContain(`-- Job ${label}: `);
  }
});

test('Every file that finds due work of all merchants has its statement', () => {
  const finding = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !file.endsWith('find-due.ts') &&
      /\b(findDue|ofAll)[<(]/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(finding.length).toBeGreaterThan(10);
  expect(finding.filter((file) => !all.includes(`(${file})`))).toEqual([]);
});

test('Statements contain no values, identifiers or times', () => {
  for (const [file, content] of files) {
    expect(content, file).not.toMatch(/\b20\d\d-\d\d-\d\d|\bmerchant'|'id'/);
  }
});

test('Emitting twice gives the same statements', async () => {
  expect(await queryFiles()).toEqual(files);
});
