import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { parsedDocuments } from '../../../src/graphql/parsed-documents.ts';

const documentOf = (length: number) => parse(`{ viewer { keyKind } }`.padEnd(length));

test('The documents used last are kept, as many as their texts allow', async () => {
  const documents = parsedDocuments(1_000);
  const [first, second, third] = [400, 400, 400].map(documentOf);
  await documents.set('first', first!);
  await documents.set('second', second!);
  expect(await documents.get('first')).toBe(first);
  await documents.set('third', third!);
  expect(await documents.get('second')).toBeUndefined();
  expect([await documents.get('first'), await documents.get('third')]).toEqual([first, third]);
});

test('A document longer than all that is kept is not kept', async () => {
  const documents = parsedDocuments(1_000);
  await documents.set('short', documentOf(400));
  await documents.set('long', documentOf(1_001));
  expect(await documents.get('long')).toBeUndefined();
  expect(await documents.get('short')).toBeDefined();
});
