import type { JsonSchema } from '../../../src/core/model/json-schema.ts';
import { isNullable, type SchemaValues, typesOf } from './json-values.ts';

/** A value with one change that its schema may not allow, and a description of the change. */
export interface Mutation {
  readonly what: string;
  readonly value: unknown;
}

const wrongTypes: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 7,
  boolean: true,
  array: [{}],
  object: { unexpected: true },
};

/**
 * Every value that differs from a valid one in one place. A validator decides whether the schema forbids it: one
 * alternative of a union may accept another's invalid value.
 */
export function mutationsOf(values: SchemaValues, schema: JsonSchema, value: unknown, at = ''): Mutation[] {
  const own = (what: string, changed: unknown): Mutation => ({
    what: `${what} at ${at || 'the top'}`,
    value: changed,
  });
  const resolved = values.resolve(schema);
  const types = resolved.oneOf && !resolved.type ? ['object'] : typesOf(resolved);
  return [
    ...Object.entries(wrongTypes)
      .filter(([type]) => !types.includes(type))
      .map(([type, wrong]) => own(`${type} for ${types.join(' or ')}`, wrong)),
    ...(isNullable(schema) || value === null ? [] : [own('null', null)]),
    ...outside(resolved).map(([what, changed]) => own(what, changed)),
    ...(isRecord(value) ? ofObject(values, resolved, value, at, own) : []),
    ...(Array.isArray(value) ? ofList(values, resolved, value, at) : []),
  ];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of the right type beyond a schema's limits. */
function outside(schema: JsonSchema): [string, unknown][] {
  const {
    enum: values,
    format,
    maxItems,
    maximum,
    maxLength,
    maxProperties,
    minimum,
    pattern,
  } = schema as {
    readonly [limit: string]: never;
  };
  const types = typesOf(schema);
  return [
    ...(minimum === undefined ? [] : [['too small', minimum - 1]]),
    ...(maximum === undefined ? [] : [['too large', maximum + 1]]),
    ...(types.includes('integer') ? [['a fraction', 1.5]] : []),
    ...(maxLength === undefined || types[0] !== 'string' ? [] : [['too long', 'x'.repeat(maxLength + 1)]]),
    ...(format === undefined || types[0] !== 'string' ? [] : [['a bad format', '\u0007 no']]),
    ...(pattern === undefined ? [] : [['a NUL', 'a\0b']]),
    ...(values === undefined ? [] : [['a value that is not listed', 'unlisted']]),
    ...(maxItems === undefined
      ? []
      : [['too many entries', Array.from({ length: maxItems + 1 }, () => ({}))]]),
    ...(maxProperties === undefined
      ? []
      : [
          [
            'too many keys',
            Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, i) => [`k${i}`, i])),
          ],
        ]),
  ] as [string, unknown][];
}

function ofObject(
  values: SchemaValues,
  schema: JsonSchema,
  value: Record<string, unknown>,
  at: string,
  own: (what: string, changed: unknown) => Mutation,
): Mutation[] {
  const properties = propertiesOf(values, schema, value);
  if (!properties) return [];
  const required = (schema.required ?? []) as string[];
  return [
    own('an unknown member', { ...value, unknown_member: 1 }),
    ...required.map((name) => {
      const { [name]: _, ...rest } = value;
      return own(`no ${name}`, rest);
    }),
    ...Object.keys(value).flatMap((name) =>
      mutationsOf(values, properties[name]!, value[name], `${at}.${name}`)
        // A null alternative is read as absent. The document does not list it: its alternatives would overlap.
        .filter(({ value: changed }) => changed !== null || !schema.oneOf)
        .map(({ value: changed, what }) => ({
          what,
          value: { ...value, [name]: changed },
        })),
    ),
  ];
}

/** The members of an object, or of its alternative in a union. */
function propertiesOf(
  values: SchemaValues,
  schema: JsonSchema,
  value: Record<string, unknown>,
): Record<string, JsonSchema> | undefined {
  const alternatives = schema.oneOf as JsonSchema[] | undefined;
  if (!alternatives) return schema.properties as Record<string, JsonSchema> | undefined;
  const allOf = alternatives.map((one) => values.resolve(one).properties as Record<string, JsonSchema>);
  return allOf.find((properties) => Object.keys(value).every((name) => properties && name in properties));
}

function ofList(values: SchemaValues, schema: JsonSchema, list: readonly unknown[], at: string): Mutation[] {
  return list.flatMap((entry, i) =>
    mutationsOf(values, (schema.items ?? {}) as JsonSchema, entry, `${at}[${i}]`).map(({ value, what }) => ({
      what,
      value: list.with(i, value),
    })),
  );
}
