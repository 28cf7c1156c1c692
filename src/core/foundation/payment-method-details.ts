/** A payment's method or a payout's destination, decrypted for the duration of a connector call. */

/** A decrypted card, held for the duration of a call. */
export interface CardDetails {
  readonly number: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly holderName: string | null;
  /** Present only while the request that sent it is processed: it is never stored. */
  readonly cvc: string | null;
}

interface AccountHolder {
  readonly holderName: string | null;
  readonly bankName: string | null;
  /** Only for payout destinations. */
  readonly bankCountry?: string | null;
  readonly bankCity?: string | null;
}

/** A bank account in the format of its scheme. */
export type BankAccount = AccountHolder &
  (
    | {
        readonly scheme: 'ach';
        readonly accountNumber: string;
        readonly routingNumber: string;
        readonly accountType: 'checking' | 'savings' | null;
      }
    | { readonly scheme: 'sepa'; readonly iban: string; readonly bic: string | null }
    | { readonly scheme: 'bacs'; readonly accountNumber: string; readonly sortCode: string }
    | { readonly scheme: 'becs'; readonly accountNumber: string; readonly bsbNumber: string }
  );

/** A wallet, with the token that represents the payment. */
export type WalletDetails =
  | {
      readonly type: 'apple_pay';
      readonly token: string;
      readonly network: string | null;
      readonly displayName: string | null;
      readonly cardType: string | null;
      readonly transactionId: string | null;
    }
  | {
      readonly type: 'google_pay';
      readonly token: string;
      readonly tokenType: string | null;
      readonly network: string | null;
      readonly displayName: string | null;
      readonly cardEnd: string | null;
    }
  /** Without a token, the customer approves the payment on the wallet's page. */
  | { readonly type: 'paypal'; readonly token: string | null; readonly email: string | null }
  | {
      readonly type: 'ali_pay' | 'we_chat_pay';
      readonly token: null;
      readonly email: string | null;
      /** The form shown to the customer, if the connector supports both. */
      readonly shows: 'page' | 'code';
    };

/** Customer details contained in a method's details. */
interface NamedCustomer {
  readonly holderName: string | null;
  readonly email: string | null;
}

/** The method that a payment charges. `kind` is its `payment_method`. */
export type PaymentMethodDetails =
  | { readonly kind: 'card'; readonly card: CardDetails }
  | { readonly kind: 'bank_debit'; readonly account: BankAccount }
  | ({
      readonly kind: 'bank_redirect';
      /** The scheme, such as `ideal`. */
      readonly type: string;
      readonly bankName: string | null;
      readonly country: string | null;
      /** The one-time code of a scheme that is approved in an app, such as BLIK. */
      readonly code: string | null;
    } & NamedCustomer)
  | ({
      readonly kind: 'pay_later';
      readonly type: 'klarna' | 'afterpay_clearpay' | 'affirm';
      readonly country: string | null;
    } & NamedCustomer)
  | { readonly kind: 'wallet'; readonly wallet: WalletDetails }
  | {
      readonly kind: 'bank_transfer';
      readonly type: 'ach' | 'sepa' | 'bacs';
      /** The customer's source account, if known. */
      readonly account: BankAccount | null;
    }
  /** A card by its number only, which the connector has agreed to charge. */
  | {
      readonly kind: 'limited_card';
      readonly number: string;
      /** Null if unknown. */
      readonly expMonth: string | null;
      readonly expYear: string | null;
      readonly holderName: string | null;
    }
  /** A method stored only by the connector, charged with the credential's `connectorMandateId`. */
  | {
      readonly kind: 'kept';
      /** Its `payment_method`, such as `card` or `wallet`. */
      readonly method: string;
      /** Its type, such as `apple_pay` or `sepa`; null if unknown. */
      readonly type: string | null;
    }
  | ({
      readonly kind: 'bank_transfer';
      readonly type: 'multibanco' | 'pix';
      readonly account: null;
      /** The customer's tax number, if known. */
      readonly taxId: string | null;
    } & NamedCustomer)
  | ({
      readonly kind: 'voucher';
      /** The scheme or shop, such as `boleto` or `lawson`. */
      readonly type: string;
      readonly phone: string | null;
      readonly taxId: string | null;
    } & NamedCustomer)
  | {
      readonly kind: 'real_time_payment';
      readonly type: 'prompt_pay' | 'duit_now';
      readonly email: string | null;
    }
  | {
      readonly kind: 'upi';
      readonly type: 'upi_collect' | 'upi_intent';
      /** The customer's address, to which the payment request is sent. */
      readonly vpa: string | null;
      /** The app to open, by the connector's name for it. */
      readonly app: string | null;
    }
  | GiftCardMethod
  /** A prepaid card whose code the customer types on its page. */
  | { readonly kind: 'gift_card'; readonly type: 'pay_safe_card'; readonly email: string | null }
  | {
      readonly kind: 'crypto';
      readonly type: 'crypto_currency';
      /** The coin and its network, if already chosen by the customer. */
      readonly coin: string | null;
      readonly network: string | null;
    };

/** A decrypted gift card, held for the duration of a call. */
export interface GiftCardMethod {
  readonly kind: 'gift_card';
  readonly type: 'givex';
  readonly number: string;
  readonly pin: string;
}

/** The kinds of payment method whose details can be passed to a connector. */
export type DetailedMethodKind = Exclude<PaymentMethodDetails['kind'], 'kept' | 'limited_card'>;

/** Destination of a payout. `kind` is its `payout_type`. */
export type PayoutDestination =
  | { readonly kind: 'card'; readonly card: CardDetails }
  | { readonly kind: 'bank'; readonly account: BankAccount }
  | {
      readonly kind: 'wallet';
      readonly type: 'paypal' | 'venmo';
      readonly email: string | null;
      readonly phone: string | null;
      readonly accountId: string | null;
    };

/** The account to which a customer sends money. Only the members of its scheme are set. */
export interface TransferInstructions {
  readonly accountHolderName: string;
  readonly bankName?: string | null;
  readonly iban?: string | null;
  readonly bic?: string | null;
  readonly accountNumber?: string | null;
  readonly routingNumber?: string | null;
  readonly sortCode?: string | null;
  /** The reference by which the connector recognizes the transfer. */
  readonly reference: string;
}

/** Instructions for paying a voucher. */
export interface VoucherInstructions {
  readonly reference: string | null;
  /** The company's number in addition to the reference, for schemes with such a number. */
  readonly entity?: string | null;
  readonly confirmationNumber?: string | null;
  readonly downloadUrl?: string | null;
  readonly instructionsUrl?: string | null;
}
