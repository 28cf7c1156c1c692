import { expect, test } from 'vitest';
import { Problem } from '../../../../src/core/foundation/errors.ts';
import {
  type DescribedClass,
  type FieldDescription,
  fieldAt,
  fieldsOf,
} from '../../../../src/core/model/description.ts';
import { inputSchema } from '../../../../src/core/model/json-schema.ts';
import { type Alias, holderOf, isOtherForm } from '../../../../src/rest/dialects/hyperswitch/aliases.ts';
import { inputsWithAliases } from '../../../../src/rest/dialects/hyperswitch/dialect.ts';
import { openApiDocument } from '../../../../src/rest/openapi.ts';
import type { Operation } from '../../../../src/rest/operation.ts';
import { operations, specifiedOperations } from '../../../../src/rest/operations.ts';
import { ID_OF_PATH, requestTo } from '../../../kit/read-request.ts';
import { withoutSentText } from '../../../kit/sent-text.ts';
import { sampleValue } from '../../conformance/rows.ts';

type Values = Record<string, unknown>;

/** Every alias in every operation that accepts it. */
const all = operations.flatMap((operation) =>
  [...(operation.aliases?.body?.byPath ?? [])].map(([name, alias]) => ({
    operation,
    target: operation.body!,
    id: operation.id,
    name,
    alias,
  })),
);
const named = (id: string): Operation => operations.find((operation) => operation.id === id)!;
const validate = (operation: Operation, body: Values): Values => {
  const sent = structuredClone(body);
  try {
    return requestTo(operation, { body }).body as Values;
  } finally {
    // The request log contains the body as sent.
    expect(body).toEqual(sent);
  }
};
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
function refusals(operation: Operation, input: Values): [string, string | null][] {
  try {
    validate(operation, input);
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
  expect(specifiedOperations.filter(({ aliases }) => aliases?.body || aliases?.query)).toEqual([]);
  const bodies = new Set(operations.map(({ body }) => body));
  expect(inputsWithAliases().filter(({ target }) => !bodies.has(target))).toEqual([]);
  expect(all.length).toBeGreaterThan(100);
});

const renamed = of('of').flatMap(({ alias, ...rest }) => ('reads' in alias ? [] : [{ ...rest, alias }]));
test.each(renamed)('$id reads $name as the field that it renames', ({ alias, name, operation, target }) => {
  const field = fieldAt(holderOf(target, name), alias.of);
  const path = beside(name, alias.of);
  const value = sampleOf(field);
  const needed = alias.beside ? { [alias.beside]: sampleOf(fieldAt(target, alias.beside)) } : {};
  const least = merged(merged(withLeast(target), aroundOf(target, name)), needed);
  const expected = validate(operation, merged(least, nested(path, value)));
  const without = removed(least, path);
  const given = (one: unknown) => merged(without, nested(name, one));
  expect(validate(operation, given(value))).toEqual(expected);
  for (const text of alias.nulls ?? []) {
    expect(validate(operation, given(text))).toMatchObject(nested(path, null));
    expect(validate(operation, given(null))).toEqual(validate(operation, without));
  }
  expect(validate(operation, merged(given(value), nested(path, value)))).toEqual(expected);
  expect(refusals(operation, merged(given(value), nested(path, null)))).toContainEqual([
    'parameters_exclusive',
    name,
  ]);
  expect(refusals(operation, given([[]]))).toEqual([['invalid_parameter', name]]);
  if (alias.beside) {
    const alone = Object.fromEntries(Object.entries(without).filter(([other]) => other !== alias.beside));
    expect(validate(operation, { ...alone, [name]: value })).toEqual(validate(operation, alone));
  }
});

test.each(of('reads'))(
  '$id reads $name as its field in another form',
  ({ alias, name, operation, target }) => {
    const { examples } = alias.schema as { examples: unknown[] };
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      expect(validate(operation, withLeast(target, { [name]: example }))).toEqual(
        validate(operation, withLeast(target, { [alias.of]: alias.reads(example) })),
      );
      const both = withLeast(target, { [name]: example, [alias.of]: null });
      expect(refusals(operation, both)).toEqual([['parameters_exclusive', name]]);
    }
  },
);

test.each(of('byType'))('$id reads $name as the field of its type', ({ alias, name, operation, target }) => {
  for (const [type, path] of Object.entries(alias.byType)) {
    const value = sampleOf(fieldAt(target, path));
    const given = { ...withLeast(target), [name]: { type, data: value } };
    expect(validate(operation, given)).toEqual(
      validate(operation, { ...withLeast(target), ...nested(path, value) }),
    );
    // A member accepted in two forms is one member.
    if (!path.startsWith(`${name}.`)) {
      expect(refusals(operation, { ...given, ...nested(path, value) })).toEqual([]);
      expect(refusals(operation, { ...given, ...nested(path, null) })).toEqual([
        ['parameters_exclusive', `${name}.data`],
      ]);
    }
    expect(refusals(operation, { ...withLeast(target), [name]: { type, data: 7 } })).toEqual([
      ['invalid_parameter', `${name}.data`],
    ]);
  }
  const refused = (value: unknown) => refusals(operation, { ...withLeast(target), [name]: value });
  expect(refused({ type: 'constructor', data: 'x' })).toEqual([['invalid_parameter', `${name}.type`]]);
  expect(refused('man_1')).toEqual([['invalid_parameter', name]]);
});

test.each(of('says'))(
  '$id accepts $name if its value is already true',
  ({ alias, name, operation, target }) => {
    for (const { beside = {}, value } of alias.says) {
      expect(validate(operation, withLeast(target, { ...beside, [name]: value }))).toEqual(
        validate(operation, withLeast(target, beside)),
      );
      for (const field of Object.keys(beside)) {
        expect(refusals(operation, withLeast(target, { [name]: value, [field]: 1 }))).toEqual([
          ['invalid_parameter', field],
        ]);
      }
    }
    expect(refusals(operation, withLeast(target, { [name]: 'another' }))).toEqual([
      ['invalid_parameter', name],
    ]);
  },
);

test.each(of('equals'))(
  '$id accepts $name if it equals $alias.equals',
  ({ alias, name, operation, target }) => {
    const value = sampleOf(fieldAt(target, alias.equals));
    const given = withLeast(target, { [alias.equals]: value });
    expect(validate(operation, { ...given, [name]: value })).toEqual(validate(operation, given));
    expect(refusals(operation, { ...given, [name]: 'another' })).toEqual([['invalid_parameter', name]]);
  },
);

test.each(of('unused'))('$id accepts $name and ignores it', ({ name, operation, target }) => {
  const [list, member] = name.split('.');
  if (member && fieldAt(target, list!).kind.endsWith('list')) {
    const entry = withLeast(holderOf(target, name));
    const listing = (one: Values) => withLeast(target, { [list!]: [one] });
    // REST shows it in the list.
    expect(withoutSentText(validate(operation, listing({ ...entry, [member]: 'anything' })))).toEqual(
      withoutSentText(validate(operation, listing(entry))),
    );
    return;
  }
  const least = merged(withLeast(target), aroundOf(target, name));
  expect(validate(operation, merged(least, nested(name, 'anything')))).toEqual(validate(operation, least));
});

test.each(of('untagged'))(
  '$id accepts $name as the value of one of its members',
  ({ alias, name, operation, target }) => {
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
      expect(validate(operation, merged(others, nested(name, inner)))).toEqual(validate(operation, whole));
    }
  },
);

test.each(of('lifts'))('$id reads the nested members of $name', ({ alias, name, operation, target }) => {
  for (const place of alias.lifts) {
    const holder = place.split('.').slice(0, -1).join('.');
    const own = fieldAt(target, `${name}.${holder}`).of!();
    const method = nested(`${name}.${holder}`, withLeast(own));
    const least = merged(withLeast(target), method);
    const contact = { name: 'Ann Example', email: 'ann@example.com', address: { city: 'Bern' } };
    const given = merged(least, nested(`${name}.${place}`, contact));
    const billing = { email: 'ann@example.com', address: { city: 'Bern', first_name: 'Ann Example' } };
    expect(validate(operation, given)).toEqual(
      validate(operation, merged(least, nested(`${name}.${alias.into}`, billing))),
    );
    expect(refusals(operation, merged(given, nested(`${name}.${alias.into}`, {})))).toContainEqual([
      'parameters_exclusive',
      `${name}.${place}`,
    ]);
    const wrong = nested(`${name}.${place}`, { ...contact, email: 'nobody' });
    expect(refusals(operation, merged(given, wrong))).toEqual([
      ['invalid_parameter', `${name}.${place}.email`],
    ]);
  }
});

test.each(of('named'))('$id selects an alternative of $name by its name', ({ name, operation, target }) => {
  const union = fieldAt(target, name).of!();
  const alternatives = fieldsOf(union).filter(({ alternative }) => alternative);
  const least = withLeast(target);
  const given = (value: unknown) => merged(least, nested(name, value));
  expect(alternatives).not.toEqual([]);
  for (const { name: tag } of alternatives) {
    const empty = given({ [tag]: {} });
    const refused = refusals(operation, empty);
    expect(refusals(operation, given(tag))).toEqual(refused);
    if (refused.length === 0) expect(validate(operation, given(tag))).toEqual(validate(operation, empty));
  }
  expect(refusals(operation, given('none'))).toEqual([['invalid_parameter', name]]);
});

test.each(of('typedMembers'))(
  '$id accepts the members of $name as {type, value}',
  ({ name, operation, target }) => {
    const inner = withLeast(fieldAt(target, name).of!());
    const typed = Object.fromEntries(
      Object.entries(inner).map(([member, value]) => [member, { type: 'str_value', value }]),
    );
    const least = withLeast(target);
    expect(validate(operation, { ...least, [name]: typed })).toEqual(
      validate(operation, { ...least, [name]: inner }),
    );
    const [member] = Object.keys(inner);
    const wrong = { ...typed, [member!]: { type: 'number', value: [] } };
    expect(refusals(operation, { ...least, [name]: wrong })).toEqual([
      ['invalid_parameter', `${name}.${member}.value`],
    ]);
  },
);

test.each(of('path'))('$id accepts $name if it matches the path', ({ name, operation, target }) => {
  const least = withLeast(target);
  expect(validate(operation, { ...least, [name]: ID_OF_PATH })).toEqual(validate(operation, least));
  expect(() => validate(operation, { ...least, [name]: 'x_2' })).toThrow(
    `${name} must match the path, or be left out.`,
  );
});

test('Payment method types with different limits become separate entries', () => {
  const operation = named('createConnectorAccount');
  const required = withLeast(operation.body!);
  const methods = (payment_methods_enabled: unknown) =>
    validate(operation, { ...required, payment_methods_enabled }).payment_methods_enabled;
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
    refusals(operation, { ...required, payment_methods_enabled });
  expect(refused([wrong])).toEqual([['invalid_parameter', 'payment_methods_enabled[0].maximum_amount']]);
  const mixed = [{ payment_method: 'card', payment_method_types: ['credit', visa] }];
  expect(refused(mixed)).toEqual([
    ['invalid_parameter', 'payment_methods_enabled[0].payment_method_types[1]'],
  ]);
});

test('Problems in a flattened object name its members as the caller did', () => {
  const bank = { iban: 'nonsense', bank_city: 'Berlin' };
  expect(
    refusals(named('createPayout'), { amount: 1, currency: 'EUR', payout_method_data: { bank } }),
  ).toEqual([['invalid_parameter', 'payout_method_data.bank.iban']]);
  const mixed = { iban: 'DE89370400440532013000', bank_routing_number: '110000000' };
  expect(
    refusals(named('createPayout'), { amount: 1, currency: 'EUR', payout_method_data: { bank: mixed } }),
  ).toContainEqual(['unknown_parameter', 'payout_method_data.bank.iban']);
});

test('An unknown member in another form is named as the caller wrote it', () => {
  const refused = (id: string, body: Values) => {
    const operation = named(id);
    return refusals(operation, withLeast(operation.body!, body)).filter(
      ([code]) => code === 'unknown_parameter',
    );
  };
  const unknown = (path: string) => [['unknown_parameter', path]];
  const debit = { sepa_bank_debit: { billing_details: { moood: 1 } } };
  expect(refused('createPayment', { payment_method_data: { bank_debit: debit } })).toEqual(
    unknown('payment_method_data.bank_debit.sepa_bank_debit.billing_details.moood'),
  );
  const limited = { type: 'card_with_limited_data', data: { moood: 1 } };
  expect(refused('createPayment', { recurring_details: limited })).toEqual(
    unknown('recurring_details.data.moood'),
  );
  const types = ['credit', 'debit'].map((type) => ({ payment_method_type: type, moood: 1 }));
  const entries = [{ payment_method: 'card', payment_method_types: types }];
  expect(refused('createConnectorAccount', { payment_methods_enabled: entries })).toEqual(
    unknown('payment_methods_enabled[0].moood'),
  );
  expect(refused('createPayment', { customer_acceptance: { moood: 1 } })).toEqual(
    unknown('customer_acceptance.moood'),
  );
});

test("A member named like a prototype's is unknown, even next to an alias", () => {
  const body = JSON.parse(
    '{"amount": 1, "currency": "EUR", "payment_type": "normal", "__proto__": {"confirm": true}}',
  );
  expect(refusals(named('createPayment'), body)).toEqual([['unknown_parameter', '__proto__']]);
});

const schemas = (openApiDocument() as { components: { schemas: Record<string, { properties: Values }> } })
  .components.schemas;

test.each(all)('OpenAPI shows $name of $id, and the core does not know it', ({ alias, name, target }) => {
  const schemaName = target.name.endsWith('Input') ? target.name : `${target.name}Input`;
  const isWithin = name.includes('.') || isOtherForm(alias);
  const shown = schemas[schemaName]!.properties[name.split('.')[0]!] as { description: string };
  expect(shown.description).toContain(isWithin ? `\`${name}\`` : '');
  if (isWithin) return;
  const validated = Object.keys((inputSchema(target) as { properties: Values }).properties);
  expect(validated.includes(name)).toBe(fieldsOf(target).some((field) => field.name === name));
});
