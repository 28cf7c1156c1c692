import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyText, lineOf, majorText, painting } from '../../../../src/commands/listen/line.ts';
import type { Arrival } from '../../../../src/commands/listen/receiver.ts';
import { property } from '../../../kit/property.ts';
import { eventBody } from './sender.ts';

const plain = painting(false);
const at = new Date(2026, 0, 1, 12, 1, 2, 345);

const arrival = (body: string, more: Partial<Arrival> = {}): Arrival => ({
  at,
  body,
  fault: null,
  isRepeat: false,
  status: 200,
  ...more,
});

const paid = eventBody('payment_succeeded', 'payment', {
  payment_id: 'pay_1',
  status: 'succeeded',
  amount: 6540,
  currency: 'USD',
});
/** A line with single spaces between its columns. */
const wordsOf = (line: string) => line.replace(/ +/g, ' ');
const words = (...args: Parameters<typeof arrival>) => wordsOf(lineOf(arrival(...args), plain));

test('The line of a webhook shows time, event, object, signature and response', () => {
  expect(words(paid)).toBe('12:01:02.345 payment_succeeded pay_1 succeeded 65.40 USD signature ok → 200');
});

test.each([
  ['refund', { refund_id: 'ref_1', status: 'failed', amount: 500, currency: 'JPY' }, 'ref_1 failed 500 JPY'],
  ['dispute', { dispute_id: 'dsp_1', dispute_status: 'dispute_won' }, 'dsp_1 dispute_won'],
  ['payout', { payout_id: 'po_1', status: 'success', amount: 1, currency: 'BHD' }, 'po_1 success 0.001 BHD'],
])('The line of a webhook shows the identifier, status and amount of a %s', (kind, object, expected) => {
  expect(words(eventBody('what_happened', kind, object))).toContain(`what_happened ${expected} signature`);
});

test('The lines of webhooks are aligned in columns', () => {
  const other = eventBody('refund_failed', 'refund', {
    refund_id: 'ref_01M7TVNZ4G3KZHMVXAY1C9W84D',
    status: 'failed',
    amount: 99_999_999,
    currency: 'EUR',
  });
  const [one, two] = [paid, other].map((body) => lineOf(arrival(body), plain).indexOf('signature'));
  expect(one).toBe(two);
});

test('The line of a webhook marks repeats, bad signatures and closed connections', () => {
  expect(words(paid, { isRepeat: true, status: 500 })).toMatch(/ signature ok again → 500$/);
  expect(words(paid, { fault: 'webhook-id is missing', status: 401 })).toMatch(
    / signature bad: webhook-id is missing → 401$/,
  );
  expect(words(paid, { status: null })).toMatch(/ → no response, the sender disconnected$/);
});

test('The line of a webhook is coloured on request only', () => {
  expect(lineOf(arrival(paid), plain)).not.toContain('\u001b');
  expect(lineOf(arrival(paid), painting(true))).toContain('\u001b[32msignature ok\u001b[39m');
});

property(
  'The line of a webhook is one line without control characters, whatever arrives',
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .record({ type: fc.string({ unit: 'binary' }), id: fc.anything(), amount: fc.double() })
      .map(({ type, id, amount }) =>
        eventBody(`\u001b[2J${type}`, 'payment', { payment_id: id, status: type, amount, currency: type }),
      ),
  ),
  (body) => !/\p{Cc}/u.test(lineOf(arrival(body), plain)),
);

test('A printed body is indented', () => {
  expect(bodyText('{"a":{"b":1}}')).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
});

test('A printed body contains no control characters, JSON or not', () => {
  expect(bodyText('not \u001b[2J JSON')).toBe('not \uFFFD[2J JSON');
  expect(bodyText('"\u009b2J"')).toBe('"\uFFFD2J"');
});

test.each([
  [6540, 'USD', '65.40 USD'],
  [5, 'EUR', '0.05 EUR'],
  [0, 'EUR', '0.00 EUR'],
  [6540, 'JPY', '6540 JPY'],
  [6540, 'KWD', '6.540 KWD'],
  [999_999_999_999, 'USD', '9999999999.99 USD'],
  [-5, 'USD', '-0.05 USD'],
  [5, 'points', '5 points'],
])('%i of %s is printed as %s', (amount, currency, text) => expect(majorText(amount, currency)).toBe(text));

property(
  'A printed amount keeps every minor unit in every currency',
  fc.integer({ min: 0, max: 999_999_999_999 }),
  fc.constantFrom(...Intl.supportedValuesOf('currency')),
  (amount, currency) => {
    const [number, code] = majorText(amount, currency).split(' ');
    expect(code).toBe(currency);
    expect(Number(number!.replace('.', ''))).toBe(amount);
  },
);
