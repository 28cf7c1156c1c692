import { expect, test } from 'vitest';
import '../../../../src/rest/operations.ts';
import { Problem } from '../../../../src/core/foundation/errors.ts';
import {
  type Alias,
  aliasesOf,
  type DescribedClass,
  type FieldDescription,
  fieldAt,
  fieldsOf,
} from '../../../../src/core/model/description.ts';
import { inputSchema, SchemaComponents } from '../../../../src/core/model/json-schema.ts';
import { allInputs } from '../../../../src/core/model/resource.ts';
import { validate } from '../../../../src/core/model/validate.ts';
import { operations, specifiedOperations } from '../../../../src/rest/operations.ts';
import { sampleValue } from '../../conformance/rows.ts';

type Values = Record<string, unknown>;

const all = allInputs().flatMap((target) =>
  [...aliasesOf(target)].map(([name, alias]) => ({ target, input: target.name, name, alias })),
);
const of = <Kind extends string>(kind: Kind) =>
  all.filter(({ alias }) => kind in alias) as ((typeof all)[number] & {
    alias: Extract<Alias, Record<Kind, unknown>>;
  })[];

/** A value of a field, as JSON has it. */
const sampleOf = (field: FieldDescription): unknown => JSON.parse(JSON.stringify(sampleValue(field)));

/** The least that an input has to have, with other values. */
const withLeast = (target: DescribedClass, values: Values = {}): Values => ({
  ...Object.fromEntries(
    fieldsOf(target).flatMap((field) => (field.required ? [[field.name, sampleOf(field)]] : [])),
  ),
  ...values,
});

/** `{ a: { b: value } }` for `a.b`. */
const nested = (path: string, value: unknown): Values =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Values;

/** The problems of an input: their codes and parameters. */
function refusals(target: DescribedClass, input: Values): [string, string | null][] {
  try {
    validate(target, input);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const all = error.parameters.length > 0 ? error.parameters : [error];
    return all.map(({ code, param }) => [code, param]);
  }
}

test('Inputs of each kind of alias exist, and those of the specification have none', () => {
  expect(['of', 'byType', 'says', 'equals'].map((kind) => of(kind as 'of').length > 0)).toEqual(
    Array(4).fill(true),
  );
  const specified = new Set(specifiedOperations.map(({ body }) => body));
  expect(all.filter(({ target }) => specified.has(target))).toEqual([]);
  expect(all.filter(({ target }) => !operations.some(({ body }) => body === target))).toEqual([]);
});

test.each(of('of'))('$input reads $name as the field that it stands for', ({ alias, name, target }) => {
  const value = sampleOf(fieldAt(target, alias.of));
  const expected = validate(target, { ...withLeast(target), ...nested(alias.of, value) });
  const without = Object.fromEntries(
    Object.entries(withLeast(target)).filter(([field]) => field !== alias.of),
  );
  expect(validate(target, { ...without, [name]: value })).toEqual(expected);
  for (const text of alias.nulls ?? []) {
    expect(validate(target, { ...withLeast(target), [name]: text })).toMatchObject(nested(alias.of, null));
  }
  const both = { ...withLeast(target), ...nested(alias.of, value), [name]: value };
  expect(refusals(target, both)).toEqual([['parameters_exclusive', name]]);
  expect(refusals(target, { ...without, [name]: [[]] })).toEqual([['invalid_parameter', name]]);
});

test.each(of('byType'))('$input reads $name as the field of its type', ({ alias, name, target }) => {
  for (const [type, path] of Object.entries(alias.byType)) {
    const value = sampleOf(fieldAt(target, path));
    const given = { ...withLeast(target), [name]: { type, data: value } };
    expect(validate(target, given)).toEqual(
      validate(target, { ...withLeast(target), ...nested(path, value) }),
    );
    // A member that is taken in either form is one member.
    if (!path.startsWith(`${name}.`)) {
      expect(refusals(target, { ...given, ...nested(path, value) })).toEqual([
        ['parameters_exclusive', `${name}.data`],
      ]);
    }
    expect(refusals(target, { ...withLeast(target), [name]: { type, data: 7 } })).toEqual([
      ['invalid_parameter', `${name}.data`],
    ]);
  }
  const refused = (value: unknown) => refusals(target, { ...withLeast(target), [name]: value });
  expect(refused({ type: 'constructor', data: 'x' })).toEqual([['invalid_parameter', `${name}.type`]]);
  expect(refused('man_1')).toEqual([['invalid_parameter', name]]);
});

test.each(of('says'))('$input takes $name where it says what holds', ({ alias, name, target }) => {
  for (const { beside = {}, value } of alias.says) {
    expect(validate(target, withLeast(target, { ...beside, [name]: value }))).toEqual(
      validate(target, withLeast(target, beside)),
    );
    for (const field of Object.keys(beside)) {
      expect(refusals(target, withLeast(target, { [name]: value, [field]: 1 }))).toEqual([
        ['invalid_parameter', field],
      ]);
    }
  }
  expect(refusals(target, withLeast(target, { [name]: 'another' }))).toEqual([['invalid_parameter', name]]);
});

test.each(of('equals'))('$input takes $name if it equals $alias.equals', ({ alias, name, target }) => {
  const value = sampleOf(fieldAt(target, alias.equals));
  const given = withLeast(target, { [alias.equals]: value });
  expect(validate(target, { ...given, [name]: value })).toEqual(validate(target, given));
  expect(refusals(target, { ...given, [name]: 'another' })).toEqual([['invalid_parameter', name]]);
});

test.each(all)(
  'OpenAPI shows $name of $input, and validation reads it as what it stands for',
  ({ name, target }) => {
    const documented = inputSchema(target, new SchemaComponents()) as { properties: Values };
    expect(documented.properties[name]).toMatchObject({ description: expect.stringMatching(/./) });
    const validated = Object.keys((inputSchema(target) as { properties: Values }).properties);
    expect(validated.includes(name)).toBe(fieldsOf(target).some((field) => field.name === name));
  },
);
