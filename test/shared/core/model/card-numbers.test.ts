import { randomUUID } from 'node:crypto';
import creditCardType from 'credit-card-type';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasCardNumber, isVerificationCode } from '../../../../src/core/model/free-text.ts';
import { budget } from '../../../kit/figure.ts';

const numRuns = budget(5_000, 500);

const luhn = (digits: string): string => {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + ((10 - (sum % 10)) % 10);
};

/** Numbers of every prefix and length of every network. Maestro numbers below 16 digits are no longer issued. */
const networks = Object.values(creditCardType.types).flatMap((type) => {
  const { lengths, patterns } = creditCardType.getTypeInfo(type);
  return patterns.flatMap((pattern) =>
    lengths
      .filter((length) => type !== 'maestro' || length >= 16)
      .map((length) => ({ type, prefixes: [pattern].flat(2).map(String), length })),
  );
});

const cardNumbers = fc
  .constantFrom(...networks)
  .chain(({ length, prefixes }) =>
    fc
      .tuple(fc.constantFrom(...prefixes), fc.stringMatching(/^\d{19}$/))
      .map(([prefix, filling]) => luhn((prefix + filling).slice(0, length - 1))),
  );

/** Numbers as people write them: in groups, with separators. */
const written = cardNumbers.chain((number) =>
  fc
    .tuple(
      fc.constantFrom('', ' ', '-', '  ', ' - ', '\u00a0', '\u2013', '\u200b', '\t'),
      fc.constantFrom(1, 4, 6, 19),
    )
    .map(([separator, size]) => number.match(new RegExp(`.{1,${size}}`, 'g'))!.join(separator)),
);

const around = fc.constantFrom(
  (text: string) => text,
  (text: string) => `Ada ${text}`,
  (text: string) => `Card: ${text}, expires 12/30`,
  (text: string) => `{"pan":"${text}"}`,
  (text: string) => `Nr.${text}!`,
  (text: string) => `visa_${text}`,
  (text: string) => `Order 17 of 2 paid with ${text} on 2026-11-29`,
);

/**
 * The digit zero of other scripts: Arabic-Indic, Persian, Devanagari, Bengali, Thai, fullwidth, mathematical, Adlam.
 */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce, 0x1d7f6, 0x1e950];

test('Card numbers of every network, prefix and length are found in any notation', () => {
  const types = new Set(networks.map(({ type }) => type));
  expect(types.size).toBeGreaterThan(10);
  fc.assert(
    fc.property(written, around, (number, text) => {
      expect(hasCardNumber(text(number)), text(number)).toBe(true);
    }),
    { numRuns },
  );
});

test('Card numbers are found in the digits of other scripts', () => {
  fc.assert(
    fc.property(cardNumbers, fc.constantFrom(...zeros), (number, zero) => {
      const text = [...number].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
      expect(hasCardNumber(`für ${text}`), text).toBe(true);
    }),
    { numRuns },
  );
});

test('A number with a wrong check digit, unknown network or wrong length is no card number', () => {
  fc.assert(
    fc.property(cardNumbers, (number) => {
      const wrong = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10);
      expect(hasCardNumber(wrong), wrong).toBe(false);
    }),
    { numRuns },
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[01789]\d{14}$/), (digits) => {
      // JCB has 1800, Mir and UnionPay 220 and 81, Troy 9792.
      fc.pre(!/^(1800|81|9792)/.test(digits));
      expect(hasCardNumber(luhn(digits)), luhn(digits)).toBe(false);
    }),
    { numRuns },
  );
});

test('Numbers of orders, phones, accounts and times, UUIDs and hashes are allowed', () => {
  const hex = fc.stringMatching(/^[\da-f]{64}$/);
  const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^\\d{${min},${max}}$`));
  const passing = fc.oneof(
    fc.uuid(),
    fc.constant(null).map(() => randomUUID()),
    // Digits only, as one in thousands is.
    fc
      .tuple(digits(8, 8), digits(4, 4), digits(4, 4), digits(4, 4), digits(12, 12))
      .map((parts) => parts.join('-')),
    hex.filter((text) => /\d[a-f]+\d/.test(text)),
    digits(1, 11),
    digits(20, 20).map((text) => `${text}.`),
    // Shops' numbers of 13 digits, such as Shopify's.
    digits(12, 12)
      .filter((text) => /^[4-6]/.test(text))
      .map(luhn),
    digits(6, 14).map((text) => `+${text}`),
    digits(3, 3).map((text) => `+49 ${text} 1234567`),
    fc
      .date({ min: new Date('2001-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
      .chain((date) =>
        fc.constantFrom(
          date.toISOString(),
          String(date.getTime()),
          `${date.getTime()}000`,
          date.toISOString().replaceAll(/\D/g, ''),
          date.toISOString().replaceAll(/\D/g, '').slice(0, 14),
        ),
      ),
    fc.constantFrom(
      'DE89370400440532013000',
      'DE89 3704 0044 0532 0130 00',
      'AT61 1904 3002 3457 3201 for Ada',
      'GB29 NWBK 6016 1331 9268 19',
      'ord_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
      '192.168.100.200, 10.20.30.40',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.6478.122 Safari/537.36',
    ),
  );
  fc.assert(
    fc.property(passing, (text) => {
      // A UUID of digits and dashes may be nothing else; all others cannot be a card's because of length, prefix or
      // check digit.
      expect(hasCardNumber(text), text).toBe(false);
      expect(hasCardNumber(`Order ${text}`), text).toBe(false);
    }),
    { numRuns },
  );
});

test('A number in a phone field is a card number only if it is too long for a phone', () => {
  expect(hasCardNumber('378282246310005', true)).toBe(false);
  expect(hasCardNumber('378282246310005')).toBe(true);
  expect(hasCardNumber('4242 4242 4242 4242', true)).toBe(true);
});

// Backtracking patterns would never finish on this.
test.each([
  ['1 ', false],
  ['1   ', false],
  ['4242-', true],
  ['AB12 CDEF ', false],
  ['+1 (', false],
  ['a1', false],
  ['\u0661 ', false],
  ['5500-', false],
])('A long text of %j is searched to its end', (text, hasOne) => {
  expect(hasCardNumber(text.repeat(65_536 / text.length))).toBe(hasOne);
});

test('A card holder may not consist of three or four digits', () => {
  for (const code of ['737', ' 1234 ', '٧٣٧', '７３７']) expect(isVerificationCode(code), code).toBe(true);
  for (const name of ['Ada', 'Ada 737', '12', '12345', 'Henry 8', ''])
    expect(isVerificationCode(name), name).toBe(false);
});
