import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalsOf,
  isoCurrencies,
  majorUnits,
  moneyFormat,
} from '../../../src/core/foundation/currencies.ts';
import { readAmount, typedText } from '../../../src/dashboard/data/typed-amount.ts';
import { someOf } from '../../kit/figure.ts';

/** Locales with unusual signs, grouping or digits in amounts. */
const locales = [
  ...[
    'en',
    'en-IN',
    'en-ZA',
    'en-CH',
    'de',
    'de-CH',
    'de-AT',
    'fr',
    'fr-CH',
    'fr-CA',
    'es',
    'es-MX',
    'it',
    'it-CH',
  ],
  ...[
    'pt',
    'pt-PT',
    'pt-CV',
    'nl',
    'pl',
    'cs',
    'sv',
    'nb',
    'da',
    'fi',
    'hu',
    'ro',
    'bg',
    'el',
    'et',
    'lv',
    'lt',
    'sl',
  ],
  ...[
    'tr',
    'ru',
    'uk',
    'ka',
    'hy',
    'he',
    'ar',
    'ar-EG',
    'ar-MA',
    'fa',
    'ur',
    'hi',
    'hi-u-nu-deva',
    'bn',
    'mr',
    'ta',
  ],
  ...[
    'ne',
    'my',
    'th',
    'th-u-nu-thai',
    'vi',
    'id',
    'ms',
    'ja',
    'ko',
    'zh',
    'zh-u-nu-hanidec',
    'sw',
    'am',
    'dz',
    'gsw',
    'rm',
  ],
];

const amounts = fc.oneof(
  fc.integer({ min: 0, max: 9_999 }),
  fc.integer({ min: 0, max: 9_999_999 }),
  fc.integer({ min: 0, max: 999_999_999_999 }),
  fc.integer({ min: 1, max: 999_999 }).map((amount) => amount * 1_000),
);

const formats = new Map<string, Intl.NumberFormat>();
function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${currency} ${locale}`;
  const format = formats.get(key) ?? moneyFormat(currency, locale);
  formats.set(key, format);
  return format;
}

describe.for(someOf(locales, 18))('In %s', (locale) => {
  test('Every displayed amount of every currency is read back as that amount', () => {
    for (const currency of [...isoCurrencies, 'CLF', 'UYW']) {
      const format = moneyFormat(currency, locale);
      const read = (text: string) => [text, readAmount(text, currency, locale)];
      for (const amount of fc.sample(amounts, 6)) {
        const shown = format.format(majorUnits(amount, currency));
        expect(read(shown)).toEqual([shown, { kind: 'amount', amount }]);
      }
      const [amount] = fc.sample(amounts, 1) as [number];
      const field = typedText(amount, currency, locale);
      expect(read(field)).toEqual([field, { kind: 'amount', amount }]);
    }
  });

  test('No text is read as a thousand times more or less than its amount', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'), (amount, currency) => {
        for (const writer of ['en', 'de', 'fr', 'de-CH', 'en-IN']) {
          const text = formatOf(currency, writer).format(majorUnits(amount, currency));
          const found = readAmount(text, currency, locale);
          if (found.kind === 'amount') expect([text, found.amount]).toEqual([text, amount]);
        }
      }),
    );
  });
});

test.for([
  ['en', 'USD', '1,034.45', 103_445],
  ['en', 'USD', '$1,034.45', 103_445],
  ['en', 'USD', 'USD 1034.45', 103_445],
  ['en', 'USD', '1034.45 usd', 103_445],
  ['en', 'EUR', '1.234,56 €', 123_456],
  ['en', 'EUR', '1\u202f234,56\u00a0€', 123_456],
  ['en', 'EUR', '1\u2009234,56', 123_456],
  ['en', 'CHF', '1’234.56', 123_456],
  ['en', 'CHF', "1'234.5", 123_450],
  ['en', 'INR', '₹12,34,567.00', 123_456_700],
  ['de', 'INR', '12,34,567', 123_456_700],
  ['en', 'EUR', '17,5', 1_750],
  ['en', 'EUR', ' 17 ', 1_700],
  ['en', 'EUR', '0,50', 50],
  ['en', 'EUR', '1,000', 100_000],
  ['de', 'EUR', '1.000', 100_000],
  ['en', 'EUR', '1.000.000', 100_000_000],
  ['en', 'KWD', 'KWD 5,000.000', 5_000_000],
  ['en', 'KWD', '5.000', 5_000],
  ['en', 'KWD', '0,500', 500],
  ['en', 'KWD', '1000', 1_000_000],
  ['de', 'KWD', '5,000', 5_000],
  ['en', 'JPY', '¥5,000', 5_000],
] as const)('In %s, %s %s is %i minor units', ([locale, currency, typed, amount]) => {
  expect(readAmount(typed, currency, locale)).toEqual({ kind: 'amount', amount });
});

test.for([
  ['en', 'KWD', '1,000', [1_000_000, 1_000]],
  ['de', 'KWD', '1.000', [1_000_000, 1_000]],
  ['fr', 'KWD', '1.000', [1_000_000, 1_000]],
] as const)('In %s, %s %s is ambiguous and therefore refused', ([locale, currency, typed, both]) => {
  expect(readAmount(typed, currency, locale)).toEqual({ kind: 'ambiguous', amounts: both });
});

test.for([
  ['en', 'USD', '1.000'],
  ['de', 'EUR', '1,000'],
  ['en', 'JPY', '5.000'],
  ['en', 'USD', '1.005'],
  ['en', 'USD', '10,00,000.005'],
  ['en', 'USD', '1,2,3'],
  ['en', 'USD', '1,23,45'],
  ['en', 'USD', '1.234.5'],
  ['en', 'USD', '1,234 567.00'],
  ['en', 'USD', '€5.00'],
  ['en', 'USD', '5.00 EUR'],
  ['en', 'USD', '-5'],
  ['en', 'USD', '−5.00'],
  ['en', 'USD', '1e3'],
  ['en', 'USD', '5 000 00'],
  ['en', 'USD', 'order 5'],
  ['en', 'USD', ''],
  ['en', 'USD', '12345678901234'],
] as const)('In %s, %s %s is no amount', ([locale, currency, typed]) => {
  expect(readAmount(typed, currency, locale)).toEqual({ kind: 'none' });
});

test('An amount in a field is written with all decimals and without grouping', () => {
  expect(typedText(5_000_000, 'KWD', 'de')).toBe('5000,000');
  expect(decimalsOf('KWD')).toBe(3);
});
