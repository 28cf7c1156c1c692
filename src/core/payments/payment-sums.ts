import { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';
import {
  type Condition,
  type Decision,
  readStats,
  type StatsRequest,
  type StatsRow,
} from '../reads/index.ts';

@ValueObject({ about: 'Sum of the fees in one currency.' })
export class FeeSum {
  @f.Currency('Currency of the fees, which may differ from that of the payments.', {
    required: true,
    example: 'EUR',
  })
  currency!: string;
  @f.Balance('Sum of the fees, in minor units of their currency.', { required: true, example: 1230 })
  amount!: number;
  @f.Integer('Number of payments with a fee in the currency.', { required: true, example: 10 })
  count!: number;
}

/** The fees of a group of payments, and what they leave. */
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
    'Sum of `net_amount`, in minor units: with shipping, taxes and surcharges, whatever the status of each.',
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
    'Sums of the fees that connectors reported, by their currency; empty if there is none. Payments whose own fees are in several currencies are in no sum.',
  )
  fees!: FeeSum[];
  @f.Balance(
    'Sum of what is left after refunds and fees, in minor units, over the payments with a fee in their own currency; null without any.',
    { example: 57630 },
  )
  net?: number | null;
  @f.Integer('Number of payments that `net` is summed over.', { required: true, example: 10 })
  net_count!: number;
}

/** Its description over REST. */
export const sumsPayments =
  'Sums the payments of a filter, however many, by currency: what was captured and refunded, the fees that connectors reported, and what is left. Amounts are never added up across currencies.';

/** Which payments count as succeeded and failed. */
export const paymentDecision: Decision = {
  field: 'status',
  succeeded: ['succeeded', 'partially_captured', 'partially_captured_and_capturable'],
  failed: ['failed'],
};

const summed = ['amount', 'amount_received', 'amount_refunded', 'net_amount'] as const;
/** The columns that the sums of fees and of the net are taken from. */
const summedOfFees = ['fee', 'amount_received', 'amount_refunded'] as const;

/**
 * Sums the payments under some conditions, by currency, most payments first. One statement reads them all, so that the sums are
 * of the same payments.
 */
export async function readPaymentSums(ctx: Context, where: readonly Condition[]): Promise<PaymentSums[]> {
  const request: StatsRequest = {
    ...{ where, groupBy: ['fee_currency'], interval: null, timeZone: 'UTC', decision: paymentDecision },
    sums: [...new Set([...summed, ...summedOfFees])],
  };
  const rows = await readStats(ctx, Payment, request);
  const feesOf = feesIn(rows);
  const byCurrency = Map.groupBy(rows, ({ keys }) => keys.currency!);
  const all = [...byCurrency].map(([currency, parts]): PaymentSums => {
    const sumOf = (name: (typeof summed)[number]) => parts.reduce((sum, { sums }) => sum + sums[name]!, 0);
    return {
      ...{ currency, count: parts.reduce((sum, { count }) => sum + count, 0) },
      ...{ amount: sumOf('amount'), net_amount: sumOf('net_amount') },
      ...{ amount_received: sumOf('amount_received'), amount_refunded: sumOf('amount_refunded') },
      ...feesOf(parts[0]!),
    };
  });
  return all.sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1));
}

const none: SummedFees = { fees: [], net: null, net_count: 0 };

/**
 * Sums the fees of payments, and what they leave, for the groups of a request. The totals of statistics have no fees: this
 * reads the payments, once.
 *
 * @returns The fees of a group of {@link readStats} for the same request.
 */
export async function readFees(
  ctx: Context,
  request: StatsRequest,
): Promise<(group: StatsRow) => SummedFees> {
  // Payments without a fee have none.
  const where: Condition[] = [...request.where, { field: 'fee_currency', op: 'gte', value: '' }];
  const groupBy = [...request.groupBy, 'fee_currency'];
  return feesIn(await readStats(ctx, Payment, { ...request, where, groupBy, sums: summedOfFees }));
}

/** The fees of groups, in rows that are grouped by the currency of the fee too. */
function feesIn(rows: readonly StatsRow[]): (group: StatsRow) => SummedFees {
  const byGroup = new Map<string, SummedFees>();
  for (const row of rows) {
    const { fee_currency: currency, ...keys } = row.keys;
    if (!currency || row.count === 0) continue;
    const name = nameOf(row);
    const before = byGroup.get(name) ?? none;
    const { amount_received: received, amount_refunded: refunded, fee } = row.sums as Record<string, number>;
    const isOwn = currency === keys.currency;
    byGroup.set(name, {
      fees: [...before.fees, { currency, amount: fee!, count: row.count }],
      net: isOwn ? received! - refunded! - fee! : before.net,
      net_count: isOwn ? row.count : before.net_count,
    });
  }
  return (group) => byGroup.get(nameOf(group)) ?? none;
}

/** Names a group of payments, whatever the currency of their fees. */
const nameOf = ({ bucket, is_compared, keys: { fee_currency: _, ...keys } }: StatsRow) =>
  JSON.stringify([bucket, is_compared, ...Object.entries(keys).sort(([a], [b]) => (a < b ? -1 : 1))]);
