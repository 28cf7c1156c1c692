import type {
  BankAccount,
  CardDetails,
  PaymentMethodDetails,
  WalletDetails,
} from '../../core/foundation/payment-method-details.ts';
import type { AuthorizeRequest } from '../../core/foundation/ports/connector-requests.ts';
import { mandateOf } from '../../core/foundation/ports/credential-use.ts';
import { RefusedRequestError } from '../exchange.ts';
import type { MethodType } from '../method-terms.ts';
import { giftCardBrands } from './gift-cards.ts';
import type { Checkout, Wire } from './library.ts';
import { shopperOf } from './shopper.ts';

type AdyenMethod = Wire<Checkout.PaymentRequest['paymentMethod']>;

/** Adyen's types of bank redirects. Online banking needs the customer's bank up front, except in Finland. */
export const bankRedirects = {
  ideal: 'ideal',
  trustly: 'trustly',
  bancontact_card: 'bcmc_mobile',
  blik: 'blik',
  online_banking_fpx: 'molpay_ebanking_fpx_MY',
  online_banking_thailand: 'molpay_ebanking_TH',
  online_banking_poland: 'onlineBanking_PL',
  online_banking_czech_republic: 'onlineBanking_CZ',
  online_banking_slovakia: 'onlineBanking_SK',
  online_banking_finland: 'ebanking_FI',
} as const satisfies Partial<Record<MethodType, string>>;

/** The redirects for which Adyen receives the customer's bank. */
const takesIssuer = (type: string): boolean => /^(molpay|onlineBanking)_/.test(type);

/** Adyen's types of transfers that the customer makes from a code or a reference. */
export const transfers = { multibanco: 'multibanco', pix: 'pix' } as const;

const typeIn = (types: Readonly<Record<string, string>>, type: string) => types[type];

/** Adyen's types of vouchers. Econtext issues the Japanese ones. */
export const vouchers: Readonly<Record<string, string>> = {
  boleto: 'boletobancario',
  oxxo: 'oxxo',
  seven_eleven: 'econtext_seven_eleven',
  lawson: 'econtext_stores',
  mini_stop: 'econtext_stores',
  family_mart: 'econtext_stores',
  seicomart: 'econtext_stores',
  pay_easy: 'econtext_atm',
};

/** Adyen's types of real-time payments. */
export const realTimeNetworks = { prompt_pay: 'promptpay', duit_now: 'duitnow' } as const;

/** Adyen's types of lenders. Afterpay is Clearpay in the United Kingdom. */
const lenders = {
  klarna: () => 'klarna',
  afterpay_clearpay: (currency: string) => (currency === 'GBP' ? 'clearpay' : 'afterpaytouch'),
  affirm: () => 'affirm',
} as const;

/**
 * Adyen's `paymentMethod`: the method to charge, or the token of a stored one.
 *
 * @throws {RefusedRequestError} for an undeclared method, which the core never requests.
 */
export function paymentMethod(request: AuthorizeRequest): AdyenMethod {
  const { credential, method } = request;
  const token = mandateOf(credential);
  switch (method.kind) {
    case 'card':
      return token ? storedCard(token, method.card) : { ...card(method.card), ...networkReference(request) };
    case 'wallet':
      return wallet(method.wallet);
    case 'bank_redirect': {
      const type = typeIn(bankRedirects, method.type);
      if (!type) break;
      return {
        type,
        ...(method.code ? { blikCode: method.code } : {}),
        ...(takesIssuer(type) && method.bankName ? { issuer: method.bankName } : {}),
      } as AdyenMethod;
    }
    case 'bank_transfer': {
      const type = typeIn(transfers, method.type);
      if (!type) break;
      return { type } as AdyenMethod;
    }
    case 'voucher':
      return voucher(request, method);
    case 'real_time_payment':
      return { type: realTimeNetworks[method.type] } as AdyenMethod;
    case 'upi':
      return {
        type: method.type,
        ...(method.vpa ? { virtualPaymentAddress: method.vpa } : {}),
        ...(method.app ? { appId: method.app } : {}),
      } as AdyenMethod;
    case 'gift_card':
      if (method.type === 'pay_safe_card') return { type: 'paysafecard' } as AdyenMethod;
      return {
        type: 'giftcard',
        brand: giftCardBrands[method.type],
        number: method.number,
        cvc: method.pin,
      };
    case 'pay_later':
      return { type: lenders[method.type](request.currency) } as AdyenMethod;
    case 'bank_debit':
      return debit(method.account, token);
    case 'kept':
      if (token) return { type: keptType(method), storedPaymentMethodId: token } as AdyenMethod;
  }
  throw new RefusedRequestError('method_not_supported', 'Adyen is not asked for this payment method.');
}

/** Adyen's types of bank accounts, by scheme. */
const debitTypes: Readonly<Record<string, string>> = {
  sepa: 'sepadirectdebit',
  ach: 'ach',
  bacs: 'directdebit_GB',
};

/** The type that a token is charged as: a card's, also for the card behind a wallet, PayPal's or a bank account's. */
function keptType({ method, type }: Extract<AuthorizeRequest['method'], { kind: 'kept' }>): string {
  if (method === 'bank_debit') return debitTypes[type ?? ''] ?? 'sepadirectdebit';
  return type === 'paypal' ? 'paypal' : 'scheme';
}

/** Econtext takes the customer's data in the method itself; the others beside it. */
function voucher(
  { context }: AuthorizeRequest,
  method: Extract<PaymentMethodDetails, { kind: 'voucher' }>,
): AdyenMethod {
  const type = vouchers[method.type] ?? '';
  if (!type.startsWith('econtext')) return { type } as AdyenMethod;
  const { shopperEmail, shopperName, telephoneNumber } = shopperOf(context, method);
  if (!shopperEmail || !shopperName || !telephoneNumber) {
    throw new RefusedRequestError(
      'customer_required',
      'A voucher of a Japanese shop needs first_name, last_name, email and phone_number of its customer.',
    );
  }
  return { type, ...shopperName, shopperEmail, telephoneNumber } as AdyenMethod;
}

const card = ({ cvc, expMonth, expYear, holderName, number }: CardDetails) =>
  ({
    type: 'scheme',
    number,
    expiryMonth: expMonth,
    expiryYear: expYear.length === 2 ? `20${expYear}` : expYear,
    ...(holderName ? { holderName } : {}),
    ...(cvc ? { cvc } : {}),
  }) as const;

const storedCard = (storedPaymentMethodId: string, { cvc }: CardDetails): AdyenMethod => ({
  type: 'scheme',
  storedPaymentMethodId,
  ...(cvc ? { cvc } : {}),
});

/** A card that was stored elsewhere is charged with its number and the network's reference of that payment. */
function networkReference({ credential }: AuthorizeRequest): { networkPaymentReference?: string } {
  const id = credential.kind === 'stored' ? credential.networkTransactionId : null;
  return id ? { networkPaymentReference: id } : {};
}

function wallet(details: WalletDetails): AdyenMethod {
  switch (details.type) {
    case 'apple_pay':
      return { type: 'applepay', applePayToken: details.token };
    case 'google_pay':
      return { type: 'googlepay', googlePayToken: details.token };
    case 'ali_pay':
      return { type: 'alipay' } as AdyenMethod;
    case 'we_chat_pay':
      return { type: details.shows === 'code' ? 'wechatpayQR' : 'wechatpayWeb' } as AdyenMethod;
    case 'paypal':
      if (details.token === null) return { type: 'paypal', subtype: 'redirect' } as AdyenMethod;
      throw new RefusedRequestError(
        'wallet_token_not_supported',
        "Adyen takes no token of PayPal's own library: the customer approves on PayPal's page, by paypal_redirect.",
      );
  }
}

function debit(account: BankAccount, token: string | null): AdyenMethod {
  const stored = token ? { storedPaymentMethodId: token } : {};
  const ownerName = account.holderName ?? '';
  switch (account.scheme) {
    case 'sepa':
      return { type: 'sepadirectdebit', ...(token ? stored : { iban: account.iban, ownerName }) };
    case 'ach':
      return {
        type: 'ach',
        ...(token
          ? stored
          : {
              bankAccountNumber: account.accountNumber,
              bankLocationId: account.routingNumber,
              ownerName,
              ...(account.accountType ? { bankAccountType: account.accountType } : {}),
            }),
      };
    case 'bacs':
      return {
        type: 'directdebit_GB',
        ...(token
          ? stored
          : {
              bankAccountNumber: account.accountNumber,
              bankLocationId: account.sortCode,
              holderName: ownerName,
            }),
      };
    case 'becs':
      throw new RefusedRequestError('method_not_supported', 'Adyen is not asked for debits of this scheme.');
  }
}
