import type Stripe from 'stripe';
import { entry, receive, settleLater } from './intents.ts';
import { newCharge, newMethod } from './objects.ts';
import { challenge } from './payments.ts';
import { invalid } from './refusal.ts';
import type { State } from './state.ts';

type Json = Record<string, unknown>;

/** What Stripe's documentation of each method requires of its customer's billing details. */
const requirements: Readonly<Record<string, readonly string[]>> = {
  klarna: ['address.country'],
  afterpay_clearpay: ['name', 'email', 'address.line1', 'address.country'],
  bancontact: ['name'],
  eps: ['name'],
  p24: ['email'],
};

/** The currencies of each method, by Stripe's documentation of it. */
const currencies: Readonly<Record<string, readonly string[]>> = {
  affirm: ['cad', 'usd'],
  afterpay_clearpay: ['aud', 'cad', 'gbp', 'nzd', 'usd'],
  bancontact: ['eur'],
  blik: ['pln'],
  eps: ['eur'],
  fpx: ['myr'],
  ideal: ['eur'],
  p24: ['eur', 'pln'],
};

const at = (object: Json, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], object);

/** A method other than a card: its members are Stripe's own words for it. */
export function createOtherMethod(state: State, params: Json): Stripe.PaymentMethod {
  const type = String(params.type);
  const billing = (params.billing_details ?? {}) as Json;
  const lack = requirements[type]?.find((path) => !at(billing, path));
  if (lack) throw invalid(`${type} needs billing_details.${lack}.`, { param: `billing_details.${lack}` });
  if (type === 'fpx' && !at(params, 'fpx.bank')) throw invalid('Missing bank.', { param: 'fpx[bank]' });
  const { card: _, ...method } = newMethod(state, {}, billing);
  const object = { ...method, type, [type]: params[type] ?? {} } as unknown as Stripe.PaymentMethod;
  state.methods.set(object.id, { object, number: '' });
  return object;
}

/** What a payment by a method other than a card waits for. */
export function startOther(
  state: State,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  params: Json,
): Stripe.PaymentIntent {
  const { type } = method;
  if (!(params.allowed_payment_method_types as string[] | undefined)?.includes(type)) {
    throw invalid(`The payment method is of a type that is not allowed: ${type}.`);
  }
  if (params.statement_descriptor_suffix) throw invalid('A suffix is for cards.');
  if (currencies[type]?.includes(intent.currency) === false) {
    throw invalid(`${type} does not take ${intent.currency}.`, { param: 'currency' });
  }
  if (intent.capture_method === 'manual' && !['klarna', 'affirm', 'afterpay_clearpay'].includes(type)) {
    throw invalid(`${type} cannot be captured later.`, { param: 'capture_method' });
  }
  if (type !== 'blik') {
    if (!params.return_url) throw invalid('A return_url must be specified.', { param: 'return_url' });
    return challenge(state, intent, String(params.return_url), {});
  }
  if (!/^\d{6}$/.test(String(at(params, 'payment_method_options.blik.code')))) {
    throw invalid('The BLIK code is not valid.', { code: 'payment_method_invalid_parameter' });
  }
  approveLater(state, intent);
  intent.status = 'requires_action';
  intent.next_action = { type: 'blik_authorize', blik_authorize: {} } as Stripe.PaymentIntent.NextAction;
  return intent;
}

/** The customer approves in an app, after a while. */
function approveLater(state: State, intent: Stripe.PaymentIntent): void {
  const approved = { ...intent };
  const method = state.methods.get(String(intent.payment_method))!.object;
  const made = newCharge(state, intent, method, { authenticated: false, terms: {} });
  state.charges.set(made.id, made);
  approved.latest_charge = made.id;
  approved.status = 'succeeded';
  receive(state, approved, intent.amount);
  state.ledger.push(entry('authorize', intent, intent.id, intent.amount, true));
  settleLater(state, intent, approved);
}
