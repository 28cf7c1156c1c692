import { expect, test } from 'vitest';
import { inputSchema, type JsonSchema } from '../../../../src/core/model/json-schema.ts';
import { allInputs } from '../../../../src/core/model/resource.ts';
import { separateObjects } from '../../../../src/core/model/separate-objects.ts';
import { validatorFor } from '../../../../src/core/model/validate.ts';
import { PaymentCreation } from '../../../../src/core/payments/payment-inputs.ts';
import { graphqlSchema } from '../../../../src/graphql/schema.ts';

/** Characters of code in one function: V8 takes about 11 MB to optimize this many, and 170 MB for 1.3 million. */
const CODE_MAX = 160_000;

/** Every object of a schema, itself included, without those below a union. */
function objectsIn(schema: JsonSchema): JsonSchema[] {
  const { items, properties = {} } = schema as {
    items?: JsonSchema;
    properties?: Record<string, JsonSchema>;
  };
  const members = Object.values(properties);
  return [
    ...(members.length > 0 ? [schema] : []),
    ...[...members, ...(items ? [items] : [])].flatMap(objectsIn),
  ];
}

const partsOf = (schema: JsonSchema): JsonSchema[] => {
  const { $defs, ...top } = separateObjects(schema) as { $defs: Record<string, JsonSchema> };
  return [top, ...Object.values($defs)];
};

/** The characters of the function of one part, without those it calls. */
function codeOf(part: JsonSchema): number {
  const called = [...JSON.stringify(part).matchAll(/#\/\$defs\/(\w+)/g)].map(([, name]) => [name!, {}]);
  return validatorFor({ ...part, $defs: Object.fromEntries(called) })().toString().length;
}

// Loads every input.
graphqlSchema();

test('Each input is validated by one function for each object in it, none of which is large', () => {
  expect(allInputs().length).toBeGreaterThan(100);
  const parts = allInputs().flatMap((input) =>
    partsOf(inputSchema(input)).map((part) => [JSON.stringify(part), { input: input.name, part }] as const),
  );
  const large = [...new Map(parts).values()].flatMap(({ input, part }) => {
    const [objects, code] = [objectsIn(part).length, codeOf(part)];
    return objects > 1 || code > CODE_MAX ? [`${input}: ${objects} objects, ${code} characters`] : [];
  });
  expect(large).toEqual([]);
});

test('The same object in several places is compiled once', () => {
  const all = objectsIn(inputSchema(PaymentCreation)).length;
  const parts = partsOf(inputSchema(PaymentCreation)).length;
  expect(parts).toBeLessThan(all);
  const address = { type: 'object', properties: { city: { type: 'string' } } };
  const order = {
    type: 'object',
    properties: { from: address, to: address, stops: { type: 'array', items: address } },
  };
  expect(partsOf(order)).toEqual([
    {
      type: 'object',
      properties: {
        from: { $ref: '#/$defs/object_0' },
        to: { $ref: '#/$defs/object_0' },
        stops: { type: 'array', items: { $ref: '#/$defs/object_0' } },
      },
    },
    address,
  ]);
});
