import path from 'node:path';
import { type GraphQLInputObjectType, type GraphQLSchema, getNamedType, isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { describedMember } from '../../../src/core/model/graphql-types.ts';
import { forms } from '../../../src/dev/dashboard/form-fields.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';

interface FormField {
  readonly name: string;
  readonly kind: string;
  readonly about: string;
  readonly options?: readonly string[];
  readonly fields?: readonly FormField[];
}

interface OpenField {
  readonly field: FormField;
  readonly about: string;
  readonly values: readonly string[];
}

/** The fields of a form and its nested objects that the core describes as texts with known values. */
function openFields(schema: GraphQLSchema, input: string, fields: readonly FormField[]): OpenField[] {
  const members = (schema.getType(input) as GraphQLInputObjectType).getFields();
  return fields.flatMap((field) => {
    const type = getNamedType(members[field.name]!.type);
    if (isInputObjectType(type)) return openFields(schema, type.name, field.fields ?? []);
    const { about = '', enumeration } = describedMember(input, field.name) ?? {};
    const known = enumeration?.();
    return known?.open ? [{ field, about, values: known.values }] : [];
  });
}

test('A text with known values is a select field in every form, and its help omits the list', async () => {
  const schema = graphqlSchema();
  const found = await Promise.all(
    forms.map(async ({ file, input, name }) => {
      const module = await import(path.resolve('src/dashboard', file));
      return openFields(schema, input, module[name]);
    }),
  );
  expect(found.flat().length).toBeGreaterThan(0);
  for (const { about, field, values } of found.flat())
    expect(field).toMatchObject({ kind: 'choice', about: about.replace(/\s+/g, ' '), options: values });
});
