import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validate } from '../../../../src/core/model/validate.ts';
import { expectAccepted, expectRejected, OrderInput, orderProblems } from '../../../kit/order-input.ts';
import { problemsOf } from '../../../kit/problems.ts';
import { property } from '../../../kit/property.ts';

const line = { product_name: 'Tea', quantity: 1, amount: 350 };

test('Validation rejects text with characters PostgreSQL cannot store', () => {
  const fault = 'must not contain NUL characters or unpaired surrogates.';
  for (const text of ['a\0b', 'a\ud800', '\udc00']) {
    expectRejected({ description: text }, 'description', `description ${fault}`);
    expectRejected({ tags: ['x', text] }, 'tags[1]', `tags[1] ${fault}`);
    expectRejected({ metadata: { a: [{ b: text }] } }, 'metadata', `metadata ${fault}`);
    expectRejected({ metadata: { a: { [text]: 1 } } }, 'metadata', `metadata ${fault}`);
    expectRejected({ extra: [text] }, 'extra', `extra ${fault}`);
    expectRejected(
      { billing: { address: { city: text } } },
      'billing.address.city',
      `billing.address.city ${fault}`,
    );
  }
  const encoded = JSON.stringify([{ ...line, product_name: 'a\0' }]);
  expectRejected(
    { order_details: encoded },
    'order_details[0].product_name',
    `order_details[0].product_name ${fault}`,
  );
});

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));

test('Validation enforces the limits on metadata', () => {
  expectAccepted({ metadata: keys(50) });
  expectAccepted({
    metadata: { ['k'.repeat(40)]: 'v'.repeat(500), cleared: null, nested: { v: 'v'.repeat(501) } },
  });
  expectAccepted({ metadata: { v: ['v'.repeat(16 * 1024 - 10)] } });
  expect(orderProblems({ metadata: keys(51) })).toHaveLength(1);
  expect(orderProblems({ metadata: { ['k'.repeat(41)]: 1 } })).toHaveLength(1);
  expect(orderProblems({ metadata: { v: 'v'.repeat(501) } })).toHaveLength(1);
  expect(orderProblems({ metadata: [] })).toHaveLength(1);
  expectRejected(
    { metadata: { v: ['v'.repeat(16 * 1024 - 9)] } },
    'metadata',
    'metadata must be at most 16 KiB of JSON.',
  );
});

test('Validation rejects numbers in free-form JSON that JSON.parse has rounded, and says where they are', () => {
  const fault = (place: string) =>
    `must not contain a number beyond 9007199254740991${place}: it would lose digits, so send it as text.`;
  const max = '9007199254740991';
  for (const number of [max, `-${max}`, '0.1', '1e15', `"${max}000"`]) {
    expectAccepted({ metadata: JSON.parse(`{"order":${number}}`), extra: JSON.parse(`[${number}]`) });
  }
  for (const number of ['9007199254740992', '-9007199254740993', '1152921504606846977', '1e400', '1e20']) {
    const metadata = (json: string) => ({ metadata: JSON.parse(json.replace('N', number)) });
    expectRejected(metadata('{"order":N}'), 'metadata', `metadata ${fault(' at order')}`);
    expectRejected(metadata('{"a":[1,{"b":N}]}'), 'metadata', `metadata ${fault(' at a[1].b')}`);
    // A name that may be a card number is not repeated.
    expectRejected(metadata('{"a":{"4242424242424242":N}}'), 'metadata', `metadata ${fault(' at a')}`);
    expectRejected(metadata('{"4242424242424242":N}'), 'metadata', `metadata ${fault('')}`);
    expectRejected({ extra: JSON.parse(number) }, 'extra', `extra ${fault('')}`);
  }
});

property(
  'Numbers in free-form JSON are stored as they are, or refused',
  fc.double({ noNaN: true }),
  (number) => {
    const problems = orderProblems({ metadata: { number } });
    expect(problems).toHaveLength(Math.abs(number) > Number.MAX_SAFE_INTEGER ? 1 : 0);
  },
);

test('Validation rejects free-form objects nested more than 32 deep', () => {
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  expectAccepted({ extra: nested(32) });
  expectAccepted({ metadata: { a: nested(31) } });
  for (const depth of [34, 30_000]) {
    expectRejected({ extra: nested(depth) }, 'extra', 'extra must not be nested more than 32 deep.');
    expectRejected(
      { metadata: { a: nested(depth) } },
      'metadata',
      'metadata must not be nested more than 32 deep.',
    );
    expect(orderProblems({ colour: nested(depth), billing: nested(depth) })).toHaveLength(2);
    expect(orderProblems({ order_details: '['.repeat(depth) + ']'.repeat(depth) })).toHaveLength(1);
  }
});

test("No parameter name reaches an object's prototype", () => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
    const sent = JSON.parse(
      `{"amount":1,"${name}":{"polluted":true},"billing":{"${name}":{"polluted":true}}}`,
    );
    expect(problemsOf(() => validate(OrderInput, sent)).map(({ code, param }) => [code, param])).toEqual([
      ['unknown_parameter', name],
      ['unknown_parameter', `billing.${name}`],
    ]);
    const missing = JSON.parse(`{"${name}":{"amount":1}}`);
    expect(problemsOf(() => validate(OrderInput, missing)).map(({ code }) => code)).toEqual([
      'unknown_parameter',
      'missing_parameter',
    ]);
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('A free-form object cannot set a prototype', () => {
  for (const field of ['metadata', 'extra']) {
    const message = `${field} must not have a key named __proto__.`;
    expectRejected({ [field]: JSON.parse('{"a":[{"__proto__":{}}]}') }, field, message);
  }
});

test('Inherited members do not count as sent parameters', () => {
  const inherited = Object.create({ amount: 1 });
  expect(problemsOf(() => validate(OrderInput, inherited))[0]?.code).toBe('missing_parameter');
});

const mark = fc.string({ minLength: 3, maxLength: 30 }).map((text) => `ZQ${text}QZ`);
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, mark, fc.array(tie('any'), { maxLength: 2 }), tie('object')),
  object: fc.dictionary(
    fc.constantFrom('amount', 'address', 'country', 'quantity', 'product_name', 'phone', 'email'),
    tie('any'),
    { maxKeys: 3 },
  ),
})).any;
const names = ['amount', 'billing', 'card_number', 'due', 'email', 'extra', 'gifts', 'metadata'] as const;
const more = ['order_details', 'tags', 'countries', 'times', 'capture_method', 'return_url'] as const;
const body = fc.dictionary(fc.constantFrom(...names, ...more), value, { maxKeys: 8 });

property('Validation messages repeat no value', body, (sent) => {
  const encoded = { ...sent, order_details: JSON.stringify(sent.order_details ?? 'ZQ{QZ') };
  for (const attempt of [sent, encoded]) {
    for (const from of ['json', 'query'] as const) {
      const problems = problemsOf(() => validate(OrderInput, attempt, { from }));
      expect(JSON.stringify(problems)).not.toMatch(/ZQ|QZ/);
    }
  }
});

property('Validation of any JSON throws nothing but problems', fc.jsonValue(), (sent) => {
  problemsOf(() => validate(OrderInput, sent));
  problemsOf(() =>
    validate(OrderInput, { amount: 1, metadata: sent, extra: sent, billing: sent, gifts: [sent] }),
  );
});
