import { expect, test } from 'vitest';
import '../../../src/core/entities/resources.ts';
import { openApiDocument } from '../../../src/rest/openapi.ts';

/** Constraints of client generators, Postman and Swagger UI on the OpenAPI document, as rules. */

type Node = Record<string, unknown>;
const { components } = JSON.parse(JSON.stringify(openApiDocument())) as {
  components: Record<string, Record<string, Node>>;
};
const propertiesOf = (name: string) => components.schemas![name]!.properties as Record<string, Node>;

test('No header has a sample value, which tools would send with every request', () => {
  for (const name of ['IdempotencyKey', 'RequestId']) {
    const { example, examples, schema } = components.parameters![name] as {
      [key: string]: unknown;
      schema: Node;
    };
    expect([name, example, examples, schema.example, schema.default]).toEqual([
      name,
      ...Array(4).fill(undefined),
    ]);
  }
});

test('Component names are identifiers, so that generators can derive types', () => {
  const names = ['schemas', 'responses', 'parameters', 'headers'].flatMap((kind) =>
    Object.keys(components[kind]!),
  );
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter((name) => !/^[A-Za-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
});

test('An enumerated response value is a known one or any other string', () => {
  for (const [schema, field] of [
    ['Payment', 'status'],
    ['Refund', 'status'],
    ['Dispute', 'dispute_stage'],
    ['FullPayout', 'status'],
  ] as const) {
    expect(propertiesOf(schema)[field]).toMatchObject({
      anyOf: [{ type: 'string', enum: expect.any(Array) }, { type: 'string' }],
    });
  }
});

test('Metadata is an open object at every depth', () => {
  const { metadata } = propertiesOf('CustomerCreationInput');
  const member = metadata!.additionalProperties as Node;
  expect(member).toMatchObject({ type: expect.arrayContaining(['object']), additionalProperties: true });
  expect(propertiesOf('Customer').metadata).toMatchObject({ additionalProperties: true });
});
