import { expect, test } from 'vitest';
import '../../../src/core/entities/resources.ts';
import type { DescribedClass, FieldDescription } from '../../../src/core/model/index.ts';
import { fieldsOf } from '../../../src/core/model/index.ts';
import { type RestView, restFields } from '../../../src/core/model/rest-view.ts';
import { specifiedOperations } from '../../../src/rest/operations.ts';
import { endpoints, fieldsIn, shapes } from './specification.ts';

const primitives: Partial<Record<FieldDescription['kind'], string>> = {
  id: 'string',
  text: 'string',
  enumeration: 'string',
  amount: 'integer',
  integer: 'integer',
  bool: 'boolean',
  timestamp: 'date-time',
  json_object: 'object',
  json: 'any',
  text_list: '[string]',
};

/** A field in the specification's notation; `shape` is the specification's name for a nested type. */
function notation(field: FieldDescription, shape: string): string {
  const type =
    // The specification has one of the forms of routing's `data`.
    (field.kind === 'json' && field.of ? shape : primitives[field.kind]) ??
    { object: shape, json_encoded_list: `json[${shape}]` }[field.kind as string] ??
    `[${shape}]`;
  return `${field.name}: ${type}`;
}

const nestedName = (type: string) => /(?:json)?\[?(\w+)\]?$/.exec(type.replace(/^json/, ''))![1]!;

/** Moves `merchant_id` to the front, as in our resources; the specification's order varies. */
function merchantFirst(fields: string[]): string[] {
  const merchant = 'merchant_id: string';
  return fields.includes(merchant) ? [merchant, ...fields.filter((field) => field !== merchant)] : fields;
}

/** Expects a class and its nested classes to have a shape's fields in a view. */
function expectShape(
  target: DescribedClass,
  name: string,
  view: Exclude<RestView, 'event' | 'full'>,
  seen = new Set<string>(),
): void {
  if (seen.has(`${name} ${view}`)) return;
  seen.add(`${name} ${view}`);
  const expected = fieldsIn(shapes[name]!, view);
  const types = new Map(expected.map((field) => [field.name, field.type]));
  const fields = restFields(target, view);
  const shapeOf = (field: FieldDescription) => nestedName(types.get(field.name) ?? 'unknown');
  expect({ [name]: fields.map((field) => notation(field, shapeOf(field))) }).toEqual({
    [name]: merchantFirst(expected.map((field) => `${field.name}: ${field.type}`)),
  });
  for (const field of fields) if (field.of) expectShape(field.of(), shapeOf(field), 'plain', seen);
}

const shapeName = (answers: string) => answers.replace(/^pages of /, '').replace(/^\[(\w+)\]$/, '$1');

const present = endpoints.flatMap((endpoint) => {
  const operation = specifiedOperations.find(({ number }) => number === endpoint.number);
  return operation ? [{ endpoint, operation, of: shapeName(endpoint.answers) }] : [];
});

test.each(present)('$endpoint.method $endpoint.path responds with $of as specified', (pair) => {
  const { endpoint, operation, of } = pair;
  const shape = endpoint.answers.startsWith('pages')
    ? 'pages'
    : endpoint.answers.startsWith('[')
      ? 'list'
      : 'object';
  expect(operation.response.shape).toBe(shape);
  expectShape(operation.response.target, of, endpoint.view);
  // The view of the response has the same fields as the specification's view.
  const names = (view: RestView) => restFields(operation.response.target, view).map(({ name }) => name);
  expect(names(operation.response.view)).toEqual(names(endpoint.view));
});

test.each(present)(
  '$endpoint.method $endpoint.path accepts the keys, query and body of the specification',
  ({ endpoint, operation }) => {
    const { method, path } = operation;
    // An ephemeral key, barely mentioned in the specification, opens some more operations.
    const keys = operation.keys.filter((kind) => kind !== 'ephemeral_key');
    expect({ method, path, keys }).toEqual({
      method: endpoint.method,
      path: endpoint.path,
      keys: endpoint.keys,
    });
    const query = operation.query ? fieldsOf(operation.query) : [];
    const beside = endpoint.queryBeside ?? [];
    expect(query.map(({ name }) => name)).toEqual([...(endpoint.query ?? []), ...beside]);
    const optional = query.filter(({ required }) => !required).map(({ name }) => name);
    if (endpoint.queryRequired) expect(optional).toEqual(beside);
    const body = operation.body ? fieldsOf(operation.body).map(({ name }) => name) : [];
    expect(body).toEqual(expect.arrayContaining([...(endpoint.body ?? [])]));
  },
);

test('Every endpoint of the specification is implemented', () => {
  const implemented = new Set(specifiedOperations.map(({ number }) => number));
  const missing = endpoints.map(({ number }) => number).filter((number) => !implemented.has(number));
  expect(missing).toEqual([]);
});

test('Every numbered operation is in the specification', () => {
  const specified = new Set(endpoints.map(({ number }) => number));
  expect(specifiedOperations.map(({ number }) => number).filter((number) => !specified.has(number))).toEqual(
    [],
  );
});
