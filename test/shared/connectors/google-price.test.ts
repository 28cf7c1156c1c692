import { expect, test } from 'vitest';
import { googlePrice } from '../../../src/connectors/wallet-requests.ts';
import {
  decimalsOf,
  isoCurrencies,
  majorUnits,
  uncommonCurrencies,
} from '../../../src/core/foundation/currencies.ts';

/** The currencies in circulation, and the funds codes of older objects. */
const currencies = [...new Set([...isoCurrencies, ...[...uncommonCurrencies.values()].flat()])];

test.for(currencies)('A price in %s has at most two decimals and equals the amount', (currency) => {
  const decimals = decimalsOf(currency);
  const amounts = [1, 5, 10, 99, 100, 1000, 1230, 1234, 12_300, 12_345, 1_000_000, 123_456_789];
  const given = amounts.map((amount) => [amount, googlePrice({ amount, currency })] as const);
  for (const [amount, price] of given) {
    const isExact = decimals <= 2 || amount % 10 ** (decimals - 2) === 0;
    expect([amount, price !== null]).toEqual([amount, isExact]);
    if (price === null) continue;
    expect(price).toMatch(/^\d+(\.\d{1,2})?$/);
    expect(Number(price)).toBe(Number(majorUnits(amount, currency)));
  }
});
