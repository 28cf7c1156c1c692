import type Stripe from 'stripe';
import { entry, intentOf, receive } from './intents.ts';
import { scenarioOfMethod } from './objects.ts';
import { invalid } from './refusal.ts';
import type { State } from './state.ts';

type Json = Record<string, unknown>;

export function captureIntent(state: State, id: string, params: Json): Stripe.PaymentIntent {
  const intent = intentOf(state, id);
  if (intent.status !== 'requires_capture') throw unexpected(intent, 'captured');
  const amount =
    params.amount_to_capture === undefined ? intent.amount_capturable : Number(params.amount_to_capture);
  if (amount < 1) throw invalid('The amount to capture must be at least 1.', { param: 'amount_to_capture' });
  if (amount > intent.amount_capturable) {
    throw invalid('The amount to capture is greater than the amount capturable.', {
      code: 'amount_too_large',
    });
  }
  const [name = ''] = Object.keys((params.metadata ?? {}) as Json);
  const reference = name.replace(/^capture_/, '');
  const captureId = `${id}/${reference}`;
  if (scenarioOfMethod(state, intent.payment_method) === 'capture_fails') {
    state.ledger.push(entry('capture', intent, captureId, amount, false, reference));
    throw invalid('The authorization has expired.', { code: 'charge_expired_for_capture' });
  }
  const made = state.charges.get(String(intent.latest_charge))!;
  const isFinal = params.final_capture !== 'false';
  if (!isFinal && made.payment_method_details?.card?.multicapture?.status !== 'available') {
    throw invalid('final_capture=false needs multicapture.', { param: 'final_capture' });
  }
  Object.assign(intent.metadata, params.metadata);
  receive(state, intent, amount);
  state.ledger.push(entry('capture', intent, captureId, amount, true, reference));
  const rest = intent.amount_capturable - amount;
  intent.amount_capturable = isFinal ? 0 : rest;
  if (isFinal) intent.status = 'succeeded';
  state.plan(isFinal ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', intent);
  return intent;
}

export function incrementIntent(state: State, id: string, params: Json): Stripe.PaymentIntent {
  const intent = intentOf(state, id);
  const made = state.charges.get(String(intent.latest_charge));
  if (intent.status !== 'requires_capture') throw unexpected(intent, 'incremented');
  if (made?.payment_method_details?.card?.incremental_authorization?.status !== 'available') {
    throw invalid('This PaymentIntent is not eligible for incremental authorization.');
  }
  const amount = Number(params.amount);
  if (amount <= intent.amount) throw invalid('The amount must be greater than before.', { param: 'amount' });
  intent.amount_capturable += amount - intent.amount;
  intent.amount = amount;
  Object.assign(intent.metadata, params.metadata);
  state.plan('payment_intent.amount_capturable_updated', intent);
  return intent;
}

const unexpected = (intent: Stripe.PaymentIntent, done: string) =>
  invalid(`This PaymentIntent could not be ${done} because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  });

/**
 * Cancels a payment. No refund is made of the rest: "Partially capturing or canceling payments no longer creates a Refund"
 * (Stripe's changelog, 2025-03-31.basil). The status of a payment that was captured in part is the connector's assumption;
 * Stripe's reference says that the rest is released.
 */
export function cancelIntent(state: State, id: string, params: Json): Stripe.PaymentIntent {
  const intent = intentOf(state, id);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpected(intent, 'canceled');
  const rest = intent.amount_capturable;
  intent.amount_capturable = 0;
  intent.next_action = null;
  if (intent.amount_received > 0) {
    intent.status = 'succeeded';
    state.plan('payment_intent.succeeded', intent);
  } else {
    intent.status = 'canceled';
    intent.canceled_at = state.seconds();
    intent.cancellation_reason = (params.cancellation_reason ??
      null) as Stripe.PaymentIntent.CancellationReason | null;
    state.plan('payment_intent.canceled', intent);
  }
  state.ledger.push(entry('void', intent, id, rest, true));
  return intent;
}
