import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { parsedDocuments } from '../../../src/graphql/parsed-documents.ts';

const documentOf = (length: number) => parse(`{ viewer { keyKind } }`.padEnd(length));

test('The most recently used documents are cached up to a total length', async () => {
  const documents = parsedDocuments(1_000);
  const [first, second, third] = [400, 400, 400].map(documentOf);
  await documents.set('first', first!);
  await documents.set('second', second!);
  expect(await documents.get('first')).toBe(first);
  await documents.set('third', third!);
  expect(await documents.get('second')).toBeUndefined();
  expect([await documents.get('first'), await documents.get('third')]).toEqual([first, third]);
});

test('A document longer than the cache is not cached', async () => {
  const documents = parsedDocuments(1_000);
  await documents.set('short', documentOf(400));
  await documents.set('long', documentOf(1_001));
  expect(await documents.get('long')).toBeUndefined();
  expect(await documents.get('short')).toBeDefined();
});
