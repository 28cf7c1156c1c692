/** The types of `switchyard.js` in a shop's page. `@switchyard/js` ships this file, so it imports nothing. */

/** The elements of a form: all methods, a card, or the fields of a card one by one. */
export type ElementKind = 'payment' | 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc';

/** How the fields look, within what style rules may set. */
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

/** An error as `confirmPayment` resolves with it. */
export interface ElementsError {
  readonly type: 'validation_error' | 'card_error' | 'api_error' | 'connection_error';
  readonly code: string;
  /** To show to the customer: in the language of the form, or in English where the form could not be shown. */
  readonly message: string;
  /** The service's own message, in English, for the developer; of an `api_error`. */
  readonly service_message?: string;
  /**
   * The parameter that the service refused. With code `unexpected_state`, the field of the payment that is not as the form, or
   * `confirmParams`, showed it: nothing was charged, and the message has the new amount. Show what `retrievePayment` returns,
   * and let the customer confirm again.
   */
  readonly param?: string | null;
  /** Identifies the request in the service's log. */
  readonly request_id?: string;
  /** Why a payment was declined, of a `card_error`: the payment's `unified_code`. */
  readonly unified_code?: string;
}

/** The payload of a `change` event. */
export interface ElementChange {
  readonly complete: boolean;
  readonly empty: boolean;
  /** The card's network, such as `Visa`; null while it is not known. */
  readonly brand: string | null;
  readonly error: { readonly message: string } | null;
  /** The chosen payment method of a payment element, such as `card` or `bank_redirect-ideal`. */
  readonly value: { readonly type: string } | null;
}

/** The events of an element, with what their listeners are given. */
export interface ElementEvents {
  /** The fields are there, and take what is typed. */
  readonly ready: undefined;
  readonly change: ElementChange;
  readonly focus: undefined;
  readonly blur: undefined;
  /**
   * Enter was pressed in a field: call `confirmPayment`. Without a listener, the first submit button of the `<form>` around
   * the element is clicked, as for a field of the page's own.
   */
  readonly submit: undefined;
  /**
   * The customer has approved the payment in a wallet, whose button is in a payment element of a page that listens to this
   * before it mounts the element: call `confirmPayment` now. The wallet waits for it for some seconds.
   */
  readonly confirm: { readonly wallet: string };
  /** The element cannot be shown, or has not loaded in time. Whatever is asked of it is answered with this error. */
  readonly loaderror: { readonly error: ElementsError };
}

/** One element of a form: a frame once it is mounted. */
export interface SwitchyardElement {
  readonly kind: ElementKind;
  /**
   * Shows the element in place of the content of another.
   *
   * @param place A CSS selector, or the other element.
   * @throws if there is no such place.
   */
  mount(place: string | HTMLElement): void;
  /** @throws if there is no such event. */
  on<Name extends keyof ElementEvents>(name: Name, listener: (event: ElementEvents[Name]) => void): this;
  /** Removes the frame, and with it what was typed; `mount` shows a new one. */
  unmount(): void;
  /** Unmounts for good: the form can then have another element of this kind. */
  destroy(): void;
  focus(): void;
  blur(): void;
  /** Empties the fields. */
  clear(): void;
}

/** The elements of one form, for one payment. */
export interface SwitchyardElements {
  /**
   * Makes an element, which has the form's appearance but for what `options` say.
   *
   * @throws if the form has one of this kind.
   */
  create(kind: ElementKind, options?: Partial<Appearance>): SwitchyardElement;
  getElement(kind: ElementKind): SwitchyardElement | null;
  /** Checks what was typed and shows what is wrong, without confirming. */
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

/** A payment as the customer's page sees it. */
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
     * The total that your page shows, in minor units, and its currency. If the payment has another by now, nothing is charged
     * and `error.param` names the field. Without them it is compared with the payment as the form loaded it.
     */
    readonly net_amount?: number;
    readonly currency?: string;
    /** Where the customer comes back to, on one of the profile's allowed domains. */
    readonly return_url?: string;
    readonly email?: string;
    readonly name?: string;
    readonly phone?: string;
    readonly billing?: object;
    readonly shipping?: object;
  };
  /** `if_required` stays in the page unless the payment method leads elsewhere; `always`, the default, goes to `return_url`. */
  readonly redirect?: 'always' | 'if_required';
}

/** A merchant's forms, which `Switchyard(publishableKey)` opens. */
export interface Switchyard {
  elements(options: ElementsOptions): SwitchyardElements;
  /** Confirms the payment with what was typed. Never throws: it resolves with `error` or `paymentIntent`. */
  confirmPayment(options: ConfirmOptions): Promise<PaymentResult>;
  /** Reads the payment that a client secret opens. Never throws. */
  retrievePayment(clientSecret: string): Promise<PaymentResult>;
  /** Checks what was typed and shows what is wrong, without confirming. */
  collectPaymentMethod(
    options: Pick<ConfirmOptions, 'elements'>,
  ): Promise<{ readonly error?: ElementsError }>;
}

declare global {
  interface Window {
    /**
     * The function that the script defines.
     *
     * @throws if the key is not a publishable one, which begins with `pk_`. Nothing was sent then.
     */
    Switchyard?: (publishableKey: string) => Switchyard;
  }
}
