/** The types of `switchyard.js` in a shop's page. `@switchyard/js` ships this file, so it imports nothing. */

/** The elements of a form: all methods, a card, or the fields of a card one by one. */
export type ElementKind = 'payment' | 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc';

/** The fields' look, within the allowed style rules. */
export interface Appearance {
  readonly theme?: 'light' | 'dark' | 'auto';
  readonly labels?: 'above' | 'floating' | 'never';
  readonly layout?: 'accordion' | 'tabs';
  readonly variables?: {
    readonly colorPrimary?: string;
    readonly colorBackground?: string;
    readonly colorText?: string;
    readonly colorDanger?: string;
    readonly fontFamily?: string;
    readonly fontSizeBase?: string;
    readonly borderRadius?: string;
  };
  /** Declarations by element, such as `{'.Input': {borderRadius: '4px'}}`. */
  readonly rules?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface ElementsOptions {
  /** The payment's `client_secret`. */
  readonly clientSecret: string;
  readonly appearance?: Appearance;
  /** A BCP 47 tag, such as `de`; the browser's language unless given. */
  readonly locale?: string;
}

/** The error that `confirmPayment` resolves with. */
export interface ElementsError {
  readonly type: 'validation_error' | 'card_error' | 'api_error' | 'connection_error';
  readonly code: string;
  /** For the customer: in the form's language, or in English if the form could not be shown. */
  readonly message: string;
  /** The service's own message for the developer, in English; only for an `api_error`. */
  readonly service_message?: string;
  /**
   * The refused parameter. With code `unexpected_state`, the payment's field that differs from the form or from
   * `confirmParams`: nothing was charged, and the message has the new amount. Show the payment of `retrievePayment`, and let
   * the customer confirm again.
   */
  readonly param?: string | null;
  /** Identifies the request in the service's log. */
  readonly request_id?: string;
  /** The reason of a decline: the payment's `unified_code`; only for a `card_error`. */
  readonly unified_code?: string;
}

/** The payload of a `change` event. */
export interface ElementChange {
  readonly complete: boolean;
  readonly empty: boolean;
  /** The card's network, such as `Visa`; null while unknown. */
  readonly brand: string | null;
  readonly error: { readonly message: string } | null;
  /**
   * The total with the entered or chosen payment method, in minor units and with its surcharge: of an element with the
   * card number and of a payment element. Null in other elements, and while the service is asked.
   */
  readonly total: number | null;
  /** The chosen payment method of a payment element, such as `card` or `bank_redirect-ideal`. */
  readonly value: { readonly type: string } | null;
}

/** The events of an element, with their listeners' arguments. */
export interface ElementEvents {
  /** The fields are ready for input. */
  readonly ready: undefined;
  readonly change: ElementChange;
  readonly focus: undefined;
  readonly blur: undefined;
  /**
   * Enter was pressed in a field: call `confirmPayment`. Without a listener, the first submit button of the surrounding
   * `<form>` is clicked, as for the page's own fields.
   */
  readonly submit: undefined;
  /**
   * The customer has approved the payment in a wallet: call `confirmPayment` now; the wallet waits for some seconds. A
   * payment element has wallet buttons only if the page listens to this event before mounting it.
   */
  readonly confirm: { readonly wallet: string };
  /** The element cannot be shown, or has not loaded in time. All its methods resolve with this error. */
  readonly loaderror: { readonly error: ElementsError };
}

/** One element of a form: a frame once it is mounted. */
export interface SwitchyardElement {
  readonly kind: ElementKind;
  /**
   * Shows the element in place of another element's content.
   *
   * @param place A CSS selector, or the other element.
   * @throws if the place does not exist.
   */
  mount(place: string | HTMLElement): void;
  /** @throws if the event does not exist. */
  on<Name extends keyof ElementEvents>(name: Name, listener: (event: ElementEvents[Name]) => void): this;
  /** Removes the frame and its typed values; `mount` shows a new frame. */
  unmount(): void;
  /** Unmounts for good. The form can then have another element of this kind. */
  destroy(): void;
  focus(): void;
  blur(): void;
  /** Empties the fields. */
  clear(): void;
}

/** The elements of one form, for one payment. */
export interface SwitchyardElements {
  /**
   * Creates an element with the form's appearance, overridden by `options`.
   *
   * @throws if the form already has an element of this kind.
   */
  create(kind: ElementKind, options?: Partial<Appearance>): SwitchyardElement;
  getElement(kind: ElementKind): SwitchyardElement | null;
  /** Validates the fields and shows their problems, without confirming. */
  submit(): Promise<{ readonly error?: ElementsError }>;
}

/** The customer's next step. */
export interface NextAction {
  readonly type?: string | null;
  readonly redirect_to_url?: string | null;
  readonly bank_transfer_instructions?: Readonly<Record<string, string | null>> | null;
  readonly voucher_details?: Readonly<Record<string, string | null>> | null;
  readonly qr_code?: { readonly content?: string | null; readonly image_url?: string | null } | null;
}

/** A payment, as a customer's page reads it. */
export interface PaymentIntent {
  readonly payment_id: string;
  readonly status: string;
  /** The total, in minor units of `currency`. */
  readonly net_amount: number;
  readonly currency: string;
  readonly next_action?: NextAction | null;
  readonly manual_retry_allowed?: boolean | null;
}

/** One of both. */
export type PaymentResult =
  | { readonly paymentIntent: PaymentIntent; readonly error?: undefined }
  | { readonly error: ElementsError; readonly paymentIntent?: undefined };

export interface ConfirmOptions {
  readonly elements: SwitchyardElements;
  readonly confirmParams?: {
    /**
     * The total that your page shows, in minor units, and its currency. If the payment's differ by now, nothing is charged,
     * and `error.param` names the field. Without them, the payment is compared with the one that the form loaded.
     */
    readonly net_amount?: number;
    readonly currency?: string;
    /** The customer's return URL, on one of the profile's allowed domains. */
    readonly return_url?: string;
    readonly email?: string;
    readonly name?: string;
    readonly phone?: string;
    readonly billing?: object;
    readonly shipping?: object;
  };
  /** `if_required` stays in the page unless the payment method redirects; `always`, the default, goes to `return_url`. */
  readonly redirect?: 'always' | 'if_required';
}

/** A merchant's forms, opened by `Switchyard(publishableKey)`. */
export interface Switchyard {
  elements(options: ElementsOptions): SwitchyardElements;
  /** Confirms the payment with the typed values. Never throws: it resolves with `error` or `paymentIntent`. */
  confirmPayment(options: ConfirmOptions): Promise<PaymentResult>;
  /** Reads the payment that a client secret opens. Never throws. */
  retrievePayment(clientSecret: string): Promise<PaymentResult>;
  /** Validates the fields and shows their problems, without confirming. */
  collectPaymentMethod(
    options: Pick<ConfirmOptions, 'elements'>,
  ): Promise<{ readonly error?: ElementsError }>;
}

declare global {
  interface Window {
    /**
     * The script's global function.
     *
     * @throws if the key is not a publishable key, `pk_…`. Nothing is then sent.
     */
    Switchyard?: (publishableKey: string) => Switchyard;
  }
}
