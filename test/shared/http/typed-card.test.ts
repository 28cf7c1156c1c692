import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  digitsOf,
  grouped,
  isCardNumber,
  isNoName,
  networkOf,
  passesLuhn,
} from '../../../src/checkout/page/card-number.ts';
import { expiryOf } from '../../../src/checkout/page/expiry.ts';
import { seed } from '../../kit/property.ts';

test('Numbers are grouped as their network prints them, and validated by length and check digit', () => {
  expect(grouped('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(grouped('378282246310005')).toBe('3782 822463 10005');
  expect(networkOf('378282')).toMatchObject({ name: 'American Express', codeLength: 4 });
  expect(networkOf('')).toBeNull();
  expect(isCardNumber('4242424242424242')).toBe(true);
  expect(isCardNumber('4242424242424241')).toBe(false);
  expect(isCardNumber('42424242424242')).toBe(false);
});

test('Grouping changes no digit, and a single wrong digit is always detected', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 2, maxLength: 19 });
  const property = fc.property(digits, fc.nat(18), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
    expect(digitsOf(grouped(number))).toBe(number);
    const index = at % number.length;
    const wrong = [...number];
    wrong[index] = String((Number(wrong[index]) + by) % 10);
    expect(passesLuhn(number) && passesLuhn(wrong.join(''))).toBe(false);
  });
  fc.assert(property, { seed });
});

test.for([
  ['Arabic', '٤٢٤٢', '١٢/٣٠'],
  ['Persian', '۴۲۴۲', '۱۲/۳۰'],
  ['Hindi', '४२४२', '१२/३०'],
  ['Japanese', '４２４２', '１２／３０'],
] as const)('%s digits are read as digits', ([, number, expiry]) => {
  expect(digitsOf(number)).toBe('4242');
  expect(expiryOf(expiry, new Date('2026-11-29T00:00:00Z'))).toEqual({ month: '12', year: '2030' });
});

test.for([
  ['4242 4242 4242 4242', true],
  ['Ada 4242-4242-4242-4242', true],
  ['٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', true],
  ['378282246310005', true],
  [' 123 ', true],
  ['1234', true],
  ['Ada Lovelace', false],
  ['Ada Lovelace the 2nd', false],
  ['4242 4242 4242 4241', false],
  ['12', false],
  ['', false],
] as const)('The name %s is a number or code of a card: %s', ([name, isNumber]) => {
  expect(isNoName(name)).toBe(isNumber);
});
