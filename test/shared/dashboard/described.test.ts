import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Kind, parse, type SelectionSetNode } from 'graphql';
import { expect, test } from 'vitest';
import {
  changesOf,
  type DescribedField,
  draftOfValues,
  filledIn,
  isComplete,
} from '../../../src/dashboard/act/described.ts';
import { accountFields } from '../../../src/dashboard/pages/connectors/account.fields.ts';
import { endpointFields } from '../../../src/dashboard/pages/developers/endpoint.fields.ts';
import { keyFields } from '../../../src/dashboard/pages/developers/key.fields.ts';
import { merchantFields } from '../../../src/dashboard/pages/settings/merchant.fields.ts';
import { profileFields } from '../../../src/dashboard/pages/settings/profile.fields.ts';

const fields: readonly DescribedField[] = [
  { name: 'name', kind: 'text', about: '', isRequired: true },
  { name: 'isOn', kind: 'flag', about: '' },
  { name: 'limit', kind: 'number', about: '' },
  { name: 'domains', kind: 'texts', about: '' },
  { name: 'types', kind: 'choices', about: '', options: ['one', 'two'] },
  { name: 'rules', kind: 'json', about: '' },
  {
    ...{ name: 'guard', kind: 'object', about: '' },
    fields: [
      { name: 'status', kind: 'text', about: '' },
      { name: 'threshold', kind: 'number', about: '' },
    ],
  },
  {
    ...{ name: 'methods', kind: 'objects', about: '' },
    fields: [
      { name: 'method', kind: 'text', about: '', isRequired: true },
      {
        ...{ name: 'currencies', kind: 'object', about: '' },
        fields: [{ name: 'type', kind: 'text', about: '', isRequired: true }],
      },
    ],
  },
];

const values = {
  ...{ __typename: 'Shop', name: 'shoes', isOn: false, limit: 3, domains: ['a.example'], types: ['one'] },
  rules: { body: { color: 'red' } },
  guard: { __typename: 'Guard', status: 'enabled', threshold: 5 },
  methods: [{ __typename: 'Method', method: 'card', currencies: null }],
};

test('Unchanged fields are not sent, and a changed one is sent with its whole object', () => {
  const before = draftOfValues(fields, values);
  expect(changesOf(fields, before, { ...before })).toEqual({});
  const guard = { ...(before.guard as object), threshold: null };
  expect(changesOf(fields, before, { ...before, guard, isOn: true })).toEqual({
    isOn: true,
    guard: { status: 'enabled', threshold: null },
  });
});

test('An emptied field becomes null, and an emptied list becomes an empty list', () => {
  const before = draftOfValues(fields, values);
  const emptied = {
    ...before,
    ...{ limit: null, domains: [], types: [], rules: ' ', guard: { status: '', threshold: null } },
  };
  expect(changesOf(fields, before, emptied)).toEqual({
    ...{ limit: null, domains: [], types: null, rules: null, guard: null },
  });
});

test('Invalid JSON and missing required fields prevent submission', () => {
  const before = draftOfValues(fields, values);
  expect(isComplete(fields, before)).toBe(true);
  const bad = { name: ' ', rules: '{"body"', methods: [{ method: '', currencies: {} }] };
  for (const [name, value] of Object.entries(bad)) {
    expect([name, isComplete(fields, { ...before, [name]: value })]).toEqual([name, false]);
  }
  // An omitted object needs none of its members.
  expect(isComplete(fields, { ...before, methods: [{ method: 'card', currencies: { type: null } }] })).toBe(
    true,
  );
});

test('A new object is sent as entered, without empty fields', () => {
  const empty = draftOfValues(fields, null);
  expect(isComplete(fields, empty)).toBe(false);
  const given = { ...empty, name: ' shoes ', methods: [{ method: 'card', currencies: { type: null } }] };
  expect(filledIn(fields, given)).toEqual({ name: 'shoes', methods: [{ method: 'card' }] });
});

const forms = [
  { document: 'settings/profile.graphql', at: ['businessProfile'], of: profileFields },
  { document: 'settings/settings.graphql', at: ['merchantAccount'], of: merchantFields },
  { document: 'connectors/account.graphql', at: ['connectorAccount'], of: accountFields },
  { document: 'developers/more-endpoints.graphql', at: ['webhookEndpoints', 'nodes'], of: endpointFields },
  { document: 'developers/developers.graphql', at: ['apiKeys', 'nodes'], of: keyFields },
];

/** The selection below a field. */
function selectionIn(selection: SelectionSetNode | undefined, name: string): SelectionSetNode | undefined {
  const found = selection?.selections.find((one) => one.kind === Kind.FIELD && one.name.value === name);
  return found?.kind === Kind.FIELD ? (found.selectionSet ?? selection) : undefined;
}

/** The form's fields missing from a selection: they would look unset. */
const lacking = (of: readonly DescribedField[], selection: SelectionSetNode | undefined): string[] =>
  of.flatMap(({ fields: members, name }) => {
    const below = selectionIn(selection, name);
    if (!below) return [name];
    return members ? lacking(members, below).map((member) => `${name}.${member}`) : [];
  });

test.for(forms)('The form over $document shows every field', async ({ at, document, of }) => {
  const file = path.join('src/dashboard/pages', document);
  const { definitions } = parse(await readFile(file, 'utf8'));
  const [query] = definitions;
  if (query?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`${file} begins with no operation.`);
  let selection: SelectionSetNode | undefined = query.selectionSet;
  for (const name of at) selection = selectionIn(selection, name);
  expect(of.length).toBeGreaterThan(3);
  expect(lacking(of, selection)).toEqual([]);
});
