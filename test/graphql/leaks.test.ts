import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../kit/client.ts';
import { send } from '../kit/graphql.ts';
import { property } from '../kit/property.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;
let shop: SeededMerchant;

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
});

afterAll(() => service.close());

describe('what is sent in the wrong place is never repeated', () => {
  const filtered = 'query ($f: PaymentFilter, $n: Int) { payments(filter: $f, first: $n) { totalCount } }';
  const body = (query: string, more: object = {}) => JSON.stringify({ query, ...more });
  const text = (value: string) => JSON.stringify(value);

  /** Bodies with a value in every place that a caller may get wrong. */
  const places: Record<string, (value: string) => string> = {
    'a variable of another type': (value) => body(filtered, { variables: { n: value } }),
    'a variable that is an enumeration': (value) =>
      body(filtered, { variables: { f: { status: { in: [value] } } } }),
    'a variable that is a date': (value) => body(filtered, { variables: { f: { created: { eq: value } } } }),
    'a variable that is an amount': (value) =>
      body(filtered, { variables: { f: { amount: { eq: value } } } }),
    'an object for a variable': (value) =>
      body(filtered, { variables: { f: { email: { eq: { card: value, n: [value] } } } } }),
    'a list for a variable': (value) => body(filtered, { variables: { f: [[value]], n: [value] } }),
    'variables that are none': (value) => body(filtered, { variables: value }),
    'a variable that is not taken': (value) => body(filtered, { variables: { card: value } }),
    'a literal of another type': (value) => body(`{ payments(first: ${text(value)}) { totalCount } }`),
    'a literal enumeration': (value) =>
      body(`{ payments(filter: { status: { eq: ${text(value)} } }) { totalCount } }`),
    'a literal date': (value) =>
      body(`{ payments(filter: { created: { eq: ${text(value)} } }) { totalCount } }`),
    'a literal amount': (value) =>
      body(`{ payments(filter: { amount: { eq: ${text(value)} } }) { totalCount } }`),
    'a literal object': (value) =>
      body(`{ payments(filter: { email: { eq: { card: ${text(value)} } } }) { totalCount } }`),
    'a literal where a name belongs': (value) => body(`{ payments ${text(value)} { totalCount } }`),
    'a block where a name belongs': (value) => body(`{ payments """${value}""" { totalCount } }`),
    'the document itself': (value) => body(value),
    'a selection': (value) => body(`{ viewer { ${value} } }`),
    'an argument': (value) => body(`{ payments(first: ${value}) { totalCount } }`),
    'an enumeration value': (value) =>
      body(`{ payments(filter: { status: { eq: ${value} } }) { totalCount } }`),
    'a comment before a mistake': (value) => body(`# ${value}\n{ viewer { # ${value}\n`),
    'a cursor': (value) =>
      body('query ($a: String) { payments(after: $a) { totalCount } }', { variables: { a: value } }),
    'a time zone': (value) =>
      body('query ($z: String!) { paymentStats(timeZone: $z) { count } }', { variables: { z: value } }),
    'a merchant': (value) =>
      body('query ($m: ID!) { payments(merchantId: $m) { totalCount } }', { variables: { m: value } }),
    'a list of too many': (value) =>
      body('query ($i: [ID!]!) { nodes(ids: $i) { id } }', { variables: { i: Array(101).fill(value) } }),
    'the name of the operation': (value) => body('query A { __typename }', { operationName: value }),
    'a persisted query': (value) =>
      body('', { extensions: { persistedQuery: { version: 1, sha256Hash: value } } }),
    'a document that is none': (value) => JSON.stringify({ query: { card: value } }),
    'a batch': (value) => JSON.stringify([{ query: value }]),
    'JSON that is none': (value) => `{"query": "{ __typename }", "card": ${text(value)}`,
    'JSON that is a text': (value) => text(value),
  };

  /** A secret that is a name goes where GraphQL wants one. */
  const namedPlaces: Record<string, (name: string) => string> = {
    'an unknown field': (name) => body(`{ payments { ${name} nodes { ${name} } } }`),
    'an unknown argument': (name) => body(`{ payments(${name}: 1) { totalCount } }`),
    'an unknown field of an input': (name) =>
      body(`{ payments(filter: { ${name}: 1, status: { ${name}: 1 } }) { totalCount } }`),
    'an unknown field of a variable': (name) =>
      body(filtered, { variables: { f: { [name]: name, status: { [name]: 1 } } } }),
    'an unknown value': (name) => body(`{ payments(filter: { status: { eq: ${name} } }) { totalCount } }`),
    'a value where another type belongs': (name) => body(`{ payments(first: ${name}) { totalCount } }`),
    'an unknown directive': (name) => body(`{ viewer @${name} { keyKind } }`),
    'an unknown type': (name) => body(`query ($x: ${name}) { ... on ${name} { id } }`),
    'an unknown fragment': (name) => body(`{ ...${name} }`),
    'an unused fragment': (name) => body(`{ viewer { keyKind } } fragment ${name} on Query { __typename }`),
    'conflicting aliases': (name) => body(`{ viewer { ${name}: keyKind ${name}: merchantId } }`),
    'two names in a row': (name) => body(`${name} { viewer { keyKind } }`),
  };

  async function keepsQuiet(secret: string, sent: string): Promise<void> {
    const before = service.logs.length;
    const { text: answer, status } = await send(service, shop.key, sent);
    expect(answer).not.toContain(secret);
    expect(status).not.toBe(500);
    const { text: query } = await clientOf(service).get(`/graphql?query=${encodeURIComponent(secret)}`, {
      key: shop.key,
    });
    expect(query).not.toContain(secret);
    expect(service.logs.slice(before).join()).not.toContain(secret);
  }

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

  it.each(Object.entries(places))('%s', async (_, place) => {
    for (const secret of [...secrets, ...names]) await keepsQuiet(secret, place(secret));
  });

  it.each(Object.entries(namedPlaces))('%s', async (_, place) => {
    for (const name of names) await keepsQuiet(name, place(name));
  });

  // Longer than anything that an answer says by itself.
  const secret = fc.oneof(
    fc.stringMatching(/^sk_(test|live)_[0-9A-Za-z]{24,48}$/),
    fc.stringMatching(/^[3-6]\d{11,18}$/),
    fc.string({ minLength: 12, maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('"', '\\', '{', '}', ';', ':', ' ', 'a', '7', '$', '\n'),
      minLength: 12,
    }),
    fc.string({ unit: 'binary', minLength: 12, maxLength: 40 }),
  );

  property('whatever it is', secret, fc.constantFrom(...Object.values(places)), (value, place) =>
    keepsQuiet(value, place(value)),
  );

  property(
    'whatever name it is',
    fc.stringMatching(/^(sk_live_)?[A-Za-z]\d[0-9A-Za-z_]{14,50}$/),
    fc.constantFrom(...Object.values(namedPlaces)),
    (name, place) => keepsQuiet(name, place(name)),
  );
});
