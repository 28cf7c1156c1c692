import { describe, expect, test } from 'vitest';
import { RefusedRequestError } from '../../../../src/connectors/exchange.ts';
import {
  currencies,
  decimalsAtStripe,
  payoutAmounts,
  stepsAtStripe,
  stepsOfPayouts,
  stripeAmounts,
} from '../../../../src/connectors/stripe/amounts.ts';

describe('Amounts at Stripe', () => {
  test.for([
    // [currency, minor units of ISO 4217, amount sent to Stripe]
    ['USD', 1099, 1099],
    ['EUR', 1, 1],
    ['BIF', 500, 500],
    ['CLP', 500, 500],
    ['DJF', 500, 500],
    ['GNF', 500, 500],
    ['JPY', 500, 500],
    ['KMF', 500, 500],
    ['KRW', 500, 500],
    ['PYG', 500, 500],
    ['RWF', 500, 500],
    ['VND', 500, 500],
    ['VUV', 500, 500],
    ['XAF', 500, 500],
    ['XOF', 500, 500],
    ['XPF', 500, 500],
    ['BHD', 12_340, 12_340],
    ['JOD', 12_340, 12_340],
    ['KWD', 12_340, 12_340],
    ['OMR', 12_340, 12_340],
    ['TND', 12_340, 12_340],
    // Without minor units in ISO 4217, counted in hundredths by Stripe.
    ['ISK', 500, 50_000],
    ['UGX', 500, 50_000],
    // With hundredths in ISO 4217, counted whole by Stripe.
    ['MGA', 50_000, 500],
  ] as const)('%s: %i minor units are %i at Stripe, and back', ([currency, amount, atStripe]) => {
    expect(stripeAmounts.toVendor({ amount, currency })).toBe(atStripe);
    expect(stripeAmounts.fromVendor(atStripe, currency.toLowerCase())).toEqual({ amount, currency });
  });

  test.for([
    ['KWD', 12_345],
    ['BHD', 1],
    ['MGA', 50_050],
  ] as const)('%s: %i minor units cannot be represented exactly and are not sent', ([currency, amount]) => {
    expect(() => stripeAmounts.toVendor({ amount, currency })).toThrow(RefusedRequestError);
  });

  test.for([
    ['HUF', 100_000, 100_000],
    ['TWD', 10_000, 10_000],
  ] as const)('%s is paid out in whole units', ([currency, amount, atStripe]) => {
    expect(payoutAmounts.toVendor({ amount, currency })).toBe(atStripe);
    expect(() => payoutAmounts.toVendor({ amount: amount + 1, currency })).toThrow(RefusedRequestError);
    expect(stripeAmounts.toVendor({ amount: amount + 1, currency })).toBe(amount + 1);
  });

  test('Every exception is a currency that Stripe supports', () => {
    for (const currency of Object.keys({ ...decimalsAtStripe, ...stepsAtStripe, ...stepsOfPayouts })) {
      expect([currency, currencies.has(currency)]).toEqual([currency, true]);
    }
  });
});
