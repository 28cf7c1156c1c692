import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vendorAmounts } from '../../../src/connectors/amounts.ts';
import { RefusedRequestError, UnreadableAnswerError } from '../../../src/connectors/exchange.ts';
import { decimalsOf } from '../../../src/core/foundation/currencies.ts';
import { seed } from '../../kit/property.ts';

test.for([
  ['EUR', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['CLF', 4],
  ['CLP', 0],
] as const)('%s has %i decimals in ISO 4217', ([currency, decimals]) => {
  expect(decimalsOf(currency)).toBe(decimals);
});

test("A vendor's exceptions apply in both directions, and other currencies are unchanged", () => {
  const amounts = vendorAmounts({ CLP: 2, KWD: 2 });
  expect(amounts.toVendor({ amount: 500, currency: 'CLP' })).toBe(50_000);
  expect(amounts.fromVendor(50_000, 'clp')).toEqual({ amount: 500, currency: 'CLP' });
  expect(amounts.toVendor({ amount: 12_340, currency: 'KWD' })).toBe(1_234);
  expect(amounts.toVendor({ amount: 999, currency: 'EUR' })).toBe(999);
});

test('Inexact amounts are refused in both directions', () => {
  const amounts = vendorAmounts({ KWD: 2, CLP: 2 }, { ISK: 100 });
  expect(() => amounts.toVendor({ amount: 12_345, currency: 'KWD' })).toThrow(RefusedRequestError);
  expect(() => amounts.toVendor({ amount: 150, currency: 'ISK' })).toThrow(RefusedRequestError);
  for (const [amount, currency] of [
    [50_001, 'CLP'],
    [1000.5, 'EUR'],
    [Number.NaN, 'EUR'],
    ['1000', 'EUR'],
    [1000, 'euro'],
    [1000, null],
  ]) {
    expect(() => amounts.fromVendor(amount as never, currency as never)).toThrow(UnreadableAnswerError);
  }
});

test('An amount that a vendor can represent comes back unchanged', () => {
  const exceptions = { CLP: 2, KWD: 2, ISK: 2, UGX: 2, CVE: 0 };
  const amounts = vendorAmounts(exceptions);
  const currencies = fc.constantFrom(...Object.keys(exceptions), 'EUR', 'JPY', 'BHD');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), currencies, (amount, currency) => {
      const money = { amount, currency };
      let sent: number;
      try {
        sent = amounts.toVendor(money);
      } catch (error) {
        expect(error).toBeInstanceOf(RefusedRequestError);
        return;
      }
      expect(amounts.fromVendor(sent, currency)).toEqual(money);
    }),
    { seed },
  );
});
