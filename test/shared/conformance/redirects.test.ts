import { expect, test } from 'vitest';
import {
  allInputs,
  allResources,
  type DescribedClass,
  type FieldDescription,
  fieldOf,
  fieldsOf,
  isResource,
} from '../../../src/core/model/index.ts';
import '../../../src/graphql/schema.ts';
import '../../../src/rest/operations.ts';

const formats: ReadonlySet<unknown> = new Set(['url', 'email', 'host', 'host_pattern']);
const named =
  /(^|_)(urls?|uris?|domains?|hosts?|emails?|recipients?|headers?|certificates?|credentials?)(_|$)|_key$/;
const kinds: ReadonlySet<FieldDescription['kind']> = new Set(['text', 'text_list', 'json', 'json_object']);

/** Whether a field could name a destination, or a secret for one: an address, a domain, a mailbox, a key. */
function couldRedirect(field: FieldDescription): boolean {
  if (!kinds.has(field.kind)) return false;
  const { encrypted, masked } = field.from ? fieldOf(field.from, field.name) : field;
  const isSecret = encrypted === true || masked === true || masked === 'wholly';
  return isSecret || formats.has(field.format) || named.test(field.name);
}

/** The inputs' fields that could redirect something, by class, except inside an object that explains why not. */
function candidates(): Map<string, FieldDescription> {
  const found = new Map<string, FieldDescription>();
  const walk = (target: DescribedClass, seen: readonly DescribedClass[]) => {
    if (seen.includes(target)) return;
    for (const field of fieldsOf(target)) {
      const hasObjects = ['object', 'object_list', 'json_encoded_list'].includes(field.kind);
      if (couldRedirect(field)) found.set(`${(field.from ?? target).name}.${field.name}`, field);
      if (hasObjects && !field.redirectsNothing) walk(field.of!(), [...seen, target]);
    }
  };
  const nested = new Set(allInputs().flatMap((input) => fieldsOf(input).map(({ of }) => of?.())));
  // Inputs described by other tests belong to no operation.
  const isServed = ({ name }: DescribedClass) => name !== 'OrderInput';
  for (const input of allInputs()) if (!nested.has(input) && isServed(input)) walk(input, []);
  return found;
}

test('Every field that could name a destination states what it redirects, or why it redirects nothing', () => {
  const all = candidates();
  const silent = [...all].flatMap(([name, { redirects, redirectsNothing }]) =>
    redirects || redirectsNothing ? [] : [name],
  );
  expect(silent).toEqual([]);
  expect(all.size).toBeGreaterThan(40);
  const both = [...all].filter(([, { redirects, redirectsNothing }]) => redirects && redirectsNothing);
  expect(both).toEqual([]);
});

test('The description of a redirecting field names the permission, in inputs as in objects', () => {
  const permissions = {
    card: 'vault:export',
    personal: 'personal_data:read',
    money: 'connectors:credentials',
  };
  const redirecting = [...candidates()].filter(([, { redirects }]) => redirects);
  for (const [name, { about, redirects }] of redirecting)
    expect([name, about]).toEqual([name, expect.stringContaining(permissions[redirects!])]);
  expect(redirecting.length).toBeGreaterThan(12);
});

test('A redirecting field is compared when stored, or comes only from the request', () => {
  const redirecting = allInputs().flatMap((input) =>
    fieldsOf(input).flatMap((field) => (field.redirects ? [{ input, field }] : [])),
  );
  for (const { field, input } of redirecting) {
    const stored = field.from && isResource(field.from) ? fieldOf(field.from, field.name) : field;
    expect([input.name, field.name, field.redirects]).toEqual([input.name, field.name, stored.redirects]);
  }
  // Owners are notified of the change: every object with such fields belongs to a merchant and is in the audit log.
  for (const { audited, fields, target } of allResources()) {
    if (!fields.some(({ redirects }) => redirects)) continue;
    expect([target.name, audited !== undefined]).toEqual([target.name, true]);
    expect([target.name, fields.some(({ name }) => name === 'merchant_id')]).toEqual([target.name, true]);
  }
});
