import type { Payment } from '../entities/payment.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { AMOUNT_MAX } from '../model/index.ts';

/** What the parts of a payment's net amount are taken from. */
export type NetAmountParts = Pick<
  Payment,
  'amount' | 'shipping_cost' | 'order_tax_amount' | 'surcharge_details'
>;

/**
 * What the customer pays: the amount with shipping, order tax, surcharge and tax on the surcharge.
 * Specification: Payment `net_amount`.
 *
 * @throws {Problem} `invalid_parameter` when it is more than an amount may be.
 */
export function netAmount(parts: NetAmountParts): number {
  const { amount, shipping_cost, order_tax_amount, surcharge_details } = parts;
  const sum =
    amount +
    (shipping_cost ?? 0) +
    (order_tax_amount ?? 0) +
    (surcharge_details?.surcharge_amount ?? 0) +
    (surcharge_details?.tax_amount ?? 0);
  if (sum > AMOUNT_MAX) {
    throw invalidParameter(
      'amount',
      `amount must, with shipping, tax and surcharge, be at most ${AMOUNT_MAX} minor units.`,
    );
  }
  return sum;
}
