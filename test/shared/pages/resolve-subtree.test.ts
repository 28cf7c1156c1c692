import { expect, test } from 'vitest';
import '../../../src/core/entities/resources.ts';
import { resolveSubtree } from '../../../src/pages/docs/resolve-subtree.ts';
import { openApiDocument } from '../../../src/rest/openapi.ts';

const document = JSON.parse(JSON.stringify(openApiDocument()));

/** The references inside a value. */
function referencesIn(value: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(value, (name, member) => {
    if (name === '$ref') found.push(member);
    return member;
  });
  return found;
}

test('Every operation of the document resolves, with all references inside it', () => {
  expect(referencesIn(document).length).toBeGreaterThan(300);
  expect(referencesIn(document).filter((reference) => !reference.startsWith('#/'))).toEqual([]);
  for (const [path, item] of Object.entries<object>(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { errors, spec } = resolveSubtree(document, ['paths', path, method]);
      expect([path, method, errors, referencesIn(spec)]).toEqual([path, method, [], []]);
      expect(spec).toMatchObject({ operationId: operation.operationId });
    }
  }
});

test("A reference is replaced by its target, with the target's name and its own additions", () => {
  const shelf = {
    book: { title: { $ref: '#/texts/a~1b', description: 'added' } },
    texts: { 'a/b': { type: 'string', of: [{ $ref: '#/texts/c' }] }, c: { const: null } },
  };
  expect(resolveSubtree(shelf, ['book']).spec).toEqual({
    title: {
      type: 'string',
      of: [{ const: null, $$ref: '#/texts/c' }],
      description: 'added',
      $$ref: '#/texts/a~1b',
    },
  });
  expect(resolveSubtree(shelf, ['none', 'there']).spec).toBeNull();
});

test('A reference to an enclosing schema is left unchanged', () => {
  const tree = { node: { children: { items: { $ref: '#/node' } } } };
  expect(resolveSubtree(tree, ['node']).spec).toEqual({
    children: { items: { $$ref: '#/node', children: { items: { $ref: '#/node' } } } },
  });
});
