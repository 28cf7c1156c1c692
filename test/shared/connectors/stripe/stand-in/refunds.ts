import type Stripe from 'stripe';
import { intentOf, LATER_MS } from './intents.ts';
import { newBooking, newRefund, refundBooking, scenarioOfMethod } from './objects.ts';
import { invalid, missing } from './refusal.ts';
import type { State } from './state.ts';

type Json = Record<string, unknown>;

/** Refunds whose status changes automatically. */
const settlements = new WeakMap<
  Stripe.Refund,
  { readonly at: number; readonly to: Partial<Stripe.Refund> }
>();

/** The balance transactions of refunds, by refund. */
const bookings = new Map<string, Stripe.BalanceTransaction>();

/** A refund with its balance transaction expanded, if requested. */
export function expandedRefund(refund: Stripe.Refund, expand: readonly string[]): Stripe.Refund {
  const booking = bookings.get(refund.id);
  const isAsked = expand.some((path) => /^(data\.)?balance_transaction$/.test(path));
  return booking && isAsked ? { ...refund, balance_transaction: booking } : refund;
}

export function createRefund(state: State, params: Json): Stripe.Refund {
  const intent = intentOf(state, String(params.payment_intent));
  const charge = state.charges.get(String(intent.latest_charge));
  const amount = Number(params.amount);
  const left = charge ? charge.amount_captured - charge.amount_refunded : 0;
  const refund = newRefund(state, intent, params);
  const entry = {
    kind: 'refund',
    reference: refund.metadata?.switchyard_reference ?? '',
    id: refund.id,
    amount,
    currency: refund.currency,
    succeeded: true,
  } as const;
  if (!charge || amount > left) {
    state.ledger.push({ ...entry, succeeded: false });
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, {
      code: left === 0 ? 'charge_already_refunded' : 'amount_too_large',
    });
  }
  const booking = refundBooking(state, refund);
  bookings.set(refund.id, booking);
  refund.balance_transaction = booking.id;
  const written = { ...entry };
  state.ledger.push(written);
  state.refunds.set(refund.id, refund);
  switch (scenarioOfMethod(state, intent.payment_method)) {
    case 'refund_fails':
      Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
      Object.assign(written, { succeeded: false });
      break;
    case 'refund_waits':
      refund.status = 'pending';
      later(state, refund, { status: 'succeeded' }, 'refund.updated');
      break;
    case 'refund_returned':
      later(state, refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' }, 'refund.failed');
      break;
    default:
  }
  if (refund.status !== 'failed') charge.amount_refunded += amount;
  state.plan('refund.created', refund);
  return refund;
}

/**
 * Stripe's behaviour before version 2025-03-31.basil for the rest of an authorization: a refund object, and a balance
 * transaction of the authorized amount (its changelog: since then no refund is made, and the balance transaction has
 * the captured amount).
 */
export function releaseAsBefore(
  state: State,
  intent: Stripe.PaymentIntent,
  amount: number,
  reason: Stripe.Refund.Reason | null = null,
): void {
  const charge = state.charges.get(String(intent.latest_charge))!;
  if (charge.balance_transaction) charge.balance_transaction = newBooking(state, charge, charge.amount);
  const refund = newRefund(state, intent, { amount, reason });
  state.refunds.set(refund.id, refund);
  state.plan('refund.created', refund);
}

function later(state: State, refund: Stripe.Refund, to: Partial<Stripe.Refund>, type: string): void {
  settlements.set(refund, { at: state.now().getTime() + LATER_MS, to });
  state.plan(type, { ...refund, ...to }, { afterMs: LATER_MS });
}

/** A refund in its current state. */
export function refundOf(state: State, id: string): Stripe.Refund {
  const refund = state.refunds.get(id);
  if (!refund) throw missing('refund', id);
  const due = settlements.get(refund);
  if (due && state.now().getTime() >= due.at) Object.assign(refund, due.to);
  return refund;
}

/** The refunds of a payment, latest first. */
export const refundsOf = (state: State, intent: unknown): Stripe.Refund[] =>
  [...state.refunds.keys()]
    .map((id) => refundOf(state, id))
    .filter((refund) => refund.payment_intent === intent)
    .reverse();
