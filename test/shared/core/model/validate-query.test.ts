import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validate } from '../../../../src/core/model/validate.ts';
import { OrderQuery } from '../../../kit/order-input.ts';
import { problemsOf } from '../../../kit/problems.ts';
import { property } from '../../../kit/property.ts';

const query = (members: object) => () => validate(OrderQuery, { least: '0', ...members }, { from: 'query' });

test('Query parameters are parsed from text', () => {
  const sent = {
    least: '999999999999',
    limit: '10',
    open: 'true',
    customer_id: '007',
    created_gte: '2026-01-31T10:30:00+01:00',
    capture_method: 'manual',
    tags: ['a,b', 'c'],
  };
  expect(query(sent)()).toEqual({
    least: 999_999_999_999,
    limit: 10,
    open: true,
    customer_id: '007',
    created_gte: '2026-01-31T09:30:00.000Z',
    capture_method: 'manual',
    tags: ['a', 'b', 'c'],
  });
  expect(query({ open: 'false', tags: 'a,b' })()).toEqual({ least: 0, open: false, tags: ['a', 'b'] });
  // An empty parameter counts as absent.
  for (const name of ['limit', 'open', 'customer_id', 'created_gte', 'capture_method', 'tags']) {
    for (const empty of ['', ['', '']]) expect(query({ [name]: empty })()).toEqual({ least: 0 });
  }
  expect(problemsOf(query({ least: '' }))).toMatchObject([{ param: 'least', code: 'missing_parameter' }]);
  expect(problemsOf(query({ lest: '' }))).toMatchObject([{ param: 'lest', code: 'unknown_parameter' }]);
});

test('A query object without a prototype is accepted as Express passes it', () => {
  const sent = Object.assign(Object.create(null), { least: '1' });
  const read = validate(OrderQuery, sent, { from: 'query' });
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

test('A number in a query is a whole number in plain notation', () => {
  for (const limit of ['1e1', ' 1', '1 ', '0x1', '+1', '01', '1.0', '1_0', '１', '-0', 'NaN', '1,2', '1n']) {
    expect(problemsOf(query({ limit }))).toEqual([
      { param: 'limit', code: 'invalid_parameter', message: 'limit must be a whole number from 1 to 100.' },
    ]);
  }
  for (const limit of ['0', '101', '-1', '9'.repeat(400)])
    expect(problemsOf(query({ limit }))).toHaveLength(1);
  for (const least of ['-1', '1000000000000']) expect(problemsOf(query({ least }))).toHaveLength(1);
});

test('A boolean in a query is true or false', () => {
  for (const open of ['TRUE', '1', 'yes', 'false ']) {
    expect(problemsOf(query({ open }))).toEqual([
      { param: 'open', code: 'invalid_parameter', message: 'open must be true or false.' },
    ]);
  }
});

test('A scalar may occur once in a query', () => {
  for (const name of ['least', 'limit', 'open', 'customer_id', 'created_gte', 'capture_method']) {
    expect(problemsOf(query({ [name]: ['1', '1'] }))).toEqual([
      { param: name, code: 'invalid_parameter', message: `${name} must be given only once.` },
    ]);
  }
});

test('Validation of a query names missing and unknown parameters', () => {
  expect(problemsOf(() => validate(OrderQuery, { limt: '1' }, { from: 'query' }))).toEqual([
    {
      param: 'limt',
      code: 'unknown_parameter',
      message: 'There is no parameter limt; did you mean limit?',
    },
    { param: 'least', code: 'missing_parameter', message: 'least is required.' },
  ]);
});

property(
  'Every whole number in a query is parsed back to itself',
  fc.integer({ min: 0, max: 999_999_999_999 }),
  (least) => {
    expect(query({ least: String(least) })().least).toBe(least);
  },
);

property('No other text in a query is parsed as a number', fc.string(), (limit) => {
  if (/^([1-9]\d?|100)?$/.test(limit)) return;
  expect(problemsOf(query({ limit }))).toHaveLength(1);
});
