import type Stripe from 'stripe';
import { happenLater } from './afterwards.ts';
import { declines, testMethods } from './cards.ts';
import { entry, intentOf, receive, settleLater } from './intents.ts';
import { newCharge, newIntent, newMethod, scenarioOfMethod } from './objects.ts';
import { createOtherMethod, startOther } from './other-methods-in.ts';
import { answerSetup } from './others.ts';
import { cardError, invalid, missing } from './refusal.ts';
import type { State } from './state.ts';

type Json = Record<string, unknown>;

export function createMethod(state: State, params: Json): Stripe.PaymentMethod {
  if (params.type !== undefined && params.type !== 'card') return createOtherMethod(state, params);
  const card = (params.card ?? {}) as Json;
  const number = String(card.number ?? (card.token ? '4242424242424242' : ''));
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  }
  const object = newMethod(state, { ...card, number }, (params.billing_details ?? {}) as Json);
  state.methods.set(object.id, { object, number });
  return object;
}

/** Creates a token from Apple Pay's encrypted data, which is JSON with its signature. */
export function createAppleToken(state: State, { pk_token: sealed }: Json) {
  const { data, signature } = JSON.parse(String(sealed)) as Json;
  if (!data || !signature) throw invalid('The Apple Pay token is not valid.', { param: 'pk_token' });
  return { id: state.id('tok'), object: 'token', type: 'card', used: false };
}

/**
 * Detaches a method. The package's `paymentMethods.detach`: "After a PaymentMethod is detached, it can no longer be used
 * for a payment or re-attached to a Customer." One without a customer is refused.
 */
export function detachMethod(state: State, id: string): Stripe.PaymentMethod {
  const method = state.methods.get(id)?.object;
  if (!method) throw missing('PaymentMethod', id);
  if (!method.customer) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  method.customer = null;
  detached.add(id);
  state.plan('payment_method.detached', method);
  return method;
}
const detached = new Set<string>();

/** Predefined methods of Stripe's test mode. */
function methodOf(state: State, id: string): Stripe.PaymentMethod {
  if (detached.has(id)) throw invalid('The PaymentMethod was detached, and may not be used again.');
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
  // Stripe's documentation of statement descriptors: prefix, `* ` and suffix have 22 characters, a prefix up to 10.
  if (String(params.statement_descriptor_suffix ?? '').length > 10) {
    throw invalid('The statement descriptor, with its suffix, must be at most 22 characters.', {
      param: 'statement_descriptor_suffix',
    });
  }
  state.intents.set(intent.id, intent);
  const terms = optionsOf(params);
  const scenario = scenarioOfMethod(state, method.id);
  const isPresent = params.off_session !== 'true';
  const isSetUp = method.customer !== null;
  if (method.type !== 'card') return startOther(state, intent, method, params);
  // The package's `three_d_secure`: "If 3D Secure authentication was performed with a third-party provider, the
  // authentication details to use for this payment."
  const isProven = terms.three_d_secure !== undefined;
  if (scenario === 'challenge' && !isProven && (isPresent || !isSetUp)) {
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

/** The challenge's data until the customer has answered it. */
const challenges = new WeakMap<Stripe.PaymentIntent, { readonly returnUrl: string; readonly terms: Json }>();

export function challenge(
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

/** The customer answers the challenge; returns the page's target. */
export function answerChallenge(state: State, id: string, answer: 'accept' | 'refuse'): string {
  const setup = state.setups.get(id);
  if (setup) return answerSetup(state, setup, answer);
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

/** Charges or authorizes a payment. */
export function charge(
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
