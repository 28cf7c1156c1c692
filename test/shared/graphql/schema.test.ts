import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { allResources } from '../../../src/core/model/index.ts';
import { graphqlSchema, printGraphqlSchema } from '../../../src/graphql/schema.ts';

const schema = graphqlSchema();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** Everything in a type that needs a description, with its path. */
function partsOf(type: GraphQLNamedType): [string, Described][] {
  const parts: [string, Described][] = [[type.name, type]];
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  for (const field of fields) {
    parts.push([`${type.name}.${field.name}`, field]);
    for (const arg of field.args) parts.push([`${type.name}.${field.name}(${arg.name}:)`, arg]);
  }
  const members = isEnumType(type)
    ? type.getValues()
    : isInputObjectType(type)
      ? Object.values(type.getFields())
      : [];
  for (const member of members) parts.push([`${type.name}.${member.name}`, member]);
  return parts;
}

test('The GraphQL schema describes every type, field, argument and value', () => {
  const parts = types.flatMap(partsOf);
  expect(parts.length).toBeGreaterThan(1000);
  const undescribed = parts.filter(([, part]) => !part.description?.trim()).map(([name]) => name);
  expect(undescribed).toEqual([]);
});

test('schema/schema.graphql is up to date with the code', async () => {
  const file = path.resolve(import.meta.dirname, '../../../schema/schema.graphql');
  expect(await readFile(file, 'utf8')).toBe(printGraphqlSchema(schema));
});

test('Every resource is a Node in the GraphQL schema', () => {
  const node = schema.getType('Node');
  for (const { target } of allResources()) {
    const type = schema.getType(target.name);
    if (!isObjectType(type)) throw new Error(`${target.name} is no object type.`);
    expect(type.getInterfaces()).toContain(node);
    expect(String(type.getFields().id?.type)).toBe('ID!');
  }
});

test("The GraphQL schema uses camelCase, and the specification's enum values", () => {
  const named = types
    .filter((type) => !isEnumType(type))
    .flatMap(partsOf)
    .filter(([place]) => /[.(]/.test(place));
  expect(named.filter(([, part]) => !/^[a-z][A-Za-z0-9]*$/.test(part.name)).map(([place]) => place)).toEqual(
    [],
  );
});
