import type Stripe from 'stripe';
import { entry, receive, settleLater } from './intents.ts';
import { newCharge, newMethod } from './objects.ts';
import { challenge, charge } from './payments.ts';
import { invalid } from './refusal.ts';
import type { State } from './state.ts';

type Json = Record<string, unknown>;

/** The billing details that Stripe's documentation requires for each method. */
const requirements: Readonly<Record<string, readonly string[]>> = {
  klarna: ['address.country'],
  afterpay_clearpay: ['name', 'email', 'address.line1', 'address.country'],
  bancontact: ['name'],
  eps: ['name'],
  p24: ['email'],
  boleto: ['name', 'email', 'address.line1', 'address.city', 'address.postal_code', 'address.country'],
  oxxo: ['name', 'email'],
  konbini: ['name', 'email'],
  multibanco: ['email'],
  promptpay: ['email'],
};

/** The currencies of each method, from Stripe's documentation. */
const currencies: Readonly<Record<string, readonly string[]>> = {
  affirm: ['cad', 'usd'],
  afterpay_clearpay: ['aud', 'cad', 'gbp', 'nzd', 'usd'],
  bancontact: ['eur'],
  blik: ['pln'],
  eps: ['eur'],
  fpx: ['myr'],
  ideal: ['eur'],
  p24: ['eur', 'pln'],
  boleto: ['brl'],
  oxxo: ['mxn'],
  konbini: ['jpy'],
  multibanco: ['eur'],
  promptpay: ['thb'],
  alipay: 'aud cad cny eur gbp hkd jpy myr nzd sgd usd'.split(' '),
  wechat_pay: 'aud cad chf cny dkk eur gbp hkd jpy nok sek sgd usd'.split(' '),
  // Its page on stablecoin payments: they settle in US dollars.
  crypto: ['usd'],
  paypal: 'aud cad chf czk dkk eur gbp hkd nok nzd pln sek sgd usd'.split(' '),
};

const at = (object: Json, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], object);

/** A method other than a card: its members are Stripe's own terms. */
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

/** The pending step of a payment by a method other than a card. */
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
  if (
    intent.capture_method === 'manual' &&
    !['klarna', 'affirm', 'afterpay_clearpay', 'paypal'].includes(type)
  ) {
    throw invalid(`${type} cannot be captured later.`, { param: 'capture_method' });
  }
  if (intent.setup_future_usage) requireKeepable(type, params);
  if (params.off_session === 'true') {
    if (method.customer) return charge(state, intent, {}, false);
    throw invalid(`${type} is not set up for charges off session.`);
  }
  // The description requires the customer's client.
  if (type === 'wechat_pay' && at(params, 'payment_method_options.wechat_pay.client') !== 'web') {
    throw invalid('Missing client.', { param: 'payment_method_options[wechat_pay][client]' });
  }
  const shown = actionToPay(state, intent, type);
  if (shown) {
    approveLater(state, intent);
    intent.status = 'requires_action';
    intent.next_action = shown;
    return intent;
  }
  if (type !== 'blik') {
    if (!params.return_url) throw invalid('A return_url must be specified.', { param: 'return_url' });
    const waiting = challenge(state, intent, String(params.return_url), {});
    return type === 'alipay' ? inItsOwnWords(waiting) : waiting;
  }
  if (!/^\d{6}$/.test(String(at(params, 'payment_method_options.blik.code')))) {
    throw invalid('The BLIK code is not valid.', { code: 'payment_method_invalid_parameter' });
  }
  approveLater(state, intent);
  intent.status = 'requires_action';
  intent.next_action = { type: 'blik_authorize', blik_authorize: {} } as Stripe.PaymentIntent.NextAction;
  return intent;
}

/** The package's `NextAction.AlipayHandleRedirect`, in place of the others' redirect. */
function inItsOwnWords(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const { return_url, url } = intent.next_action!.redirect_to_url!;
  intent.next_action = {
    type: 'alipay_handle_redirect',
    alipay_handle_redirect: { native_data: null, native_url: null, return_url, url },
  };
  return intent;
}

/**
 * The package's `PaymentMethodOptions.Paypal`: its future usage is `off_session` or `none`. Its mandate requires the
 * customer's acceptance, which the stand-in enforces. No other method requires one.
 */
export function requireKeepable(type: string, params: Json): void {
  const usage = params.setup_future_usage ?? params.usage;
  if (type !== 'paypal' || usage !== 'off_session') {
    throw invalid(`${type} is not kept for ${usage}.`, { param: 'setup_future_usage' });
  }
  if (!params.customer) throw invalid('What is kept belongs to a customer.', { param: 'customer' });
  if (!at(params, 'mandate_data.customer_acceptance.type')) {
    throw invalid('Missing mandate_data.', { param: 'mandate_data' });
  }
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

/** Stripe's data for a voucher or QR code, by the package's types. */
function actionToPay(
  state: State,
  { id }: Stripe.PaymentIntent,
  type: string,
): Stripe.PaymentIntent.NextAction | null {
  const expires = state.seconds() + 3 * 86_400;
  const hosted_voucher_url = `${state.origin}/voucher/${id}`;
  switch (type) {
    case 'boleto':
      return {
        type: 'boleto_display_details',
        boleto_display_details: {
          ...{ expires_at: expires, hosted_voucher_url, pdf: `${hosted_voucher_url}/pdf` },
          number: '01010101010101010101010101010101010101010101010',
        },
      };
    case 'oxxo':
      return {
        type: 'oxxo_display_details',
        oxxo_display_details: { expires_after: expires, hosted_voucher_url, number: '12345678901234' },
      };
    case 'konbini': {
      const store = { confirmation_number: '18031', payment_code: '190043' };
      const stores = { familymart: store, lawson: store, ministop: store, seicomart: store };
      return {
        type: 'konbini_display_details',
        konbini_display_details: { expires_at: expires, hosted_voucher_url, stores },
      };
    }
    case 'multibanco':
      return {
        type: 'multibanco_display_details',
        multibanco_display_details: {
          ...{ entity: '12101', expires_at: expires, hosted_voucher_url, reference: '501422944' },
        },
      };
    case 'promptpay':
      return {
        type: 'promptpay_display_qr_code',
        promptpay_display_qr_code: {
          ...{ data: '00020101021130', hosted_instructions_url: `${state.origin}/qr/${id}` },
          ...{ image_url_png: `${state.origin}/qr/${id}.png`, image_url_svg: `${state.origin}/qr/${id}.svg` },
        },
      };
    case 'wechat_pay':
      return {
        type: 'wechat_pay_display_qr_code',
        wechat_pay_display_qr_code: {
          ...{
            data: `weixin://wxpay/bizpayurl?pr=${id}`,
            image_data_url: 'data:image/png;base64,iVBORw0KGgo=',
          },
          hosted_instructions_url: `${state.origin}/qr/${id}`,
          ...{ image_url_png: `${state.origin}/qr/${id}.png`, image_url_svg: `${state.origin}/qr/${id}.svg` },
        },
      };
    default:
      return null;
  }
}
