import type Stripe from 'stripe';
import type { CardScenario } from '../../conformance/harness.ts';
import { declines, testMethods } from './cards.ts';
import {
  newBooking,
  newCharge,
  newDispute,
  newIntent,
  newMethod,
  newRefund,
  scenarioOfMethod,
} from './objects.ts';
import { cardError, invalid, missing } from './refusal.ts';
import type { State } from './state.ts';

type Json = Record<string, unknown>;

/** How long the stand-in takes for what happens later. */
export const LATER_MS = 30_000;
/** How long a new payment cannot be found by search. */
const SEARCHABLE_AFTER_S = 60;

const referenceOf = ({ metadata }: { metadata: Stripe.Metadata | null }): string =>
  metadata?.switchyard_reference ?? '';

export function createMethod(state: State, params: Json): Stripe.PaymentMethod {
  const card = (params.card ?? {}) as Json;
  const number = String(card.number ?? (card.token ? '4242424242424242' : ''));
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  }
  const object = newMethod(state, { ...card, number }, (params.billing_details ?? {}) as Json);
  state.methods.set(object.id, { object, number });
  return object;
}

/** Methods that Stripe's test mode has without being made. */
function methodOf(state: State, id: string): Stripe.PaymentMethod {
  const known = state.methods.get(id)?.object;
  if (known) return known;
  const number = testMethods[id];
  if (!number) throw missing('PaymentMethod', id);
  return createMethod(state, { card: { number } });
}

/** Creates a payment and confirms it. */
export function createIntent(state: State, params: Json): Stripe.PaymentIntent {
  const method = methodOf(state, String(params.payment_method));
  const intent = newIntent(state, { ...params, payment_method: method.id });
  if (intent.amount < 1) throw invalid('This value must be greater than or equal to 1.', { param: 'amount' });
  if (method.customer && method.customer !== intent.customer) {
    throw invalid('The payment method belongs to another customer.', {
      code: 'payment_method_unexpected_state',
    });
  }
  state.intents.set(intent.id, intent);
  const terms = optionsOf(params);
  const scenario = scenarioOfMethod(state, method.id);
  const isPresent = params.off_session !== 'true';
  const isSetUp = method.customer !== null;
  if (scenario === 'challenge' && (isPresent || !isSetUp)) {
    if (!isPresent) {
      const code = 'authentication_required';
      throw declined(state, intent, {
        code,
        decline_code: code,
        message: 'This transaction requires authentication.',
      });
    }
    if (!params.return_url) throw invalid('A return_url must be specified.', { param: 'return_url' });
    return challenge(state, intent, String(params.return_url), terms);
  }
  return charge(state, intent, terms, false);
}

const optionsOf = (params: Json): Json =>
  (((params.payment_method_options ?? {}) as Json).card ?? {}) as Json;

/** What is known of a challenge until the customer has answered it. */
const challenges = new WeakMap<Stripe.PaymentIntent, { readonly returnUrl: string; readonly terms: Json }>();

function challenge(
  state: State,
  intent: Stripe.PaymentIntent,
  returnUrl: string,
  terms: Json,
): Stripe.PaymentIntent {
  challenges.set(intent, { returnUrl, terms });
  intent.status = 'requires_action';
  intent.next_action = {
    type: 'redirect_to_url',
    redirect_to_url: { url: `${state.origin}/page/${intent.id}`, return_url: returnUrl },
  } as Stripe.PaymentIntent.NextAction;
  state.plan('payment_intent.requires_action', intent);
  return intent;
}

/** The customer answers the challenge; returns where the page leads. */
export function answerChallenge(state: State, id: string, answer: 'accept' | 'refuse'): string {
  const intent = intentOf(state, id);
  const { returnUrl, terms } = challenges.get(intent)!;
  if (intent.status === 'requires_action') {
    intent.next_action = null;
    if (answer === 'accept') charge(state, intent, terms, true);
    else {
      intent.status = 'requires_payment_method';
      intent.last_payment_error = {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message: 'The provided PaymentMethod has failed authentication.',
      } as Stripe.PaymentIntent.LastPaymentError;
      state.plan('payment_intent.payment_failed', intent);
    }
  }
  const back = new URL(returnUrl);
  back.searchParams.set('payment_intent', id);
  back.searchParams.set('payment_intent_client_secret', intent.client_secret!);
  back.searchParams.set('redirect_status', answer === 'accept' ? 'succeeded' : 'failed');
  return back.href;
}

function declined(state: State, intent: Stripe.PaymentIntent, error: Readonly<Record<string, string>>) {
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: 'card_error',
    ...error,
  } as unknown as Stripe.PaymentIntent.LastPaymentError;
  state.ledger.push(entry('authorize', intent, intent.id, intent.amount, false));
  state.plan('payment_intent.payment_failed', intent);
  return cardError({ ...error, payment_intent: intent });
}

const entry = (
  kind: 'authorize' | 'capture' | 'void',
  intent: Stripe.PaymentIntent,
  id: string,
  amount: number,
  succeeded: boolean,
  reference = referenceOf(intent),
) => ({ kind, reference, id, amount, currency: intent.currency, succeeded });

/** Charges or holds the money of a payment. */
function charge(
  state: State,
  intent: Stripe.PaymentIntent,
  terms: Json,
  authenticated: boolean,
): Stripe.PaymentIntent {
  const method = state.methods.get(String(intent.payment_method))!.object;
  const scenario = scenarioOfMethod(state, method.id);
  const decline = declines[scenario];
  if (decline) throw declined(state, intent, decline);
  if (intent.customer && intent.setup_future_usage) method.customer = String(intent.customer);
  const made = newCharge(state, intent, method, { authenticated, terms });
  state.charges.set(made.id, made);
  intent.latest_charge = made.id;
  if (scenario === 'authorized_wrongly') intent.currency = intent.currency === 'eur' ? 'usd' : 'eur';
  const held = scenario === 'authorized_in_part' ? Math.floor(intent.amount / 2) : intent.amount;
  state.ledger.push(entry('authorize', intent, intent.id, held, true));
  if (scenario === 'strange_status') {
    const later = { ...intent, amount_received: held, status: 'succeeded' as const };
    intent.status = 'requires_fortune_teller';
    state.plan('payment_intent.processing', intent);
    settleLater(state, intent, later);
  } else if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture';
    intent.amount_capturable = held;
    state.plan('payment_intent.amount_capturable_updated', intent);
  } else {
    receive(state, intent, held);
    intent.status = 'succeeded';
    state.plan('payment_intent.succeeded', intent);
  }
  happenLater(state, intent, made, scenario);
  return intent;
}

/** Payments whose status changes by itself. */
const settlements = new WeakMap<
  Stripe.PaymentIntent,
  { readonly at: number; readonly to: Stripe.PaymentIntent }
>();

function settleLater(state: State, intent: Stripe.PaymentIntent, to: Stripe.PaymentIntent): void {
  settlements.set(intent, { at: state.now().getTime() + LATER_MS, to });
  state.plan('payment_intent.succeeded', to, { afterMs: LATER_MS });
}

/** A payment as it is by now. */
export function intentOf(state: State, id: string): Stripe.PaymentIntent {
  const intent = state.intents.get(id);
  if (!intent) throw missing('payment_intent', id);
  const due = settlements.get(intent);
  if (due && state.now().getTime() >= due.at) Object.assign(intent, due.to);
  return intent;
}

function receive(state: State, intent: Stripe.PaymentIntent, amount: number): void {
  const made = state.charges.get(String(intent.latest_charge))!;
  intent.amount_received += amount;
  made.amount_captured += amount;
  made.captured = true;
  made.balance_transaction = newBooking(state, made);
}

/** What becomes of some cards' payments without anybody asking the stand-in. */
function happenLater(
  state: State,
  intent: Stripe.PaymentIntent,
  made: Stripe.Charge,
  scenario: CardScenario,
): void {
  const later = { afterMs: LATER_MS };
  switch (scenario) {
    case 'disputed': {
      const dispute = newDispute(state, made);
      state.disputes.set(dispute.id, dispute);
      state.plan('charge.dispute.created', dispute, later);
      return;
    }
    case 'fraud_warning':
      state.plan(
        'radar.early_fraud_warning.created',
        {
          ...{ id: state.id('issfr'), object: 'radar.early_fraud_warning', actionable: true },
          ...{
            charge: made.id,
            created: state.seconds(),
            fraud_type: 'made_with_stolen_card',
            livemode: false,
          },
          payment_intent: intent.id,
        },
        later,
      );
      return;
    case 'captured_elsewhere':
      afterwards.set(intent, () => {
        receive(state, intent, intent.amount_capturable);
        Object.assign(intent, { status: 'succeeded', amount_capturable: 0 });
        state.plan('payment_intent.succeeded', intent, later);
      });
      return;
    case 'voided_elsewhere':
    case 'expires':
      afterwards.set(intent, () => {
        const cancellation_reason = scenario === 'expires' ? 'automatic' : 'requested_by_customer';
        Object.assign(intent, { status: 'canceled', amount_capturable: 0, cancellation_reason });
        state.plan('payment_intent.canceled', intent, later);
      });
      return;
    case 'refunded_elsewhere': {
      const refund = newRefund(state, intent, { amount: intent.amount });
      state.refunds.set(refund.id, refund);
      made.amount_refunded = intent.amount;
      state.plan('refund.created', refund, later);
      return;
    }
    default:
  }
}

/** What somebody does to a payment in the dashboard, once it was answered. */
const afterwards = new WeakMap<Stripe.PaymentIntent, () => void>();

/** Lets happen what happens after payments were answered. */
export function finishAnswer(state: State): void {
  for (const intent of state.intents.values()) {
    afterwards.get(intent)?.();
    afterwards.delete(intent);
  }
}

export function captureIntent(state: State, id: string, params: Json): Stripe.PaymentIntent {
  const intent = intentOf(state, id);
  if (intent.status !== 'requires_capture') throw unexpected(intent, 'captured');
  const amount =
    params.amount_to_capture === undefined ? intent.amount_capturable : Number(params.amount_to_capture);
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
  intent.amount_capturable = isFinal ? 0 : intent.amount_capturable - amount;
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

/** Finds payments by an exact value of their metadata. What is new is not found yet. */
export function searchIntents(state: State, query: string): Stripe.PaymentIntent[] {
  const [, name = '', value = ''] = /^metadata\['([^']+)'\]:'((?:[^'\\]|\\.)*)'$/.exec(query) ?? [];
  if (!name) throw invalid('We were unable to parse your search query.', { param: 'query' });
  const before = state.seconds() - SEARCHABLE_AFTER_S;
  return [...state.intents.values()].filter(
    ({ created, metadata }) => metadata[name] === value.replace(/\\(.)/g, '$1') && created <= before,
  );
}

/** A payment with its charge in place of the charge's identifier, as far as it was asked for. */
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
