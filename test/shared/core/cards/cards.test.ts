import creditCardType from 'credit-card-type';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cardNetworkOf,
  displayOfNumber,
  isExpired,
  requireCodeLength,
} from '../../../../src/core/cards/card.ts';
import { property } from '../../../kit/property.ts';

test.each([
  ['4242424242424242', 'Visa', 3],
  ['5555555555554444', 'Mastercard', 3],
  ['2223003122003222', 'Mastercard', 3],
  ['378282246310005', 'American Express', 4],
  ['6011111111111117', 'Discover', 3],
  ['3530111333300000', 'JCB', 3],
  ['36227206271667', 'Diners Club', 3],
  ['6200000000000005', 'UnionPay', 3],
])('The network of %s is %s', (number, name, cvcDigits) => {
  expect(cardNetworkOf(number)).toEqual({ name, cvcDigits });
});

test.each([
  ['4242424242424242', '123', true],
  ['4242424242424242', '1234', false],
  ['378282246310005', '1234', true],
  // The three-digit code on the back.
  ['378282246310005', '123', true],
  ['990000000000', '1234', true],
])('A code of %s may be %s: %s', (number, code, may) => {
  const check = () => requireCodeLength('card_cvc', code, cardNetworkOf(number));
  if (may) expect(check).not.toThrow();
  else expect(check).toThrow('card_cvc must have 3 digits for Visa cards.');
});

test('A number outside every known range has no network', () =>
  expect(cardNetworkOf('990000000000')).toBeNull());

test('No network pattern is longer than the stored BIN', () => {
  const patterns = Object.values(creditCardType.types).flatMap(
    (type) => creditCardType.getTypeInfo(type).patterns,
  );
  expect(patterns.length).toBeGreaterThan(50);
  for (const end of patterns.flat()) expect(String(end).length).toBeLessThanOrEqual(8);
});

test('A card expires at the end of its month in UTC', () => {
  expect(isExpired('02', '28', new Date('2028-02-29T23:59:59.999Z'))).toBe(false);
  expect(isExpired('02', '2028', new Date('2028-03-01T00:00:00.000Z'))).toBe(true);
  expect(isExpired('12', '2027', new Date('2028-01-01T00:00:00.000Z'))).toBe(true);
});

const numbers = fc.stringMatching(/^\d{12,19}$/);
property(
  'The displayed digits of a card number are at most ten, or twelve of a long number',
  numbers,
  (number) => {
    const { card_isin: isin, card_extended_bin: bin, last4 } = displayOfNumber(number, '01', '30', null);
    const front = bin ?? isin!;
    expect(number.startsWith(front) && number.endsWith(last4!)).toBe(true);
    expect(front.length + 4).toBeLessThanOrEqual(number.length >= 16 ? 12 : 10);
  },
);
