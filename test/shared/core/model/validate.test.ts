import { expect, test } from 'vitest';
import { validate } from '../../../../src/core/model/validate.ts';
import { arbitraryInput } from '../../../kit/arbitraries.ts';
import {
  expectAccepted,
  expectRejected,
  OrderInput,
  orderProblems,
  validateOrder,
} from '../../../kit/order-input.ts';
import { problemsOf } from '../../../kit/problems.ts';
import { property } from '../../../kit/property.ts';
import { withoutSentText } from '../../../kit/sent-text.ts';

const line = { product_name: 'Tea', quantity: 1, amount: 350 };

property('Validation returns a valid input unchanged', arbitraryInput(OrderInput), (sent) => {
  const before = structuredClone(sent);
  const read = validate(OrderInput, JSON.parse(JSON.stringify(sent)));
  expect(withoutSentText(read)).toEqual(JSON.parse(JSON.stringify(sent)));
  expect(validate(OrderInput, read)).toEqual(read);
  expect(validate(OrderInput, sent)).not.toBe(sent);
  expect(sent).toEqual(before);
});

test('Validation normalizes instants to UTC with milliseconds', () => {
  expect(validateOrder({ due: '2026-01-31T10:30+01:00' }).due).toBe('2026-01-31T09:30:00.000Z');
});

test('Validation drops undefined members and keeps null', () => {
  expect(validateOrder({ description: undefined, email: null, gifts: null })).toEqual({
    amount: 1,
    email: null,
    gifts: null,
  });
});

test('Validation returns an encoded list as a list, however it was sent', () => {
  const text = JSON.stringify([line]);
  for (const order_details of [text, [line]]) {
    // With the text shown by REST.
    expect(validateOrder({ order_details }).order_details).toEqual([{ ...line, sent_text: text }]);
  }
  expect(validateOrder({ order_details: null }).order_details).toBeNull();
});

test('Validation turns negative zero into zero', () => {
  expect(Object.is(validate(OrderInput, JSON.parse('{"amount":-0}')).amount, 0)).toBe(true);
});

test('Validation reports all missing and unknown parameters', () => {
  expect(problemsOf(() => validate(OrderInput, { colour: 1, gifts: [{ quantity: 1, amount: 1 }] }))).toEqual([
    { param: 'colour', code: 'unknown_parameter', message: 'There is no parameter colour.' },
    { param: 'amount', code: 'missing_parameter', message: 'amount is required.' },
    {
      param: 'gifts[0].product_name',
      code: 'missing_parameter',
      message: 'gifts[0].product_name is required.',
    },
  ]);
});

test('Validation suggests the parameter name that was probably meant', () => {
  const messages = orderProblems({ curency: 'EUR', customerId: 'a', billing: { adress: {} } });
  expect(messages.map(({ message }) => message)).toEqual([
    'There is no parameter curency; did you mean currency?',
    'There is no parameter customerId; did you mean customer_id?',
    'There is no parameter billing.adress; did you mean billing.address?',
  ]);
});

test('Validation does not repeat an unknown name that may be a card number', () => {
  for (const name of [
    '4242424242424242',
    '4242-4242-4242-4242',
    'x'.repeat(41),
    'a b',
    '<b>',
    '',
    'a[sk_test_1]',
  ]) {
    const [problem] = orderProblems({ [name]: 1 });
    expect(problem).toEqual({
      param: '',
      code: 'unknown_parameter',
      message: 'There is an unknown parameter.',
    });
    expect(orderProblems({ billing: { [name]: 1 } })[0]).toMatchObject({
      param: 'billing',
      message: 'There is an unknown parameter in billing.',
    });
  }
});

test('Validation rejects null for a required parameter', () => {
  expectRejected({ amount: null }, 'amount', 'amount must not be null.');
  expectRejected(
    { order_details: [{ ...line, amount: null }] },
    'order_details[0].amount',
    'order_details[0].amount must not be null.',
  );
});

test('Validation reports at most twenty problems', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`colour_${i}`, i]));
  expect(orderProblems(many)).toHaveLength(20);
  expect(orderProblems({ tags: Array(5000).fill(1) }).length).toBeLessThanOrEqual(20);
});

test('Validation rejects anything that is not an object', () => {
  for (const value of [null, undefined, [], 'text', 1, true]) {
    expect(problemsOf(() => validate(OrderInput, value))).toEqual([
      { param: '', code: 'invalid_parameter', message: 'The parameters must be a JSON object.' },
    ]);
  }
});

const amountMessage = 'amount must be a whole number of minor units from 0 to 999999999999.';

test('Validation enforces the range of numbers', () => {
  expectAccepted({ amount: 0 });
  expectAccepted({ amount: 999_999_999_999 });
  for (const amount of [
    -1,
    1_000_000_000_000,
    0.5,
    '1',
    true,
    [1],
    {},
    Number.POSITIVE_INFINITY,
    Number.NaN,
  ]) {
    expectRejected({ amount }, 'amount', amountMessage);
  }
  expectAccepted({ times: 1 });
  expectAccepted({ times: 10 });
  for (const times of [0, 11, 1.5])
    expectRejected({ times }, 'times', 'times must be a whole number from 1 to 10.');
});

test('Validation messages say how to correct each value', () => {
  const wrong = {
    customer_id: 'a b',
    description: 'x'.repeat(256),
    email: 'alice',
    return_url: 'javascript:alert(1)',
    currency: 'eur',
    card_number: '4242424242424241',
    confirm: 'true',
    due: '2026-02-30T00:00:00Z',
    capture_method: 'later',
    billing: { address: { country: 'de' } },
    gifts: [line, line, line, line],
    tags: ['a', 1],
    countries: ['DE', 'XX'],
    order_details: JSON.stringify([{ ...line, quantity: 0 }, 7]),
  };
  expect(orderProblems(wrong).map(({ message }) => message)).toEqual([
    'gifts must be a list of at most 3 objects.',
    'customer_id must be 1 to 64 letters, digits, hyphens or underscores.',
    'description must be text of at most 255 characters.',
    'email must be an e-mail address, such as alice@example.com, of at most 255 characters.',
    'return_url must be an http or https URL, such as https://example.com/done, of at most 255 characters.',
    'currency must be the three-letter ISO 4217 code of a currency in circulation, in capitals, such as EUR.',
    'card_number must be a card number: 12 to 19 digits without spaces, the last of them a correct check digit.',
    'confirm must be true or false.',
    'due must be an ISO 8601 date-time with a zone, such as 2026-01-31T09:30:00Z.',
    'capture_method must be one of automatic, manual, manual_multiple, sequential_automatic.',
    'billing.address.country must be a two-letter ISO 3166 country code in capitals, such as DE.',
    'tags[1] must be text of at most 255 characters.',
    'countries[1] must be a two-letter ISO 3166 country code in capitals, such as DE.',
    'order_details[0].quantity must be a whole number from 1 to 2147483647.',
    'order_details[1] must be an object.',
  ]);
});

test('Validation counts lengths in characters', () => {
  expectAccepted({ description: '𝒳'.repeat(255) });
  expectAccepted({ customer_id: 'x'.repeat(64) });
  expectRejected(
    { description: '𝒳'.repeat(256) },
    'description',
    'description must be text of at most 255 characters.',
  );
  expect(orderProblems({ customer_id: 'x'.repeat(65) })).toHaveLength(1);
  expect(orderProblems({ customer_id: '' })).toHaveLength(1);
});

test('An encoded list must decode to a list', () => {
  const message = 'order_details must be a list of at most 3 objects, or a string of JSON that holds one.';
  for (const text of ['', '[', '{}', 'null', '"[]"', '7']) {
    expectRejected({ order_details: text }, 'order_details', message);
  }
  expectRejected({ order_details: [line, line, line, line] }, 'order_details', message);
  expectRejected({ order_details: 7 }, 'order_details', message);
});
