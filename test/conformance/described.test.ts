import { describe, expect, it } from 'vitest';
import '../../src/core/entities/resources.ts';
import type { DescribedClass, FieldDescription } from '../../src/core/model/index.ts';
import { fieldsOf } from '../../src/core/model/index.ts';
import { type RestView, restFields } from '../../src/core/model/rest-view.ts';
import { operations } from '../../src/rest/operations.ts';
import { endpoints, shapes, shownIn } from './specification.ts';

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

/** A field as the specification words it; `shape` is the specification's name for what it holds. */
function worded(field: FieldDescription, shape: string): string {
  const type =
    primitives[field.kind] ??
    { object: shape, json_encoded_list: `json[${shape}]` }[field.kind as string] ??
    `[${shape}]`;
  return `${field.name}: ${type}`;
}

const nestedName = (type: string) => /(?:json)?\[?(\w+)\]?$/.exec(type.replace(/^json/, ''))![1]!;

/** In the specification's order, but that a merchant's resources name the merchant first, all of them alike. */
function merchantFirst(fields: string[]): string[] {
  const merchant = 'merchant_id: string';
  return fields.includes(merchant) ? [merchant, ...fields.filter((field) => field !== merchant)] : fields;
}

/** Compares a class with a shape in a view, and what they nest. */
function compare(
  target: DescribedClass,
  name: string,
  view: Exclude<RestView, 'event'>,
  seen = new Set<string>(),
): void {
  if (seen.has(`${name} ${view}`)) return;
  seen.add(`${name} ${view}`);
  const wanted = shownIn(shapes[name]!, view);
  const types = new Map(wanted.map((field) => [field.name, field.type]));
  const described = restFields(target, view);
  const shapeOf = (field: FieldDescription) => nestedName(types.get(field.name) ?? 'unknown');
  expect({ [name]: described.map((field) => worded(field, shapeOf(field))) }).toEqual({
    [name]: merchantFirst(wanted.map((field) => `${field.name}: ${field.type}`)),
  });
  for (const field of described) if (field.of) compare(field.of(), shapeOf(field), 'plain', seen);
}

const shapeName = (answers: string) => answers.replace(/^pages of /, '').replace(/^\[(\w+)\]$/, '$1');

describe('the description of', () => {
  const present = endpoints.flatMap((endpoint) => {
    const operation = operations.find(({ number }) => number === endpoint.number);
    return operation ? [{ endpoint, operation, of: shapeName(endpoint.answers) }] : [];
  });

  it.each(present)("what endpoint $endpoint.number answers, $of, is the specification's", (pair) => {
    const { endpoint, operation, of } = pair;
    const shape = endpoint.answers.startsWith('pages')
      ? 'pages'
      : endpoint.answers.startsWith('[')
        ? 'list'
        : 'object';
    expect(operation.response.shape).toBe(shape);
    compare(operation.response.target, of, endpoint.view);
    // The view that an answer is made for shows what the specification's does.
    const names = (view: RestView) => restFields(operation.response.target, view).map(({ name }) => name);
    expect(names(operation.response.view)).toEqual(names(endpoint.view));
  });

  it.each(present)('endpoint $endpoint.number is that of its row', ({ endpoint, operation }) => {
    const { method, path, keys } = operation;
    expect({ method, path, keys }).toEqual({
      method: endpoint.method,
      path: endpoint.path,
      keys: endpoint.keys,
    });
    const query = operation.query ? fieldsOf(operation.query) : [];
    expect(query.map(({ name }) => name)).toEqual(endpoint.query ?? []);
    if (endpoint.queryRequired) expect(query.every(({ required }) => required)).toBe(true);
    const body = operation.body ? fieldsOf(operation.body).map(({ name }) => name) : [];
    expect(body).toEqual(expect.arrayContaining([...(endpoint.body ?? [])]));
  });
});

describe('the endpoints of the specification', () => {
  it('that are still missing are these', () => {
    const there = new Set(operations.map(({ number }) => number));
    const missing = endpoints.map(({ number }) => number).filter((number) => !there.has(number));
    expect(missing).toEqual([]);
  });

  it('are all that there are', () => {
    const known = new Set(endpoints.map(({ number }) => number));
    expect(operations.map(({ number }) => number).filter((number) => !known.has(number))).toEqual([]);
  });
});
