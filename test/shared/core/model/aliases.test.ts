import { expect, test } from 'vitest';
import '../../../../src/rest/operations.ts';
import { ConnectorAccountCreation } from '../../../../src/core/connector-accounts/connector-accounts.ts';
import { Problem } from '../../../../src/core/foundation/errors.ts';
import {
  type Alias,
  aliasesOf,
  type DescribedClass,
  type FieldDescription,
  fieldAt,
  fieldsOf,
  holderOf,
  isOtherForm,
} from '../../../../src/core/model/description.ts';
import { inputSchema, SchemaComponents } from '../../../../src/core/model/json-schema.ts';
import { allInputs } from '../../../../src/core/model/resource.ts';
import { validate } from '../../../../src/core/model/validate.ts';
import { PayoutCreation } from '../../../../src/core/payouts/payout-inputs.ts';
import { operations, specifiedOperations } from '../../../../src/rest/operations.ts';
import { withoutSentText } from '../../../kit/sent-text.ts';
import { sampleValue } from '../../conformance/rows.ts';

type Values = Record<string, unknown>;

const all = allInputs().flatMap((target) =>
  [...aliasesOf(target)].map(([name, alias]) => ({ target, input: target.name, name, alias })),
);
const of = <Kind extends string>(kind: Kind) =>
  all.filter(({ alias }) => kind in alias) as ((typeof all)[number] & {
    alias: Extract<Alias, Record<Kind, unknown>>;
  })[];

/** A value of a field, as JSON. */
const sampleOf = (field: FieldDescription): unknown => JSON.parse(JSON.stringify(sampleValue(field)));

/** The minimum members of an input, with other values. */
const withLeast = (target: DescribedClass, values: Values = {}): Values => ({
  ...Object.fromEntries(
    fieldsOf(target).flatMap((field) => (field.required ? [[field.name, sampleOf(field)]] : [])),
  ),
  ...values,
});

/** The path of a member next to another path. */
const beside = (path: string, name: string): string => [...path.split('.').slice(0, -1), name].join('.');

/** The given members combined, including those of nested objects. */
function merged(a: Values, b: Values): Values {
  const both = { ...a };
  for (const [name, value] of Object.entries(b)) {
    const own = both[name];
    const isNested = [own, value].every((one) => typeof one === 'object' && one !== null);
    both[name] = isNested ? merged(own as Values, value as Values) : value;
  }
  return both;
}

/** The other required members of a nested alias's object. */
const aroundOf = (target: DescribedClass, path: string): Values =>
  path.includes('.') ? nested(path.split('.').slice(0, -1).join('.'), withLeast(holderOf(target, path))) : {};

/** `{ a: { b: value } }` for `a.b`. */
const nested = (path: string, value: unknown): Values =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Values;

/** An object without the member at a path. */
function removed(from: Values, path: string): Values {
  const [name, ...rest] = path.split('.');
  const { [name!]: member, ...others } = from;
  if (rest.length === 0 || typeof member !== 'object' || member === null) return rest.length ? from : others;
  return { ...others, [name!]: removed(member as Values, rest.join('.')) };
}

/** The problems of an input: their codes and parameters. */
function refusals(target: DescribedClass, input: Values): [string, string | null][] {
  try {
    validate(target, input);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const all = error.parameters.length > 0 ? error.parameters : [error];
    return all.map(({ code, param }) => [code, param]);
  }
}

test("Every kind of alias occurs in the inputs, and the specification's inputs have none", () => {
  const kinds = [
    'of',
    'reads',
    'byType',
    'says',
    'equals',
    'unused',
    'untagged',
    'entries',
    'lifts',
    'typedMembers',
    'named',
    'path',
  ];
  expect(kinds.filter((kind) => of(kind as 'of').length === 0)).toEqual([]);
  const specified = new Set(specifiedOperations.map(({ body }) => body));
  expect(all.filter(({ target }) => specified.has(target))).toEqual([]);
  expect(all.filter(({ target }) => !operations.some(({ body }) => body === target))).toEqual([]);
});

const renamed = of('of').flatMap(({ alias, ...rest }) => ('reads' in alias ? [] : [{ ...rest, alias }]));
test.each(renamed)('$input reads $name as the field that it renames', ({ alias, name, target }) => {
  const field = fieldAt(holderOf(target, name), alias.of);
  const path = beside(name, alias.of);
  const value = sampleOf(field);
  const needed = alias.beside ? { [alias.beside]: sampleOf(fieldAt(target, alias.beside)) } : {};
  const least = merged(merged(withLeast(target), aroundOf(target, name)), needed);
  const expected = validate(target, merged(least, nested(path, value)));
  const without = removed(least, path);
  const given = (one: unknown) => merged(without, nested(name, one));
  expect(validate(target, given(value))).toEqual(expected);
  for (const text of alias.nulls ?? []) {
    expect(validate(target, given(text))).toMatchObject(nested(path, null));
    expect(validate(target, given(null))).toEqual(validate(target, without));
  }
  expect(validate(target, merged(given(value), nested(path, value)))).toEqual(expected);
  expect(refusals(target, merged(given(value), nested(path, null)))).toContainEqual([
    'parameters_exclusive',
    name,
  ]);
  expect(refusals(target, given([[]]))).toEqual([['invalid_parameter', name]]);
  if (alias.beside) {
    const alone = Object.fromEntries(Object.entries(without).filter(([other]) => other !== alias.beside));
    expect(validate(target, { ...alone, [name]: value })).toEqual(validate(target, alone));
  }
});

test.each(of('reads'))('$input reads $name as its field in another form', ({ alias, name, target }) => {
  const { examples } = alias.schema as { examples: unknown[] };
  expect(examples).not.toEqual([]);
  for (const example of examples) {
    expect(validate(target, withLeast(target, { [name]: example }))).toEqual(
      validate(target, withLeast(target, { [alias.of]: alias.reads(example) })),
    );
    const both = withLeast(target, { [name]: example, [alias.of]: null });
    expect(refusals(target, both)).toEqual([['parameters_exclusive', name]]);
  }
});

test.each(of('byType'))('$input reads $name as the field of its type', ({ alias, name, target }) => {
  for (const [type, path] of Object.entries(alias.byType)) {
    const value = sampleOf(fieldAt(target, path));
    const given = { ...withLeast(target), [name]: { type, data: value } };
    expect(validate(target, given)).toEqual(
      validate(target, { ...withLeast(target), ...nested(path, value) }),
    );
    // A member accepted in two forms is one member.
    if (!path.startsWith(`${name}.`)) {
      expect(refusals(target, { ...given, ...nested(path, value) })).toEqual([]);
      expect(refusals(target, { ...given, ...nested(path, null) })).toEqual([
        ['parameters_exclusive', `${name}.data`],
      ]);
    }
    expect(refusals(target, { ...withLeast(target), [name]: { type, data: 7 } })).toEqual([
      ['invalid_parameter', `${name}.data`],
    ]);
  }
  const refused = (value: unknown) => refusals(target, { ...withLeast(target), [name]: value });
  expect(refused({ type: 'constructor', data: 'x' })).toEqual([['invalid_parameter', `${name}.type`]]);
  expect(refused('man_1')).toEqual([['invalid_parameter', name]]);
});

test.each(of('says'))('$input accepts $name if its value is already true', ({ alias, name, target }) => {
  for (const { beside = {}, value } of alias.says) {
    expect(validate(target, withLeast(target, { ...beside, [name]: value }))).toEqual(
      validate(target, withLeast(target, beside)),
    );
    for (const field of Object.keys(beside)) {
      expect(refusals(target, withLeast(target, { [name]: value, [field]: 1 }))).toEqual([
        ['invalid_parameter', field],
      ]);
    }
  }
  expect(refusals(target, withLeast(target, { [name]: 'another' }))).toEqual([['invalid_parameter', name]]);
});

test.each(of('equals'))('$input accepts $name if it equals $alias.equals', ({ alias, name, target }) => {
  const value = sampleOf(fieldAt(target, alias.equals));
  const given = withLeast(target, { [alias.equals]: value });
  expect(validate(target, { ...given, [name]: value })).toEqual(validate(target, given));
  expect(refusals(target, { ...given, [name]: 'another' })).toEqual([['invalid_parameter', name]]);
});

test.each(of('unused'))('$input accepts $name and ignores it', ({ name, target }) => {
  const [list, member] = name.split('.');
  if (member && fieldAt(target, list!).kind.endsWith('list')) {
    const entry = withLeast(holderOf(target, name));
    const listing = (one: Values) => withLeast(target, { [list!]: [one] });
    // REST shows it in the list.
    expect(withoutSentText(validate(target, listing({ ...entry, [member]: 'anything' })))).toEqual(
      withoutSentText(validate(target, listing(entry))),
    );
    return;
  }
  const least = merged(withLeast(target), aroundOf(target, name));
  expect(validate(target, merged(least, nested(name, 'anything')))).toEqual(validate(target, least));
});

test.each(of('untagged'))(
  '$input accepts $name as the value of one of its members',
  ({ alias, name, target }) => {
    const field = fieldAt(target, name);
    const union = field.of!();
    const tags = fieldsOf(union).filter((tag) =>
      alias.untagged === true ? tag.alternative : tag.name === alias.untagged,
    );
    expect(tags).not.toEqual([]);
    for (const tag of tags) {
      const inner = tag.of ? withLeast(tag.of()) : { any: 'thing' };
      const { [name.split('.')[0]!]: _, ...others } = withLeast(target);
      const whole = merged(others, nested(`${name}.${tag.name}`, inner));
      expect(validate(target, merged(others, nested(name, inner)))).toEqual(validate(target, whole));
    }
  },
);

test.each(of('lifts'))('$input reads the nested members of $name', ({ alias, name, target }) => {
  for (const place of alias.lifts) {
    const holder = place.split('.').slice(0, -1).join('.');
    const own = fieldAt(target, `${name}.${holder}`).of!();
    const method = nested(`${name}.${holder}`, withLeast(own));
    const least = merged(withLeast(target), method);
    const contact = { name: 'Ann Example', email: 'ann@example.com', address: { city: 'Bern' } };
    const given = merged(least, nested(`${name}.${place}`, contact));
    const billing = { email: 'ann@example.com', address: { city: 'Bern', first_name: 'Ann Example' } };
    expect(validate(target, given)).toEqual(
      validate(target, merged(least, nested(`${name}.${alias.into}`, billing))),
    );
    expect(refusals(target, merged(given, nested(`${name}.${alias.into}`, {})))).toContainEqual([
      'parameters_exclusive',
      `${name}.${place}`,
    ]);
    const wrong = nested(`${name}.${place}`, { ...contact, email: 'nobody' });
    expect(refusals(target, merged(given, wrong))).toEqual([['invalid_parameter', `${name}.${place}.email`]]);
  }
});

test.each(of('named'))('$input selects an alternative of $name by its name', ({ name, target }) => {
  const union = fieldAt(target, name).of!();
  const alternatives = fieldsOf(union).filter(({ alternative }) => alternative);
  const least = withLeast(target);
  const given = (value: unknown) => merged(least, nested(name, value));
  expect(alternatives).not.toEqual([]);
  for (const { name: tag } of alternatives) {
    const empty = given({ [tag]: {} });
    const refused = refusals(target, empty);
    expect(refusals(target, given(tag))).toEqual(refused);
    if (refused.length === 0) expect(validate(target, given(tag))).toEqual(validate(target, empty));
  }
  expect(refusals(target, given('none'))).toEqual([['invalid_parameter', name]]);
});

test.each(of('typedMembers'))('$input accepts the members of $name as {type, value}', ({ name, target }) => {
  const inner = withLeast(fieldAt(target, name).of!());
  const typed = Object.fromEntries(
    Object.entries(inner).map(([member, value]) => [member, { type: 'str_value', value }]),
  );
  const least = withLeast(target);
  expect(validate(target, { ...least, [name]: typed })).toEqual(
    validate(target, { ...least, [name]: inner }),
  );
  const [member] = Object.keys(inner);
  const wrong = { ...typed, [member!]: { type: 'number', value: [] } };
  expect(refusals(target, { ...least, [name]: wrong })).toEqual([
    ['invalid_parameter', `${name}.${member}.value`],
  ]);
});

test.each(of('path'))('$input accepts $name if it matches the path', ({ alias, name, target }) => {
  const least = withLeast(target);
  const path = { [alias.path]: 'x_1' };
  expect(validate(target, { ...least, [name]: 'x_1' }, { path })).toEqual(validate(target, least));
  expect(() => validate(target, { ...least, [name]: 'x_2' }, { path })).toThrow(
    `${name} must match the path, or be left out.`,
  );
});

test('Payment method types with different limits become separate entries', () => {
  const required = withLeast(ConnectorAccountCreation);
  const methods = (payment_methods_enabled: unknown) =>
    validate(ConnectorAccountCreation, { ...required, payment_methods_enabled }).payment_methods_enabled;
  const visa = { payment_method_type: 'credit', card_networks: ['Visa'], maximum_amount: 100 };
  const debit = { payment_method_type: 'debit', card_networks: null, accepted_countries: null };
  const cards = { payment_method: 'card', payment_method_types: [visa, debit] };
  expect(methods([cards, { payment_method: 'wallet', payment_method_types: ['paypal'] }])).toEqual([
    {
      payment_method: 'card',
      payment_method_types: ['credit'],
      payment_schemes: ['Visa'],
      maximum_amount: 100,
    },
    { payment_method: 'card', payment_method_types: ['debit'] },
    { payment_method: 'wallet', payment_method_types: ['paypal'] },
  ]);
  const wrong = {
    payment_method: 'card',
    payment_method_types: [debit, { ...visa, maximum_amount: 'much' }],
  };
  const refused = (payment_methods_enabled: unknown) =>
    refusals(ConnectorAccountCreation, { ...required, payment_methods_enabled });
  expect(refused([wrong])).toEqual([['invalid_parameter', 'payment_methods_enabled[0].maximum_amount']]);
  const mixed = [{ payment_method: 'card', payment_method_types: ['credit', visa] }];
  expect(refused(mixed)).toEqual([
    ['invalid_parameter', 'payment_methods_enabled[0].payment_method_types[1]'],
  ]);
});

test('Problems in a flattened object name its members as the caller did', () => {
  const bank = { iban: 'nonsense', bank_city: 'Berlin' };
  expect(refusals(PayoutCreation, { amount: 1, currency: 'EUR', payout_method_data: { bank } })).toEqual([
    ['invalid_parameter', 'payout_method_data.bank.iban'],
  ]);
  const mixed = { iban: 'DE89370400440532013000', bank_routing_number: '110000000' };
  expect(
    refusals(PayoutCreation, { amount: 1, currency: 'EUR', payout_method_data: { bank: mixed } }),
  ).toContainEqual(['unknown_parameter', 'payout_method_data.bank.iban']);
});

test.each(all)(
  'OpenAPI shows $name of $input, and validation reads it as its target field',
  ({ alias, name, target }) => {
    const documented = inputSchema(target, new SchemaComponents()) as { properties: Values };
    const isWithin = name.includes('.') || isOtherForm(alias);
    const shown = documented.properties[name.split('.')[0]!] as { description: string };
    expect(shown.description).toContain(isWithin ? `\`${name}\`` : '');
    if (isWithin) return;
    const validated = Object.keys((inputSchema(target) as { properties: Values }).properties);
    expect(validated.includes(name)).toBe(fieldsOf(target).some((field) => field.name === name));
  },
);
