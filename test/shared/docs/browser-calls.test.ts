import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rootFields } from '../../../src/graphql/kit/root-fields.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { operations } from '../../../src/rest/operations.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const manual = readFileSync(path.join(root, 'docs/secure.md'), 'utf8');
const [, section = ''] = /^## Calls from browser pages\n([\s\S]*?)^## /m.exec(manual)!;
const [withPublishable = '', withEphemeral = ''] = section.split('With the ephemeral key');
const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

const takenBy = (kind: 'publishable_key' | 'ephemeral_key') =>
  operations
    .filter(({ keys }) => keys.includes(kind))
    .map(({ method, path: address }) => `${method.toUpperCase()} ${address}`);

test('The manual lists exactly the REST operations that pages of any origin may call', () => {
  const publishable = takenBy('publishable_key');
  expect(publishable.length).toBeGreaterThan(10);
  const isCall = (name: string) => /^(?:GET|POST|DELETE) /.test(name);
  expect(named(withPublishable).filter(isCall).toSorted()).toEqual(publishable.toSorted());
  const more = takenBy('ephemeral_key').filter((call) => !publishable.includes(call));
  expect(named(withEphemeral).filter(isCall).toSorted()).toEqual(more.toSorted());
});

test('The manual lists each GraphQL mutation that pages may call', () => {
  graphqlSchema();
  const found = [...rootFields.values()]
    .filter(({ operation, root: type }) => type === 'Mutation' && operation.keys.includes('publishable_key'))
    .map(({ name }) => name);
  expect(found).toHaveLength(6);
  expect(named(withPublishable)).toEqual(expect.arrayContaining(found));
});
