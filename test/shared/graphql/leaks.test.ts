import fc from 'fast-check';
import { expect } from 'vitest';
import { budget } from '../../kit/figure.ts';
import { seed } from '../../kit/property.ts';
import { test as base } from '../../kit/test.ts';

const filtered = 'query ($f: PaymentFilter, $n: Int) { payments(filter: $f, first: $n) { totalCount } }';
const body = (query: string, more: object = {}) => JSON.stringify({ query, ...more });
const quoted = (value: string) => JSON.stringify(value);
/** Request bodies with a value in every place that a caller may get wrong. */
const places: Record<string, (value: string) => string> = {
  'a variable of the wrong type': (value) => body(filtered, { variables: { n: value } }),
  'a variable for an enum': (value) => body(filtered, { variables: { f: { status: { in: [value] } } } }),
  'a variable for a date': (value) => body(filtered, { variables: { f: { created: { eq: value } } } }),
  'a variable for an amount': (value) => body(filtered, { variables: { f: { amount: { eq: value } } } }),
  'an object for a variable': (value) =>
    body(filtered, { variables: { f: { email: { eq: { card: value, n: [value] } } } } }),
  'a list for a variable': (value) => body(filtered, { variables: { f: [[value]], n: [value] } }),
  'variables that are not an object': (value) => body(filtered, { variables: value }),
  'an undeclared variable': (value) => body(filtered, { variables: { card: value } }),
  'a literal of the wrong type': (value) => body(`{ payments(first: ${quoted(value)}) { totalCount } }`),
  'a literal for an enum': (value) =>
    body(`{ payments(filter: { status: { eq: ${quoted(value)} } }) { totalCount } }`),
  'a literal for a date': (value) =>
    body(`{ payments(filter: { created: { eq: ${quoted(value)} } }) { totalCount } }`),
  'a literal for an amount': (value) =>
    body(`{ payments(filter: { amount: { eq: ${quoted(value)} } }) { totalCount } }`),
  'a literal in an object': (value) =>
    body(`{ payments(filter: { email: { eq: { card: ${quoted(value)} } } }) { totalCount } }`),
  'a string in place of a name': (value) => body(`{ payments ${quoted(value)} { totalCount } }`),
  'a block string in place of a name': (value) => body(`{ payments """${value}""" { totalCount } }`),
  'the document itself': (value) => body(value),
  'a selection': (value) => body(`{ viewer { ${value} } }`),
  'an argument': (value) => body(`{ payments(first: ${value}) { totalCount } }`),
  'an enum value': (value) => body(`{ payments(filter: { status: { eq: ${value} } }) { totalCount } }`),
  'a comment before a syntax error': (value) => body(`# ${value}\n{ viewer { # ${value}\n`),
  'a cursor': (value) =>
    body('query ($a: String) { payments(after: $a) { totalCount } }', { variables: { a: value } }),
  'a time zone': (value) =>
    body('query ($z: String!) { paymentStats(timeZone: $z) { count } }', { variables: { z: value } }),
  'a merchant id': (value) =>
    body('query ($m: ID!) { payments(merchantId: $m) { totalCount } }', { variables: { m: value } }),
  'a list that is too long': (value) =>
    body('query ($i: [ID!]!) { nodes(ids: $i) { id } }', { variables: { i: Array(101).fill(value) } }),
  'the operation name': (value) => body('query A { __typename }', { operationName: value }),
  'a persisted query': (value) =>
    body('', { extensions: { persistedQuery: { version: 1, sha256Hash: value } } }),
  'a document that is not a string': (value) => JSON.stringify({ query: { card: value } }),
  'a batch': (value) => JSON.stringify([{ query: value }]),
  'invalid JSON': (value) => `{"query": "{ __typename }", "card": ${quoted(value)}`,
  'a JSON string': (value) => quoted(value),
};
/** A secret that is a valid GraphQL name is sent in place of a name. */
const namedPlaces: Record<string, (name: string) => string> = {
  'an unknown field': (name) => body(`{ payments { ${name} nodes { ${name} } } }`),
  'an unknown argument': (name) => body(`{ payments(${name}: 1) { totalCount } }`),
  'an unknown input field': (name) =>
    body(`{ payments(filter: { ${name}: 1, status: { ${name}: 1 } }) { totalCount } }`),
  'an unknown field in a variable': (name) =>
    body(filtered, { variables: { f: { [name]: name, status: { [name]: 1 } } } }),
  'an unknown enum value': (name) => body(`{ payments(filter: { status: { eq: ${name} } }) { totalCount } }`),
  'a value of the wrong type': (name) => body(`{ payments(first: ${name}) { totalCount } }`),
  'an unknown directive': (name) => body(`{ viewer @${name} { keyKind } }`),
  'an unknown type': (name) => body(`query ($x: ${name}) { ... on ${name} { id } }`),
  'an unknown fragment': (name) => body(`{ ...${name} }`),
  'an unused fragment': (name) => body(`{ viewer { keyKind } } fragment ${name} on Query { __typename }`),
  'conflicting aliases': (name) => body(`{ viewer { ${name}: keyKind ${name}: merchantId } }`),
  'two names in a row': (name) => body(`${name} { viewer { keyKind } }`),
};
const stripeLike = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
const secrets = [
  '4242424242424242',
  '4242 4242 4242 4242',
  stripeLike,
  'open sesame!',
  `{"key":"${stripeLike}"}`,
];
const long = `sk_test_${'a1B2c3D4e5'.repeat(4)}xyz`;
const names = [stripeLike, long, 'c4242424242424242', '_4242_4242_4242_4242'];
// Longer than any other content of a response.
const anySecret = fc.oneof(
  fc.stringMatching(/^sk_(test|live)_[0-9A-Za-z]{24,48}$/),
  fc.stringMatching(/^[3-6]\d{11,18}$/),
  fc.string({ minLength: 12, maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '{', '}', ';', ':', ' ', 'a', '7', '$', '\n'),
    minLength: 12,
  }),
  fc.string({ unit: 'binary', minLength: 12, maxLength: 40 }),
);
// Messages repeat names, and a word of letters may be one; the generators insert such words anyway.
const secret = anySecret.filter((text) => !/^[A-Za-z_]+$/.test(text));

const test = base.extend(
  'expectNotRepeated',
  ({ api, graphql, service }) =>
    async (secret: string, sent: string): Promise<void> => {
      const before = service.logs.length;
      const { text: response, status } = await graphql.send(sent);
      expect(response).not.toContain(secret);
      expect(status).not.toBe(500);
      const { text: query } = await api.get(`/graphql?query=${encodeURIComponent(secret)}`);
      expect(query).not.toContain(secret);
      expect(service.logs.slice(before).join()).not.toContain(secret);
    },
);

test.for(Object.entries(places))(
  'No response or log line repeats a secret sent as %s',
  async ([_, place], { expectNotRepeated }) => {
    for (const secret of [...secrets, ...names]) await expectNotRepeated(secret, place(secret));
  },
);

test.for(Object.entries(namedPlaces))(
  'No response or log line repeats a secret sent as the name of %s',
  async ([_, place], { expectNotRepeated }) => {
    for (const name of names) await expectNotRepeated(name, place(name));
  },
);

test('No response or log line repeats any secret, wherever it was sent', async ({ expectNotRepeated }) => {
  await fc.assert(
    fc.asyncProperty(secret, fc.constantFrom(...Object.values(places)), (value, place) =>
      expectNotRepeated(value, place(value)),
    ),
    { seed, numRuns: budget(100, 25) },
  );
});

test('No response or log line repeats any secret sent as a name', async ({ expectNotRepeated }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.stringMatching(/^(sk_live_)?[A-Za-z]\d[0-9A-Za-z_]{14,50}$/),
      fc.constantFrom(...Object.values(namedPlaces)),
      (name, place) => expectNotRepeated(name, place(name)),
    ),
    { seed, numRuns: budget(100, 25) },
  );
});
