import type Stripe from 'stripe';
import { newBooking } from './objects.ts';
import { invalid, missing } from './refusal.ts';
import type { State } from './state.ts';

/** The stand-in's delay for later events. */
export const LATER_MS = 30_000;
/** How long search does not find a new payment. */
const SEARCHABLE_AFTER_S = 60;

const referenceOf = ({ metadata }: { metadata: Stripe.Metadata | null }): string =>
  metadata?.switchyard_reference ?? '';

/** A movement for the ledger. */
export const entry = (
  kind: 'authorize' | 'capture' | 'void',
  intent: Stripe.PaymentIntent,
  id: string,
  amount: number,
  succeeded: boolean,
  reference = referenceOf(intent),
) => ({ kind, reference, id, amount, currency: intent.currency, succeeded });

/** Payments whose status changes automatically. */
const settlements = new WeakMap<
  Stripe.PaymentIntent,
  { readonly at: number; readonly to: Stripe.PaymentIntent }
>();

export function settleLater(state: State, intent: Stripe.PaymentIntent, to: Stripe.PaymentIntent): void {
  settlements.set(intent, { at: state.now().getTime() + LATER_MS, to });
  state.plan('payment_intent.succeeded', to, { afterMs: LATER_MS });
}

/** A payment in its current state. */
export function intentOf(state: State, id: string): Stripe.PaymentIntent {
  const intent = state.intents.get(id);
  if (!intent) throw missing('payment_intent', id);
  const due = settlements.get(intent);
  if (due && state.now().getTime() >= due.at) Object.assign(intent, due.to);
  return intent;
}

/** Receives the money of a payment. */
export function receive(state: State, intent: Stripe.PaymentIntent, amount: number): void {
  const made = state.charges.get(String(intent.latest_charge))!;
  intent.amount_received += amount;
  made.amount_captured += amount;
  made.captured = true;
  made.balance_transaction = newBooking(state, made, amount);
}

/** Finds payments by an exact metadata value. New ones are not found yet. */
export function searchIntents(state: State, query: string): Stripe.PaymentIntent[] {
  const [, name = '', value = ''] = /^metadata\['([^']+)'\]:'((?:[^'\\]|\\.)*)'$/.exec(query) ?? [];
  if (!name) throw invalid('We were unable to parse your search query.', { param: 'query' });
  const before = state.seconds() - SEARCHABLE_AFTER_S;
  return [...state.intents.values()].filter(
    ({ created, metadata }) => metadata[name] === value.replace(/\\(.)/g, '$1') && created <= before,
  );
}

/** A payment with its charge expanded, if requested. */
export function expanded(state: State, intent: Stripe.PaymentIntent, expand: readonly string[]): object {
  const made = state.charges.get(String(intent.latest_charge));
  if (!made || !expand.some((path) => path.startsWith('latest_charge'))) return intent;
  const booked = made.balance_transaction as Stripe.BalanceTransaction | null;
  const inFull = expand.includes('latest_charge.balance_transaction');
  return {
    ...intent,
    latest_charge: { ...made, balance_transaction: inFull ? booked : (booked?.id ?? null) },
  };
}
