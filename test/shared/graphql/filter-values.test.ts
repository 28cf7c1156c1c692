import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

/** Texts that some columns cannot store. */
const texts = ['', 'no such value', '9'.repeat(30), '-1', '1.5', '%', "'", '\\', 'ﷺ', '2026-02-30'];

/** The lists of the schema, each with its filter. */
const lists = Object.values(schema.getQueryType()!.getFields()).flatMap(({ args, name, type }) => {
  const filter = getNamedType(args.find((arg) => arg.name === 'filter')?.type);
  const list = getNamedType(type) as GraphQLObjectType;
  return isInputObjectType(filter) && list.name.endsWith('Connection') ? [{ name, filter }] : [];
});

/** The text fields of a filter. */
const comparedWithTexts = (filter: GraphQLInputObjectType): string[] =>
  Object.values(filter.getFields()).flatMap(({ name, type }) => {
    const { name: comparison } = getNamedType(type);
    return comparison === 'StringFilter' || comparison === 'IDFilter' ? [name] : [];
  });

test.for(lists)(
  '$name are filtered by any text, or the filter is refused',
  async ({ filter, name }, { adminGraphql, graphql }) => {
    const query = `query ($filter: ${filter.name}) { ${name}(first: 1, filter: $filter) { totalCount } }`;
    for (const field of comparedWithTexts(filter)) {
      for (const text of texts) {
        for (const client of [graphql, adminGraphql]) {
          const { errors } = await client.run(query, { filter: { [field]: { eq: text } } });
          const codes = errors.map(({ extensions }) => extensions.code);
          // Digests are a merchant's: the admin key names it.
          const known = [[], ['invalid_parameter'], ['wrong_key_kind'], ['missing_parameter']];
          expect(known, `${field} of ${JSON.stringify(text)}`).toContainEqual(codes);
        }
      }
    }
  },
);
