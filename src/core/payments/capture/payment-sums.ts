import { Payment } from '../../entities/payment.ts';
import type { Context } from '../../foundation/context.ts';
import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';
import {
  type Condition,
  type Decision,
  readStatsParts,
  type StatsRequest,
  type StatsRow,
} from '../../reads/index.ts';

@ValueObject({ about: 'Sum of the fees in one currency.' })
export class FeeSum {
  @f.Currency("Currency of the fees, which may differ from the payments' currency.", {
    required: true,
    example: 'EUR',
  })
  currency!: string;
  @f.Balance('Sum of the fees, in minor units of their currency.', { required: true, example: 1230 })
  amount!: number;
  @f.Integer('Number of payments with a fee in the currency.', { required: true, example: 10 })
  count!: number;
}

/** The fees of a group of payments, and the amounts net of them. */
export interface SummedFees {
  readonly fees: FeeSum[];
  /** The sum of `net`; null if no payment has one. */
  readonly net: number | null;
  readonly net_count: number;
}

@ValueObject({ about: 'Sums over the payments of one currency.' })
export class PaymentSums {
  @f.Currency('Currency of the payments.', { required: true, example: 'EUR' }) currency!: string;
  @f.Integer('Number of payments, in any status.', { required: true, example: 12 }) count!: number;
  @f.Balance('Sum of `amount`, in minor units.', { required: true, example: 78480 }) amount!: number;
  @f.Balance(
    'Sum of `net_amount`, in minor units: including shipping, taxes and surcharges, for payments in any status.',
    { required: true, example: 81120 },
  )
  net_amount!: number;
  @f.Balance('Sum of `amount_received`, in minor units.', { required: true, example: 65400 })
  amount_received!: number;
  @f.Balance('Sum of the refunds of the payments, except failed ones, in minor units.', {
    required: true,
    example: 6540,
  })
  amount_refunded!: number;
  @f.ObjectList(
    () => FeeSum,
    'Sums of the fees reported by connectors, by currency; empty without fees. Payments with fees in several currencies are not included.',
  )
  fees!: FeeSum[];
  @f.Balance(
    'Sum of `net`, in minor units: the amount after refunds, disputes and fees, over payments with a fee in their currency; null without such payments.',
    { example: 57630 },
  )
  net?: number | null;
  @f.Integer('Number of payments included in `net`.', { required: true, example: 10 })
  net_count!: number;
}

/** Which payments count as succeeded and failed. */
export const paymentDecision: Decision = {
  field: 'status',
  succeeded: ['succeeded', 'partially_captured', 'partially_captured_and_capturable'],
  failed: ['failed'],
};

const summed = ['amount', 'amount_received', 'amount_refunded', 'net_amount'] as const;

/** Sums the payments under some conditions, by currency, most payments first. */
export async function readPaymentSums(ctx: Context, where: readonly Condition[]): Promise<PaymentSums[]> {
  const groups = await readStatsWithFees(ctx, {
    ...{ where, groupBy: [], interval: null, timeZone: 'UTC', decision: paymentDecision, sums: summed },
  });
  return groups.map(({ fees, group: { count, keys, sums } }): PaymentSums => {
    const { amount, amount_received, amount_refunded, net_amount } = sums as Record<
      (typeof summed)[number],
      number
    >;
    return {
      ...{ currency: keys.currency!, count, amount, net_amount, amount_received, amount_refunded },
      ...fees,
    };
  });
}

/** A group of payments with the sums of their fees. */
export interface StatsWithFees {
  readonly group: StatsRow;
  readonly fees: SummedFees;
}

/**
 * Reads statistics of payments with the sums of their fees, and the amounts net of them. The totals of statistics have no fees: one
 * statement reads the payments, once, so that all sums are of the same payments.
 */
export async function readStatsWithFees(ctx: Context, request: StatsRequest): Promise<StatsWithFees[]> {
  const sums = [
    ...new Set([...request.sums, 'fee', 'amount_received', 'amount_refunded', 'amount_disputed']),
  ];
  const groups = await readStatsParts(ctx, Payment, { ...request, sums }, 'fee_currency');
  return groups.map(({ group, parts }) => ({ group, fees: feesOf(parts) }));
}

/** The sums of the fees of a group, of which each part has fees in one currency or none. */
function feesOf(parts: readonly StatsRow[]): SummedFees {
  const fees: FeeSum[] = [];
  let [net, net_count]: [number | null, number] = [null, 0];
  for (const { count, keys, sums } of parts) {
    const { currency, fee_currency: feeCurrency } = keys;
    if (!feeCurrency || count === 0) continue;
    fees.push({ currency: feeCurrency, amount: sums.fee!, count });
    if (feeCurrency !== currency) continue;
    net = sums.amount_received! - sums.amount_refunded! - sums.amount_disputed! - sums.fee!;
    net_count = count;
  }
  return { fees, net, net_count };
}
