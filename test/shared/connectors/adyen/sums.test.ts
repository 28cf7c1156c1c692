import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adyenDecimals, fromAdyen, toAdyen } from '../../../../src/connectors/adyen/amounts.ts';
import { RefusedRequestError, UnreadableAnswerError } from '../../../../src/connectors/exchange.ts';
import { decimalsOf } from '../../../../src/core/foundation/currencies.ts';
import { seed } from '../../../kit/property.ts';

describe('Amounts at Adyen', () => {
  test.for([
    // [currency, minor units of ISO 4217, amount sent to Adyen]
    ['USD', 1099, 1099],
    ['EUR', 1, 1],
    ['JPY', 500, 500],
    ['KRW', 500, 500],
    ['VND', 500, 500],
    ['UGX', 500, 500],
    ['PYG', 500, 500],
    ['XOF', 500, 500],
    ['BHD', 12_345, 12_345],
    ['IQD', 12_345, 12_345],
    ['JOD', 12_345, 12_345],
    ['KWD', 12_345, 12_345],
    ['LYD', 12_345, 12_345],
    ['OMR', 12_345, 12_345],
    ['TND', 12_345, 12_345],
    // Without minor units in ISO 4217, counted in hundredths by Adyen.
    ['CLP', 500, 50_000],
    ['ISK', 500, 50_000],
    // With hundredths in ISO 4217, counted whole by Adyen.
    ['CVE', 50_000, 500],
    ['IDR', 50_000, 500],
  ] as const)('%s: %i is sent as %i', ([currency, amount, value]) => {
    expect(toAdyen({ amount, currency })).toEqual({ currency, value });
    expect(fromAdyen({ currency, value })).toEqual({ amount, currency });
  });

  test('The table above contains every exception of Adyen', () => {
    expect(adyenDecimals).toEqual({ CLP: 2, CVE: 0, IDR: 0, ISK: 2 });
  });

  test("An amount finer than Adyen's units is refused, not rounded", () => {
    expect(() => toAdyen({ amount: 50, currency: 'IDR' })).toThrow(RefusedRequestError);
    expect(() => toAdyen({ amount: 101, currency: 'CVE' })).toThrow(RefusedRequestError);
    expect(() => fromAdyen({ value: 50, currency: 'ISK' })).toThrow(UnreadableAnswerError);
  });

  test('An amount that Adyen can represent comes back unchanged', () => {
    const currency = fc.constantFrom('EUR', 'JPY', 'KWD', ...Object.keys(adyenDecimals));
    fc.assert(
      fc.property(currency, fc.nat({ max: 999_999_999 }), (code, units) => {
        const isCoarser = (adyenDecimals[code] ?? decimalsOf(code)) < decimalsOf(code);
        const amount = isCoarser ? units * 100 : units;
        expect(fromAdyen(toAdyen({ amount, currency: code }))).toEqual({ amount, currency: code });
      }),
      { seed },
    );
  });
});
