import type Stripe from 'stripe';
import { missing } from './refusal.ts';
import type { State } from './state.ts';

type Json = Record<string, unknown>;
type Booking = Stripe.BalanceTransaction;

/** A balance transaction with Stripe's published members (the sample object of its OpenAPI description). */
export const bookingOf = (id: string, more: Partial<Booking> | Json): Booking => {
  const { amount = 100, fee = 0 } = more as Partial<Booking>;
  return {
    ...{ id, object: 'balance_transaction', amount, available_on: 1_793_700_000, balance_type: 'payments' },
    ...{
      created: 1_793_600_000,
      currency: 'usd',
      description: null,
      exchange_rate: null,
      fee,
      fee_details: [],
    },
    ...{ net: amount - fee, reporting_category: 'charge', source: null, status: 'available', type: 'charge' },
    ...more,
  } as unknown as Booking;
};

/**
 * Pays balance transactions out to the bank. The payout is one of its own balance transactions (docs.stripe.com/api/
 * balance_transactions/list: `payout`), which Stripe lists latest first.
 */
export function payToBank(
  state: State,
  id: string,
  bookings: readonly Booking[],
  more: Partial<Stripe.Payout> | Json = {},
): Stripe.Payout {
  const amount = bookings.reduce((sum, { net }) => sum + net, 0);
  const created = 1_793_700_000;
  const payout = {
    ...{
      id,
      object: 'payout',
      amount,
      arrival_date: created + 172_800,
      automatic: true,
      created,
      currency: 'usd',
    },
    ...{ balance_transaction: `txn_${id}`, description: 'STRIPE PAYOUT', livemode: false, metadata: {} },
    ...{ method: 'standard', reconciliation_status: 'completed', status: 'paid', type: 'bank_account' },
    trace_id: { status: 'supported', value: `trace_${id}` },
    ...more,
  } as unknown as Stripe.Payout;
  const own = bookingOf(`txn_${id}`, {
    amount: -amount,
    created,
    reporting_category: 'payout',
    source: id,
    type: 'payout',
  });
  state.bankPayouts.set(id, { payout, bookings: [own, ...bookings] });
  return payout;
}

/** A page of a list, the latest first, after an object. */
function pageOf<Listed extends { readonly id: string }>(
  url: string,
  all: readonly Listed[],
  params: Json,
): object {
  const from = params.starting_after ? all.findIndex(({ id }) => id === params.starting_after) + 1 : 0;
  const limit = Number(params.limit ?? 10);
  return { object: 'list', url, data: all.slice(from, from + limit), has_more: from + limit < all.length };
}

export function bankPayoutsOf(state: State, params: Json): object {
  const since = Number((params.created as Json | undefined)?.gte ?? 0);
  const all = [...state.bankPayouts.values()]
    .map(({ payout }) => payout)
    .filter(({ created }) => created >= since);
  return pageOf(
    '/v1/payouts',
    all.toSorted((a, b) => b.created - a.created),
    params,
  );
}

/** Sources are shown as identifiers unless expanded. */
export function bookingsOf(state: State, params: Json): object {
  const found = state.bankPayouts.get(String(params.payout));
  if (!found) throw missing('payout', String(params.payout));
  const isExpanded = Array.isArray(params.expand) && params.expand.includes('data.source');
  const shown = found.bookings.map((booking): Booking => {
    const { source } = booking;
    return isExpanded || typeof source !== 'object' || source === null
      ? booking
      : { ...booking, source: source.id };
  });
  return pageOf('/v1/balance_transactions', shown, params);
}
