import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AMOUNT_MAX } from '../../../../src/core/model/index.ts';
import { surchargePart } from '../../../../src/core/refunds/refund-surcharge.ts';
import { surchargeAmounts } from '../../../../src/core/rules/surcharge-amounts.ts';
import { seed } from '../../../kit/property.ts';

const RUNS = 2000;
const amounts = fc.integer({ min: 1, max: AMOUNT_MAX });
const basisPoints = fc.integer({ min: 0, max: 10_000 });

/** The whole number nearest to a fraction, half up, found by comparison. */
const isNearest = (found: number, numerator: bigint, denominator: bigint) =>
  2n * numerator >= (2n * BigInt(found) - 1n) * denominator &&
  2n * numerator < (2n * BigInt(found) + 1n) * denominator;

test('A surcharge by rate and the tax on it are exact and rounded half up, up to the largest amount', () => {
  fc.assert(
    fc.property(amounts, basisPoints, basisPoints, fc.option(amounts), (amount, value, tax_rate, max) => {
      const { surcharge_amount: surcharge, tax_amount: tax } = surchargeAmounts(
        { type: 'rate', value, tax_rate, max },
        amount,
      );
      if (max === null || surcharge < max)
        expect(isNearest(surcharge, BigInt(amount) * BigInt(value), 10_000n)).toBe(true);
      else expect(surcharge).toBe(max);
      expect(isNearest(tax, BigInt(surcharge) * BigInt(tax_rate), 10_000n)).toBe(true);
    }),
    { seed, numRuns: RUNS },
  );
});

test.each([
  [{ type: 'rate', value: 200 }, 1025, { surcharge_amount: 21, tax_amount: 0 }],
  [{ type: 'rate', value: 200 }, 1024, { surcharge_amount: 20, tax_amount: 0 }],
  [{ type: 'rate', value: 200, max: 15 }, 1025, { surcharge_amount: 15, tax_amount: 0 }],
  [{ type: 'fixed', value: 250, tax_rate: 1900 }, 100, { surcharge_amount: 250, tax_amount: 48 }],
  [{ type: 'fixed', value: 250, tax_rate: 1900 }, 0, { surcharge_amount: 0, tax_amount: 0 }],
] as const)('Of %j on %i', (rule, amount, expected) => {
  expect(surchargeAmounts(rule, amount)).toEqual(expected);
});

test('The parts of any refunds, some of which fail, add up to the surcharge of the received amount', () => {
  const refund = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), fails: fc.boolean() });
  const payment = fc
    .tuple(amounts, fc.nat({ max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([base, surcharge, captured]) => {
      const net = Math.min(base + surcharge, AMOUNT_MAX);
      return { net, surcharge, received: Math.max(1, Math.floor(net * captured)) };
    });
  fc.assert(
    fc.property(
      fc.oneof(
        payment,
        payment.map(({ net, surcharge }) => ({ net, surcharge, received: net })),
      ),
      fc.array(refund, { maxLength: 12 }),
      ({ net, received, surcharge }, refunds) => {
        let [refunded, parts] = [0, 0];
        const take = (amount: number, fails: boolean) => {
          const part = surchargePart(amount, {
            net_amount: net,
            amount_received: received,
            amount_refunded: refunded,
            surcharge,
            surcharge_refunded: parts,
          });
          expect(part).toBeGreaterThanOrEqual(0);
          if (fails) return;
          refunded += amount;
          parts += part;
          expect(parts).toBeLessThanOrEqual(surcharge);
        };
        for (const { fails, share } of refunds) {
          const amount = Math.ceil((received - refunded) * share);
          if (amount > 0) take(amount, fails);
        }
        if (refunded < received) take(received - refunded, false);
        expect(refunded).toBe(received);
        expect(isNearest(parts, BigInt(surcharge) * BigInt(received), BigInt(net))).toBe(true);
        if (received === net) expect(parts).toBe(surcharge);
      },
    ),
    { seed, numRuns: RUNS },
  );
});
