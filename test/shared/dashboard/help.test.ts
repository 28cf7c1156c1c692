import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DescribedField } from '../../../src/dashboard/act/described.ts';
import { helpOf } from '../../../src/dashboard/act/help.ts';
import { errorSaid } from '../../../src/dashboard/act/setting-labels.ts';

const dashboard = path.resolve(import.meta.dirname, '../../../src/dashboard');
/** The forms; the facts of rules are none. */
const forms = readdirSync(dashboard, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.fields.ts') && !file.endsWith('rules.fields.ts'),
);

function* allOf(fields: readonly DescribedField[]): Generator<DescribedField> {
  for (const field of fields) {
    yield field;
    yield* allOf(field.fields ?? []);
  }
}

/** API names and values: `return_url`, `captureMethod`, `null`, except permissions and identifier prefixes. */
const ofTheApi =
  /`|\b(?!mca_)[a-z]+_\w+\b(?!:)|\b(?!camelCase|iframe)[a-z]+[A-Z]\w*|\b(?:null|true|false|REST|GraphQL)\b/;

test.for(forms)('The help for the fields of %s contains no API names', async (file) => {
  const { ...named } = (await import(path.join(dashboard, file))) as Record<string, DescribedField[]>;
  const fields = [...allOf(Object.values(named).flat())].filter(({ kind }) => kind !== 'json');
  expect(fields.length).toBeGreaterThan(0);
  const found = fields.map((field) => [field.name, helpOf(field)]).filter(([, help]) => ofTheApi.test(help!));
  expect(found).toEqual([]);
});

test('Fields with the same name and different meanings have different help', async () => {
  const modules = forms.map((file) => import(path.join(dashboard, file)) as Promise<object>);
  const all = (await Promise.all(modules)).flatMap((named) => [...allOf(Object.values(named).flat())]);
  const meanings = new Map(all.map((one) => [`${one.name}: ${one.about}`, one]));
  const helps = new Map([...meanings.values()].map((one) => [`${one.name}: ${helpOf(one)}`, one.about]));
  const shared = [...meanings.values()].filter(
    (one) => helps.get(`${one.name}: ${helpOf(one)}`) !== one.about,
  );
  expect(shared.map(({ about, name }) => [name, about])).toEqual([]);
});

const field = (about: string, more: Partial<DescribedField> = {}): DescribedField => ({
  ...{ name: 'field', kind: 'text', about },
  ...more,
});

test('Values show their option labels, and an empty field is not shown as null', () => {
  const options = ['no_three_ds', 'three_ds'];
  expect(helpOf(field('`no_three_ds` by default.', { options }))).toBe('“Without 3-D Secure” by default.');
  expect(helpOf(field('Lifetime, in seconds; 900 if set to null.'))).toBe(
    'Lifetime, in seconds; 900 if empty.',
  );
  expect(helpOf(field('Whether it is sent; null counts as true.'))).toBe(
    'Whether it is sent; yes unless it is switched off.',
  );
  expect(helpOf(field('Where `return_url` leads. Over REST, a list. It may be long.'))).toBe(
    'Where return URL leads. It may be long.',
  );
  // Writing JSON requires the names.
  expect(helpOf(field('It has `google_pay`.', { kind: 'json' }))).toBe('It has google_pay.');
});

test.for([
  ['return_url', 'return_url must be a URL.', 'Return URL must be a URL.'],
  ['payment_link_config.theme', 'payment_link_config.theme must be a colour.', 'Theme must be a colour.'],
  [
    'payment_link_config.lines[0].label',
    'payment_link_config.lines[0].label is required.',
    'Label is required.',
  ],
  ['name', 'name must not be empty.', 'Customer’s name must not be empty.'],
  ['amount', 'The amount is too high.', 'The amount is too high.'],
  [null, 'This payment cannot be captured.', 'This payment cannot be captured.'],
] as const)('An error of %s uses the label of the field', ([param, message, said]) => {
  expect(errorSaid({ message, param }, { name: 'Customer’s name' })).toBe(said);
});
