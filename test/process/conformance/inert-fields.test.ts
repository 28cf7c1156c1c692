import 'reflect-metadata';
import { expect, test } from 'vitest';
import { SdkInformation } from '../../../src/core/authentications/authentication-messages.ts';
import {
  allInputs,
  allResources,
  type DescribedClass,
  type FieldDescription,
  fieldOf,
  fieldsOf,
  type Inertia,
  inertSentence,
} from '../../../src/core/model/index.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { isFullRun } from '../../kit/figure.ts';
import { type FieldMentions, fieldMentions } from './field-mentions.ts';

graphqlSchema();
/** The mentions of each field according to TypeScript: searching for all 900 fields takes two minutes. */
let found: FieldMentions | undefined;
const mentions = (): FieldMentions => (found ??= fieldMentions());

const kinds: readonly Inertia[] = ['kept', 'ignored', 'never_set', 'accepted_nowhere'];
const isNested = ({ kind }: FieldDescription) => /^(object|object_list|json_encoded_list)$/.test(kind);

/** Classes with the classes of their fields' objects, each once. Nothing inside a field without effect has one. */
function withNested(targets: Iterable<DescribedClass>): Set<DescribedClass> {
  const found = new Set(targets);
  // A set also iterates over elements added during iteration.
  for (const target of found) {
    for (const field of fieldsOf(target)) if (isNested(field) && !field.inert) found.add(field.of!());
  }
  return found;
}

const resources = allResources().map(({ target }) => target);
// GraphQL derives further inputs from these. REST query strings are excluded: a table turns their fields into
// conditions.
const inputs = () =>
  withNested(allInputs().filter(({ name }) => mentions().classes.has(name) && !name.endsWith('Query')));

const parentOf = (target: DescribedClass): DescribedClass =>
  (Object.getPrototypeOf(target.prototype) as { constructor: DescribedClass }).constructor;

/** A field's declaration: an input's may belong to its resource, or to a base class. */
function declarationOf(target: DescribedClass, field: FieldDescription) {
  let source = field.from ?? target;
  while (source !== Object && !mentions().byField.has(`${source.name}.${field.name}`))
    source = parentOf(source);
  const key = `${source.name}.${field.name}`;
  const mentioned = mentions().byField.get(key);
  if (!mentioned) throw new Error(`${target.name}.${field.name} was not found in the source.`);
  return { key, source, declared: fieldOf(source, field.name), ...mentioned };
}

/** Fields whose effect is that the merchant can read or search them. */
const isForMerchant = ({ about, filter, search, sort }: FieldDescription) =>
  Boolean(filter || search || sort) || about.includes("for the merchant's own use");

const fieldsOfInputs = () =>
  [...inputs()].flatMap((target) => fieldsOf(target).map((field) => declarationOf(target, field)));
const keysOf = (some: ReturnType<typeof fieldsOfInputs>) => [...new Set(some.map(({ key }) => key))].sort();

/** Objects passed whole to a connector. */
const handedOver = [SdkInformation];
/** Fields that only a command reads, to store them in another form. */
const stored = new Set(['PaymentInput.request_incremental_authorization']);
/** Fields that only database functions read: `find_session`. */
const readBySql = new Set(['MerchantAccount.require_second_factor']);

test.runIf(isFullRun)('Every settable field is read somewhere or documented as having no effect', () => {
  expect(inputs().size).toBeGreaterThan(40);
  const { isNamedElsewhere } = mentions();
  const silent = fieldsOfInputs().filter(
    ({ declared, key, names, reads, source }) =>
      !declared.inert &&
      !readBySql.has(key) &&
      !handedOver.includes(source as never) &&
      reads.size + names.size === 0 &&
      !isNamedElsewhere(declared.name) &&
      !isForMerchant(declared),
  );
  expect(keysOf(silent)).toEqual([]);
});

test.runIf(isFullRun)('A field documented as having no effect is neither read nor set', () => {
  const shown = [...withNested(resources)].flatMap((target) =>
    fieldsOf(target)
      .filter(({ inert }) => inert)
      .map((field) => declarationOf(target, field)),
  );
  const acting = [...fieldsOfInputs(), ...shown].filter(({ declared, key, reads, sets }) =>
    declared.inert === 'never_set' ? sets.size > 0 : declared.inert && reads.size > 0 && !stored.has(key),
  );
  expect(keysOf(acting)).toEqual([]);
});

test('The description of a field without effect ends with that remark, and no other does', () => {
  for (const target of withNested([...allInputs(), ...resources])) {
    for (const field of fieldsOf(target)) {
      const { about, name } = field;
      const said = kinds.filter((inert) => about.endsWith(` ${inertSentence({ ...field, inert })}`));
      expect([target.name, name, said]).toEqual([target.name, name, field.inert ? [field.inert] : []]);
    }
  }
});
