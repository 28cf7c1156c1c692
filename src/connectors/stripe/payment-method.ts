import type Stripe from 'stripe';
import type { ContactDetails } from '../../core/foundation/payment-context.ts';
import type { CardDetails, WalletDetails } from '../../core/foundation/payment-method-details.ts';
import type { AuthorizeRequest } from '../../core/foundation/ports/connector-requests.ts';
import { mandateOf } from '../../core/foundation/ports/credential-use.ts';
import { RefusedRequestError } from '../exchange.ts';
import { contactOf, otherMethod } from './other-methods.ts';

/**
 * Stripe's identifier of the method to charge: a saved method, or one created from a card or a wallet's token. Creation
 * moves no money, and is repeated under the same key.
 *
 * @throws {RefusedRequestError} for a method or token that Stripe does not accept.
 */
export async function paymentMethodOf(stripe: Stripe, request: AuthorizeRequest): Promise<string> {
  const { credential, idempotencyKey, method } = request;
  const saved = mandateOf(credential);
  if (saved) return saved;
  const other = otherMethod(request);
  const { contact, holder } = contactOf(request);
  // Not `receipt_email`, by which Stripe would write to the customer.
  const billing_details = billingDetails(contact, holder, request.context.customer?.email ?? null);
  if (other) {
    const { details, type } = other;
    return create(stripe, { type, ...details, billing_details }, [idempotencyKey, 'method']);
  }
  switch (method.kind) {
    case 'card':
      return create(stripe, { type: 'card', card: cardParams(method.card), billing_details }, [
        idempotencyKey,
        // A repetition lacks the code, and Stripe accepts no different request under the same key.
        method.card.cvc === null ? 'method-without-code' : 'method',
      ]);
    case 'wallet': {
      const token = await walletToken(stripe, method.wallet, idempotencyKey);
      if (token.startsWith('pm_')) return token;
      return create(stripe, { type: 'card', card: { token }, billing_details }, [idempotencyKey, 'method']);
    }
    default:
      throw new RefusedRequestError(
        'payment_method_type_not_supported',
        `${method.kind}: Stripe is not asked for it.`,
      );
  }
}

async function create(
  stripe: Stripe,
  params: Stripe.PaymentMethodCreateParams,
  key: readonly string[],
): Promise<string> {
  const { id } = await stripe.paymentMethods.create(params, { idempotencyKey: key.join('-') });
  return id;
}

const cardParams = ({
  cvc,
  expMonth,
  expYear,
  number,
}: CardDetails): Stripe.PaymentMethodCreateParams.Card => ({
  number,
  exp_month: Number(expMonth),
  exp_year: Number(expYear),
  ...(cvc === null ? {} : { cvc }),
});

/**
 * Stripe's token or payment method in a wallet's response: the token itself, Google Pay's JSON, or a token made from Apple
 * Pay's data, encrypted for Stripe.
 */
async function walletToken(stripe: Stripe, wallet: WalletDetails, idempotencyKey: string): Promise<string> {
  const token = wallet.token ?? '';
  const found = /^(tok|pm)_\w+$/.test(token) ? token : tokenInJson(token);
  if (found) return found;
  const sealed = wallet.type === 'apple_pay' ? sealedByApple(token) : null;
  if (wallet.type === 'apple_pay' && sealed) return tokenOfApplePay(stripe, wallet, sealed, idempotencyKey);
  throw new RefusedRequestError(
    'wallet_token_not_supported',
    `Stripe needs the token that its own ${wallet.type} integration gives: tok_… or pm_….`,
  );
}

/** Apple Pay's `paymentData`, in JSON or its Base64; null for anything else. */
function sealedByApple(token: string): string | null {
  for (const text of [token, Buffer.from(token, 'base64').toString()]) {
    try {
      const { data, signature } = JSON.parse(text) as { data?: unknown; signature?: unknown };
      if (typeof data === 'string' && typeof signature === 'string') return text;
    } catch {
      // Not this one.
    }
  }
  return null;
}

/** The request of Stripe's own libraries for iOS, whose parameters its types do not have. Nothing is charged. */
async function tokenOfApplePay(
  stripe: Stripe,
  { displayName, network, transactionId }: WalletDetails & { type: 'apple_pay' },
  sealed: string,
  idempotencyKey: string,
): Promise<string> {
  const params = withoutNulls({
    pk_token: sealed,
    pk_token_instrument_name: displayName,
    pk_token_payment_network: network,
    pk_token_transaction_id: transactionId,
  }) as Stripe.TokenCreateParams;
  const { id } = await stripe.tokens.create(params, { idempotencyKey: `${idempotencyKey}-apple` });
  return id;
}

function tokenInJson(text: string): string | null {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' && /^(tok|pm)_\w+$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

/** The billing contact of the method, in Stripe's terms, or else the customer's e-mail. Null entries are omitted: Stripe would erase the values. */
export function billingDetails(
  contact: ContactDetails | null,
  holder: string | null,
  email: string | null,
): Stripe.PaymentMethodCreateParams.BillingDetails {
  const address = contact?.address;
  const named = [address?.firstName, address?.lastName].filter(Boolean).join(' ');
  return withoutNulls({
    name: holder ?? (named || null),
    email: contact?.email ?? email,
    phone: contact?.phone ? `${contact.phone.countryCode ?? ''}${contact.phone.number}` : null,
    address: address ? addressParams(address) : null,
  });
}

export const addressParams = (address: NonNullable<ContactDetails['address']>): Stripe.AddressParam =>
  withoutNulls({
    line1: address.line1,
    line2: [address.line2, address.line3].filter(Boolean).join(', ') || null,
    city: address.city,
    state: address.state,
    postal_code: address.zip,
    country: address.country,
  });

type WithoutNulls<T> = { [Name in keyof T]?: NonNullable<T[Name]> };

/** Drops undefined members. */
export const withoutNulls = <T extends object>(object: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as WithoutNulls<T>;
