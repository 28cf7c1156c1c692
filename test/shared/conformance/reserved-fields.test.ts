import { readFileSync } from 'node:fs';
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { openApiDocument } from '../../../src/rest/openapi.ts';

/** The last sentence in the description of a field that is never filled. */
const RESERVED = /Reserved: always (?:null|empty)\.$/;
/** The committed version: `npm run check` refuses an outdated one. */
const reference = readFileSync(new URL('../../../docs/fields.md', import.meta.url), 'utf8');

/** The names of fields listed as reserved in docs/fields.md, by their objects' paths. */
const listed = [...reference.matchAll(/^\| `([\w.]+)` \| Reserved: always/gm)].map(([, path]) => path!);
const nameOf = (path: string) => path.split('.').at(-1)!;

/** The paths of members described as reserved in an OpenAPI document. */
function describedIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { description } = value as { description?: unknown };
  const own = typeof description === 'string' && RESERVED.test(description) ? [path.join('.')] : [];
  const within = Object.entries(value).flatMap(([name, member]) => describedIn(member, [...path, name]));
  return [...own, ...within];
}

/** The fields described as reserved in the GraphQL schema, with their types. */
const inGraphql = Object.values(graphqlSchema().getTypeMap())
  .filter((type): type is GraphQLObjectType => isObjectType(type))
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ description }) => RESERVED.test(description ?? ''))
      .map((field) => ({ type: type.name, field: field.name, of: getNamedType(field.type).name })),
  );

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test('docs/fields.md lists exactly the fields that OpenAPI describes as reserved', () => {
  const described = describedIn(openApiDocument());
  expect(described.length).toBeGreaterThan(0);
  expect([...new Set(described.map(nameOf))].sort()).toEqual([...new Set(listed.map(nameOf))].sort());
});

test('docs/fields.md lists every field that GraphQL describes as reserved, by its object', () => {
  expect(inGraphql.length).toBeGreaterThan(0);
  const missing = inGraphql.filter(({ field, type }) => {
    const name = snakeCase(field);
    return !listed.some(
      (path) => path.endsWith(`${type}.${name}`) || (nameOf(path) === name && path.split('.').length > 2),
    );
  });
  expect(missing).toEqual([]);
});

test('docs/fields.md states the number of reserved fields that it lists', () => {
  const all = /^\| \*\*All\*\* \|(.*)\|$/m.exec(reference)![1]!.split('|').map(Number);
  const header = /^\| Object \|(.*)\|$/m
    .exec(reference)![1]!
    .split('|')
    .map((name) => name.trim());
  expect(all[header.indexOf('Reserved')]).toBe(listed.length);
  expect(listed).toContain('CustomerPaymentMethod.payment_method_issuer_code');
});
