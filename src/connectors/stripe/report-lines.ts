import type Stripe from 'stripe';
import type { MovementType, SettledLine } from '../../core/foundation/ports/connector-settlements.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeAmounts } from './amounts.ts';
import { idOf } from './stored-response.ts';

/** The types of movements by Stripe's reporting category (docs.stripe.com/reports/reporting-categories). */
const types: Readonly<Record<string, MovementType>> = {
  charge: 'capture',
  charge_failure: 'capture_failure',
  partial_capture_reversal: 'capture_failure',
  refund: 'refund',
  refund_failure: 'refund_failure',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversal',
  payout: 'transfer',
  // A failed payout comes back into the balance, and leaves it with a later one.
  payout_reversal: 'adjustment',
  // To and from connected accounts, which receive the payouts.
  transfer: 'payout',
  transfer_reversal: 'payout_failure',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  contribution: 'adjustment',
  other_adjustment: 'adjustment',
  topup: 'adjustment',
  topup_reversal: 'adjustment',
  platform_earning: 'adjustment',
  platform_earning_refund: 'adjustment',
  advance: 'adjustment',
  advance_funding: 'adjustment',
  anticipation_repayment: 'adjustment',
  connect_collection_transfer: 'adjustment',
  connect_reserved_funds: 'adjustment',
  risk_reserved_funds: 'adjustment',
  payout_minimum_balance_hold: 'adjustment',
  payout_minimum_balance_release: 'adjustment',
};

/** An object with an amount in the currency of the customer. */
interface Priced {
  readonly amount: number;
  readonly currency: string;
}

/** The source of a converted balance transaction, if expanded, in the currency of the customer. */
function pricedSource({ source }: Stripe.BalanceTransaction): Priced | null {
  if (source === null || typeof source !== 'object') return null;
  const { amount, amount_captured: captured, currency } = source as Partial<Stripe.Charge>;
  const whole = captured ?? amount;
  return typeof whole === 'number' && typeof currency === 'string' ? { amount: whole, currency } : null;
}

/** The reference that the charge or refund was sent with. */
function orderOf({ source }: Stripe.BalanceTransaction): string | null {
  if (source === null || typeof source !== 'object') return null;
  const { payment_intent: intent } = source as Partial<Stripe.Charge>;
  return idOf(intent) ?? null;
}

/** How far a converted amount may be off because Stripe rounds rates and amounts: a thousandth. */
const RATE_PRECISION = 1e-3;

/**
 * The line of a balance transaction in the report of a payout.
 *
 * @throws {UnreadableAnswerError} for an amount or a currency that cannot be read.
 */
export function lineOf(
  { warn }: Pick<ConnectorSetup, 'warn'>,
  payoutId: string,
  lineNumber: number,
  booking: Stripe.BalanceTransaction,
): SettledLine {
  const category = booking.reporting_category;
  const type = types[category];
  if (!type)
    warn({ reporting_category: category }, 'Stripe reports a category that the connector does not know.');
  const money = (amount: number) => stripeAmounts.fromVendor(amount, booking.currency);
  const { amount: gross, currency } = money(booking.amount);
  const fee = money(booking.fee).amount;
  const common = {
    lineNumber,
    type: type ?? 'adjustment',
    connectorReference: booking.id,
    orderReference: orderOf(booking),
    settlementReference: payoutId,
    occurredAt: new Date(booking.created * 1000),
    availableOn: new Date(booking.available_on * 1000),
  };
  // A fee charged alone is the amount of its balance transaction.
  if (type === 'fee') return { ...common, gross: 0, fee: fee - gross, currency, settled: null };
  const presented = presentedOf(booking);
  return presented === null
    ? { ...common, gross, fee, currency, settled: null }
    : { ...common, ...presented, fee: null, settled: { net: gross - fee, fee, currency } };
}

/**
 * The amount in the currency of the customer, if Stripe converted it. A charge that was captured in parts has the sum of
 * them: then the part is computed from the rate.
 */
function presentedOf(booking: Stripe.BalanceTransaction): { gross: number; currency: string } | null {
  const { amount, currency, exchange_rate: rate } = booking;
  const source = rate ? pricedSource(booking) : null;
  if (!rate || !source || source.currency === currency) return null;
  const sign = amount < 0 ? -1 : 1;
  const expected = Math.abs(amount) / rate;
  const isWhole = Math.abs(expected - source.amount) <= 1 / rate + source.amount * RATE_PRECISION;
  const part = sign * (isWhole ? source.amount : Math.round(expected));
  const { amount: gross, currency: presented } = stripeAmounts.fromVendor(part, source.currency);
  return { gross, currency: presented };
}
