import type { PaymentMethodOffer } from '../../core/offers/payment-method-offer.ts';
import type en from '../locales/en.json';

/** The texts of the pages in one language. Names in braces are placeholders. */
export type Texts = Readonly<(typeof en)['pages']>;

/** A field of a method other than a card. */
export interface AskedField {
  /** The value's path in the request's body: names joined by dots. */
  readonly path: string;
  readonly label: string;
  /** The format that the page checks, such as `iban`; the service checks them all. */
  readonly format: string;
  readonly isOptional: boolean;
}

/** A next step, as in a payment's `next_action`. */
export interface ShownAction {
  readonly type?: string | null;
  readonly redirect_to_url?: string | null;
  readonly bank_transfer_instructions?: Readonly<Record<string, string | null>> | null;
  readonly voucher_details?: Readonly<Record<string, string | null>> | null;
  readonly qr_code?: { readonly content?: string | null; readonly image_url?: string | null } | null;
}

/** The shown part of a saved method of `GET /customers/payment_methods`. */
export interface ShownSavedMethod {
  readonly payment_token: string;
  readonly payment_method: string;
  readonly payment_method_type?: string | null;
  readonly requires_cvv: boolean;
  /** The payment's total with the method, in minor units. */
  readonly net_amount?: number | null;
  readonly default_payment_method_set?: boolean;
  readonly card?: {
    readonly card_network?: string | null;
    readonly scheme?: string | null;
    readonly last4_digits?: string | null;
    readonly expiry_month?: string | null;
    readonly expiry_year?: string | null;
    readonly nick_name?: string | null;
  } | null;
  readonly bank?: { readonly mask?: string | null } | null;
}

/** The data of a payment form: the payment, the addresses of its actions, and the methods on offer. */
export interface FormData {
  /** The client recorded in attempts: this page. */
  readonly client: { readonly source: string; readonly version: string };
  readonly publishableKey: string;
  readonly paymentId: string;
  /** Empty once the payment has ended. */
  readonly clientSecret: string;
  readonly currency: string;
  /** The total that the customer pays, in minor units, before the surcharge that rules add for a method. */
  readonly amount: number;
  readonly seller: string;
  /** Whether the form asks for an email address, because the payment has none. */
  readonly asksEmail: boolean;
  readonly offer: PaymentMethodOffer | null;
  readonly saved: readonly ShownSavedMethod[];
  readonly settings: FormSettings;
  readonly language: string;
  readonly texts: Texts;
}

/** Settings of the form, each as in `PaymentLinkConfig`, with the default in place of null. */
export interface FormSettings {
  readonly layout: 'accordion' | 'tabs';
  readonly labels: 'above' | 'floating' | 'never';
  readonly cardTerms: 'always' | 'auto' | 'never';
  readonly cardTermsText: string | null;
  readonly buttonText: string | null;
  readonly headerText: string | null;
  readonly hidesNickName: boolean;
  readonly opensCard: boolean;
  readonly waitsForForm: boolean;
  readonly isSetup: boolean;
}

/** The data in the HTML of a shop's form frame. The shop's page sends the rest in a message. */
export interface FrameData {
  readonly element: string;
  /** The key and payment of the frame's URL, which the shop's page cannot replace. */
  readonly publishableKey: string;
  readonly paymentId: string;
  readonly version: string;
  readonly language: string;
  readonly texts: Texts;
  /** The hosts whose pages may frame it, as in `allowed_domains`. */
  readonly allowedDomains: readonly string[];
  readonly seller: string;
  readonly settings: FormSettings;
}

/** The data of the hosted page, embedded in its HTML, so that it renders without another request. */
export interface CheckoutData extends FormData {
  readonly screen: 'form' | 'result' | 'expired' | 'closed';
  readonly status: string;
  /** The future usage of its method; null if it is not saved, or if the customer decides. */
  readonly setupFutureUsage: string | null;
  readonly nextAction: ShownAction | null;
  /** The reason of a failed payment; null unless it failed. */
  readonly decline: {
    readonly unified_code?: string | null;
    readonly unified_message?: string | null;
  } | null;
  readonly isTest: boolean;
  /** The link's expiry and the server's current time, in milliseconds since 1970. */
  readonly expiresAt: number;
  readonly now: number;
  readonly details: {
    readonly layout: 'layout1' | 'layout2';
    readonly hidden: boolean;
    readonly logo: string | null;
    readonly description: string | null;
    readonly merchant: readonly string[];
    readonly lines: readonly { readonly name: string; readonly quantity: number; readonly amount: number }[];
    readonly sums: readonly { readonly name: 'shipping' | 'tax' | 'surcharge'; readonly amount: number }[];
    readonly transaction: readonly {
      readonly key: string;
      readonly value: string;
      readonly isKeyBold: boolean;
      readonly isValueBold: boolean;
    }[];
  };
  readonly skipsStatus: boolean;
  readonly isBranded: boolean;
  /** The seller's return URL with signed parameters; null without one. */
  readonly backTo: string | null;
}
