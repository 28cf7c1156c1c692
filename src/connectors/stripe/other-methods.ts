import type Stripe from 'stripe';
import type { ContactDetails } from '../../core/foundation/payment-context.ts';
import type { PaymentMethodDetails, WalletDetails } from '../../core/foundation/payment-method-details.ts';
import type { AuthorizeRequest } from '../../core/foundation/ports/connector-requests.ts';
import { RefusedRequestError } from '../exchange.ts';

type MethodParams = Stripe.PaymentMethodCreateParams;
type MethodOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions;

/** A method other than a card, in Stripe's terms. */
export interface OtherMethod {
  readonly type: NonNullable<MethodParams['type']>;
  /** Its member of the payment method, unless absent or empty. */
  readonly details?: Partial<MethodParams>;
  /** Its options in the payment, likewise. */
  readonly options?: MethodOptions;
  /** The shop of the voucher, among the shops that Stripe shows together. */
  readonly shop?: string;
  /** Whether Stripe keeps it for charges off session, and verifies it without a charge. */
  readonly isKept?: boolean;
}

/** Stripe's names of bank redirects, by `payment_method_type`. */
export const redirectNames = {
  ideal: 'ideal',
  bancontact_card: 'bancontact',
  eps: 'eps',
  przelewy24: 'p24',
  blik: 'blik',
  online_banking_fpx: 'fpx',
} as const;

/** Stripe's names of the shops in Japan. */
export const konbiniNames = {
  family_mart: 'familymart',
  lawson: 'lawson',
  mini_stop: 'ministop',
  seicomart: 'seicomart',
} as const;

/** Stripe refuses an unknown bank, and lists the known ones. */
function redirect(method: Extract<PaymentMethodDetails, { kind: 'bank_redirect' }>): OtherMethod | null {
  const type = redirectNames[method.type as keyof typeof redirectNames];
  const bank = method.bankName ? { bank: method.bankName } : null;
  switch (type) {
    case 'blik':
      return { type, options: { blik: { code: method.code ?? '' } } };
    case 'fpx':
      return { type, details: { fpx: bank as Stripe.PaymentMethodCreateParams.Fpx } };
    case 'ideal':
      return {
        type,
        ...(bank ? { details: { ideal: bank as Stripe.PaymentMethodCreateParams.Ideal } } : {}),
      };
    case 'eps':
      return { type, ...(bank ? { details: { eps: bank as Stripe.PaymentMethodCreateParams.Eps } } : {}) };
    case 'p24':
      return { type, ...(bank ? { details: { p24: bank as Stripe.PaymentMethodCreateParams.P24 } } : {}) };
    case 'bancontact':
      return { type };
    default:
      return null;
  }
}

/** The wallets that are methods of their own at Stripe: behind the others is a card. */
function walletAsIs(wallet: WalletDetails): OtherMethod | null {
  if (wallet.type === 'ali_pay') return { type: 'alipay' };
  if (wallet.type === 'we_chat_pay') {
    return { type: 'wechat_pay', options: { wechat_pay: { client: 'web' } } };
  }
  if (wallet.type !== 'paypal') return null;
  if (wallet.token === null) return { type: 'paypal', isKept: true };
  throw new RefusedRequestError(
    'wallet_token_not_supported',
    "Stripe takes no token of PayPal's own library: the customer approves on PayPal's page, by paypal_redirect.",
  );
}

/**
 * A method other than a card in Stripe's terms; null for a card, or a wallet behind which is a card.
 *
 * @throws {RefusedRequestError} for a method that Stripe is not asked for, or one without an amount that can only be
 * charged.
 */
export function otherMethod({ amount, method }: AuthorizeRequest): OtherMethod | null {
  if (method.kind === 'card') return null;
  // Methods kept at Stripe are cards, except PayPal accounts.
  if (method.kind === 'kept') return method.type === 'paypal' ? { type: 'paypal', isKept: true } : null;
  const found = method.kind === 'wallet' ? walletAsIs(method.wallet) : inTermsOfStripe(method);
  if (!found && method.kind === 'wallet') return null;
  if (!found || (amount === 0 && !found.isKept)) {
    const reason = found ? 'cannot verify a method of this kind without charging it' : 'is not asked for it';
    throw new RefusedRequestError('payment_method_type_not_supported', `${method.kind}: Stripe ${reason}.`);
  }
  return found;
}

function inTermsOfStripe(method: PaymentMethodDetails): OtherMethod | null {
  switch (method.kind) {
    case 'bank_redirect':
      return redirect(method);
    case 'pay_later':
      return { type: method.type };
    case 'bank_transfer':
      return method.type === 'multibanco' ? { type: 'multibanco' } : null;
    case 'real_time_payment':
      return method.type === 'prompt_pay' ? { type: 'promptpay' } : null;
    case 'crypto':
      return { type: 'crypto' };
    case 'voucher': {
      if (method.type === 'boleto')
        return { type: 'boleto', details: { boleto: { tax_id: method.taxId ?? '' } } };
      if (method.type === 'oxxo') return { type: 'oxxo' };
      const shop = konbiniNames[method.type as keyof typeof konbiniNames];
      return shop ? { type: 'konbini', shop } : null;
    }
    default:
      return null;
  }
}

/** The billing contact, with the customer's details from the method. */
export function contactOf({ context, method }: AuthorizeRequest): {
  readonly contact: ContactDetails | null;
  readonly holder: string | null;
} {
  const billing = context.methodBilling ?? context.billing;
  if (method.kind === 'card') return { contact: context.methodBilling, holder: method.card.holderName };
  const named = method.kind === 'wallet' ? method.wallet : method;
  if (!('email' in named)) return { contact: context.methodBilling, holder: null };
  const own: {
    readonly email?: string | null;
    readonly country?: string | null;
    readonly holderName?: string | null;
  } = method.kind === 'bank_redirect' ? { ...method, country: null } : named;
  const nobody = { firstName: null, lastName: null, line1: null, line2: null, line3: null };
  const address = billing?.address ?? { ...nobody, city: null, zip: null, state: null, country: null };
  const contact = {
    phone: billing?.phone ?? null,
    email: own.email ?? billing?.email ?? null,
    address: { ...address, country: own.country ?? address.country },
  };
  return { contact, holder: own.holderName ?? null };
}
