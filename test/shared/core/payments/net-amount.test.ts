import fc from 'fast-check';
import { expect } from 'vitest';
import { AMOUNT_MAX } from '../../../../src/core/model/index.ts';
import { type NetAmountParts, netAmount } from '../../../../src/core/payments/prepare-payment.ts';
import { problemsOf } from '../../../kit/problems.ts';
import { property } from '../../../kit/property.ts';

const amount = fc.oneof(fc.integer({ min: 0, max: AMOUNT_MAX }), fc.integer({ min: 0, max: 1000 }));
const maybe = fc.option(amount);
const parts = fc.record({
  amount,
  shipping_cost: maybe,
  order_tax_amount: maybe,
  surcharge_details: fc.option(fc.record({ surcharge_amount: maybe, tax_amount: maybe })),
});
const sumOf = ({ amount, shipping_cost, order_tax_amount, surcharge_details }: NetAmountParts) =>
  [
    amount,
    shipping_cost,
    order_tax_amount,
    surcharge_details?.surcharge_amount,
    surcharge_details?.tax_amount,
  ]
    .map((part) => BigInt(part ?? 0))
    .reduce((sum, part) => sum + part, 0n);

property('A net amount is the sum of its parts, and one above the limit is rejected', parts, (given) => {
  const sum = sumOf(given);
  if (sum <= BigInt(AMOUNT_MAX)) return BigInt(netAmount(given)) === sum;
  expect(problemsOf(() => netAmount(given))).toMatchObject([{ code: 'invalid_parameter', param: 'amount' }]);
  return true;
});
