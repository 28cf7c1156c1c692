import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  digitsOf,
  expiryOf,
  grouped,
  isCardNumber,
  isPast,
  networkOf,
  passesLuhn,
  typedExpiry,
} from '../../../src/pages/checkout/card-number.ts';
import { seed } from '../../kit/property.ts';

test('Numbers are grouped as their network prints them, and checked by length and check digit', () => {
  expect(grouped('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(grouped('378282246310005')).toBe('3782 822463 10005');
  expect(networkOf('378282')).toMatchObject({ name: 'American Express', codeLength: 4 });
  expect(networkOf('')).toBeNull();
  expect(isCardNumber('4242424242424242')).toBe(true);
  expect(isCardNumber('4242424242424241')).toBe(false);
  expect(isCardNumber('42424242424242')).toBe(false);
});

test('Grouping changes no digit, and one wrong digit is always noticed', () => {
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

test('An expiry date is typed, pasted and erased', () => {
  const typed = (...texts: string[]) =>
    texts.reduce((before, text) => typedExpiry(before + text, before), '');
  expect(typed('1', '2', '3', '0')).toBe('12 / 30');
  expect(typed('5', '3', '1')).toBe('05 / 31');
  expect(typedExpiry('05/2031', '')).toBe('05 / 31');
  expect(typed('1', '/', '3', '0')).toBe('01 / 30');
  expect(typed('1', '3', '0')).toBe('01 / 30');
  expect(typed('1', '2', '/', '2', '0', '3', '1')).toBe('12 / 31');
  for (const text of ['1/30', '1/2030', '1 / 30', '01-30']) expect(typedExpiry(text, '')).toBe('01 / 30');
  expect(typedExpiry('12 / ', '12 / 3')).toBe('12');
  expect(expiryOf('12 / 30')).toEqual({ month: '12', year: '2030' });
  expect(expiryOf('13 / 30')).toBeNull();
  expect(expiryOf('12 / 3')).toBeNull();
  const lastMoment = new Date('2030-12-31T23:59:59.999Z');
  expect(isPast({ month: '12', year: '2030' }, lastMoment)).toBe(false);
  expect(isPast({ month: '12', year: '2030' }, new Date('2031-01-01T00:00:00Z'))).toBe(true);
});

test.for([
  ['Arabic', '٤٢٤٢', '١٢/٣٠'],
  ['Persian', '۴۲۴۲', '۱۲/۳۰'],
  ['Hindi', '४२४२', '१२/३०'],
  ['Japanese', '４２４２', '１２／３０'],
] as const)('%s digits are taken as what they are', ([, number, expiry]) => {
  expect(digitsOf(number)).toBe('4242');
  expect(typedExpiry(expiry, '')).toBe('12 / 30');
});
