import fc from 'fast-check';
import { schemaFormats } from '../../../src/core/model/formats.ts';
import type { JsonSchema } from '../../../src/core/model/json-schema.ts';
import { arbitraryJsonObject, arbitraryText, formatSamples } from '../../kit/arbitraries.ts';

/** A placeholder for an existing object's identifier: it is filled in when the request is sent. */
export const KNOWN = '@known';

/** Values for the schemas of one document. */
export interface SchemaValues {
  /** The schema of a reference, without `null` as an alternative. */
  resolve(schema: JsonSchema): JsonSchema;
  /** A valid value. Optional members are mostly omitted, so that few rules between members apply. */
  valid(schema: JsonSchema): fc.Arbitrary<unknown>;
}

/** The names of members that contain objects' identifiers or secrets. */
const isReference = (name: string) => /(_id|_secret|_token)$/.test(name);

const samplesByFormat: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(formatSamples).map(([name, samples]) => [
    schemaFormats[name as keyof typeof schemaFormats],
    samples,
  ]),
);

/** The maximum number of an object's optional members. */
const OPTIONAL_MAX = 4;

export function schemaValues(document: { readonly components: { readonly schemas: object } }): SchemaValues {
  const schemas = document.components.schemas as Record<string, JsonSchema>;
  const byReference = new Map<string, fc.Arbitrary<unknown>>();

  const resolve = (schema: JsonSchema): JsonSchema => {
    if (typeof schema.$ref === 'string') return resolve(schemas[schema.$ref.split('/').at(-1)!]!);
    const alternatives = schema.anyOf as JsonSchema[] | undefined;
    return alternatives ? resolve(alternatives.find(({ type }) => type !== 'null')!) : schema;
  };

  const valid = (schema: JsonSchema): fc.Arbitrary<unknown> => {
    if (typeof schema.$ref === 'string') {
      const known = byReference.get(schema.$ref) ?? valid(resolve(schema));
      byReference.set(schema.$ref, known);
      return known;
    }
    const value = schema.anyOf ? valid(resolve(schema)) : ofType(schema);
    return isNullable(schema) ? fc.option(value, { freq: 6 }) : value;
  };

  const ofType = (schema: JsonSchema): fc.Arbitrary<unknown> => {
    if (schema.oneOf) return fc.oneof(...(schema.oneOf as JsonSchema[]).map(valid));
    if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]).filter((value) => value !== null));
    const types = typesOf(schema);
    if (types.length > 2) return fc.oneof(arbitraryText(), fc.integer(), fc.boolean(), arbitraryJsonObject);
    switch (types[0]) {
      case 'string':
        return schema.contentSchema
          ? fc.array(valid(schema.items as JsonSchema), { maxLength: 2 }).chain(encodedOrNot)
          : text(schema);
      case 'integer':
        return integer(schema as { minimum?: number; maximum?: number });
      case 'boolean':
        return fc.boolean();
      case 'array':
        return (schema.uniqueItems ? fc.uniqueArray : fc.array)(valid(schema.items as JsonSchema), {
          minLength: (schema.minItems as number | undefined) ?? 0,
          maxLength: Math.min(2, maxOf(schema.maxItems)),
        });
      default:
        if (schema.properties) return object(schema);
        return schema.additionalProperties === false ? fc.constant({}) : arbitraryJsonObject;
    }
  };

  const object = (schema: JsonSchema): fc.Arbitrary<unknown> => {
    const properties = schema.properties as Record<string, JsonSchema>;
    const required = (schema.required ?? []) as string[];
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const least = Math.max(0, ((schema.minProperties as number | undefined) ?? 0) - required.length);
    const chosen = fc.shuffledSubarray(optional, {
      minLength: least,
      maxLength: Math.max(least, Math.min(OPTIONAL_MAX, optional.length)),
    });
    const member = (name: string) =>
      isReference(name)
        ? fc.oneof(
            { weight: 4, arbitrary: fc.constant(KNOWN) },
            { weight: 1, arbitrary: valid(properties[name]!) },
          )
        : valid(properties[name]!);
    return chosen.chain((names) =>
      fc.record(Object.fromEntries([...required, ...names].map((name) => [name, member(name)])), {
        noNullPrototype: true,
      }),
    );
  };

  return { resolve, valid };
}

export const typesOf = ({ type }: JsonSchema): string[] =>
  [type].flat().filter((one) => one !== 'null') as string[];

export function isNullable(schema: JsonSchema): boolean {
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).some(({ type }) => type === 'null');
  return [schema.type].flat().includes('null');
}

const maxOf = (max: unknown): number => (max as number | undefined) ?? Number.POSITIVE_INFINITY;

/** Some lists may also be sent as a text. */
const encodedOrNot = (list: readonly unknown[]) => fc.constantFrom(list, JSON.stringify(list));

function integer({ maximum = 2 ** 31 - 1, minimum = -(2 ** 31) }): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 100_000) }),
    fc.constantFrom(minimum, maximum),
  );
}

function text(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, maxLength, pattern } = schema as { format?: string; maxLength?: number; pattern?: string };
  if (format)
    return fc.constantFrom(...samplesByFormat[format]!.filter((sample) => sample.length <= maxOf(maxLength)));
  if (pattern?.startsWith('^[A-Za-z0-9_-]')) return fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
  const ordinary = arbitraryText(maxLength);
  // The longest text of all, in characters that take two code units.
  return maxLength === undefined || maxLength > 5_000
    ? ordinary
    : fc.oneof(
        { weight: 9, arbitrary: ordinary },
        { weight: 1, arbitrary: fc.constant('\u{1f355}'.repeat(maxLength)) },
      );
}
