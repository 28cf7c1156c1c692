import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { shareOf } from '../rules/surcharge-amounts.ts';

/** The amounts of a payment with a surcharge that a part of a refund depends on, in minor units. */
export interface RefundedSurcharge {
  readonly net_amount: number;
  readonly amount_received: number;
  /** What other refunds have returned, except failed ones. */
  readonly amount_refunded: number;
  /** The surcharge, without the tax on it. */
  readonly surcharge: number;
  /** What other refunds have returned of the surcharge. */
  readonly surcharge_refunded: number;
}

/**
 * The part of a refund that returns the surcharge: refund × surcharge ÷ net, rounded half up. The refund that completes the
 * received amount has what is left, so that the parts add up. No refund has more than that.
 */
export function surchargePart(amount: number, of: RefundedSurcharge): number {
  const { amount_received: received, amount_refunded, net_amount, surcharge, surcharge_refunded } = of;
  const share = (part: number) => shareOf(surcharge, part, BigInt(net_amount));
  const left = Math.max(share(received) - surcharge_refunded, 0);
  return amount_refunded + amount >= received ? left : Math.min(share(amount), left);
}

/**
 * The part of a new refund of a locked payment that returns its surcharge; null without one. One statement if the payment has
 * a surcharge.
 */
export async function refundedSurcharge(
  tx: WritingContext,
  payment: Payment,
  amount: number,
): Promise<number | null> {
  const { merchant_id, net_amount, payment_id, surcharge_details: details } = payment;
  if (!details?.surcharge_amount || net_amount === 0) return null;
  const text = `
    select coalesce(sum(surcharge_amount), 0)::float8 as part, coalesce(sum(amount), 0)::float8 as amount
    from refunds where merchant_id = $1 and payment_id = $2 and status <> 'failed'`;
  const statement = { text, values: [merchant_id, payment_id], touches: { reads: ['refunds'] } };
  const [before] = await tx.rows.query<{ part: number; amount: number }>(statement, merchant_id);
  return surchargePart(amount, {
    net_amount,
    amount_received: payment.amount_received,
    amount_refunded: before!.amount,
    surcharge: details.surcharge_amount,
    surcharge_refunded: before!.part,
  });
}
