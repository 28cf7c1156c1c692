/**
 * `switchyard.js`: what a shop's page loads. It makes the frames of the form and speaks with them; it never sees what a
 * customer types into them.
 */
import type { FramedStep } from '../checkout/challenge.tsx';
import type { PaymentNow } from '../checkout/pay.ts';
import { Frame } from './frame.ts';
import {
  type Appearance,
  type ElementChange,
  type ElementKind,
  type ElementsError,
  elementKinds,
  type FrameAnswer,
  paymentIdOf,
} from './protocol.ts';

export interface ElementsOptions {
  readonly clientSecret: string;
  readonly appearance?: Appearance;
  /** A BCP 47 tag, such as `de`; the browser's language unless given. */
  readonly locale?: string;
}

/** A payment as the customer's page sees it. */
export type PaymentIntent = PaymentNow & { readonly payment_id: string };
export type PaymentResult =
  | { readonly paymentIntent: PaymentIntent; readonly error?: undefined }
  | { readonly error: ElementsError; readonly paymentIntent?: undefined };

interface Events {
  readonly ready: undefined;
  readonly change: ElementChange;
  readonly focus: undefined;
  readonly blur: undefined;
}
type Listener<Name extends keyof Events> = (event: Events[Name]) => void;

const origin = new URL((document.currentScript as HTMLScriptElement).src).origin;

/** One element of a form: a frame once it is mounted. */
class Element {
  readonly kind: ElementKind;
  readonly #address: string;
  readonly #opening: ConstructorParameters<typeof Frame>[2];
  readonly #listeners: { [Name in keyof Events]: Listener<Name>[] } = {
    ready: [],
    change: [],
    focus: [],
    blur: [],
  };
  frame: Frame | null = null;

  constructor(kind: ElementKind, address: string, opening: ConstructorParameters<typeof Frame>[2]) {
    this.kind = kind;
    this.#address = address;
    this.#opening = opening;
  }

  /** Shows the element in place of the content of another, named by a selector or given. */
  mount(place: string | HTMLElement): void {
    const target = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place;
    if (!target)
      throw new Error(`Switchyard: there is no ${String(place)} to mount the ${this.kind} element in.`);
    this.unmount();
    this.frame = new Frame(target, this.#address, this.#opening, (report) => {
      if (report.type === 'change') for (const tell of this.#listeners.change) tell(report.change);
      else if (report.type === 'ready' || report.type === 'focus' || report.type === 'blur') {
        for (const tell of this.#listeners[report.type]) tell(undefined);
      }
    });
  }

  on<Name extends keyof Events>(name: Name, listener: Listener<Name>): this {
    this.#listeners[name].push(listener);
    return this;
  }

  unmount(): void {
    this.frame?.remove();
    this.frame = null;
  }

  destroy(): void {
    this.unmount();
  }

  focus(): void {
    void this.frame?.ask({ type: 'focus' });
  }

  blur(): void {
    void this.frame?.ask({ type: 'blur' });
  }

  clear(): void {
    void this.frame?.ask({ type: 'clear' });
  }
}

/** The elements of one form, for one payment. */
class Elements {
  readonly #key: string;
  readonly #made = new Map<ElementKind, Element>();
  readonly options: ElementsOptions;
  readonly #group = crypto.randomUUID();

  constructor(publishableKey: string, options: ElementsOptions) {
    this.#key = publishableKey;
    this.options = options;
  }

  create(kind: ElementKind, options: Partial<Appearance> = {}): Element {
    if (!elementKinds.includes(kind)) {
      throw new Error(`Switchyard: there is no element ${kind}; there are ${elementKinds.join(', ')}.`);
    }
    if (this.#made.has(kind)) throw new Error(`Switchyard: these elements have a ${kind} element already.`);
    const element = new Element(kind, this.address(kind), this.opening(options, null));
    this.#made.set(kind, element);
    return element;
  }

  getElement(kind: ElementKind): Element | null {
    return this.#made.get(kind) ?? null;
  }

  /** Shows what is wrong with what was typed. */
  async submit(): Promise<{ readonly error?: ElementsError }> {
    const answer = await this.ask({ type: 'check' });
    return answer.kind === 'error' ? { error: answer.error } : {};
  }

  /** @internal */
  address(kind: ElementKind | 'challenge'): string {
    const { clientSecret, locale } = this.options;
    const path = `/elements/${encodeURIComponent(this.#key)}/${encodeURIComponent(paymentIdOf(clientSecret))}/${kind}`;
    return `${origin}${path}${locale ? `?locale=${encodeURIComponent(locale)}` : ''}`;
  }

  /** @internal */
  opening(own: Partial<Appearance>, step: FramedStep | null): ConstructorParameters<typeof Frame>[2] {
    const { appearance, clientSecret } = this.options;
    return {
      switchyard: 'open',
      publishableKey: this.#key,
      clientSecret,
      appearance: { ...appearance, ...own },
      group: this.#group,
      step,
    };
  }

  /** Asks the frame that speaks for the form. @internal */
  ask(request: Parameters<Frame['ask']>[0]): Promise<FrameAnswer> {
    const leads = ['payment', 'card', 'cardNumber', 'cardCvc', 'cardExpiry'] as const;
    const frame = leads.map((kind) => this.#made.get(kind)?.frame).find((found) => found);
    return frame ? frame.ask(request) : Promise.resolve(failure('not_mounted', 'No element is mounted.'));
  }

  /** Shows a bank's page above the shop's, until it leads back. @internal */
  async show(step: FramedStep): Promise<void> {
    await new Promise<void>((resolve) => {
      const frame = new Frame(document.body, this.address('challenge'), this.opening({}, step), (report) => {
        if (report.type !== 'returned') return;
        frame.remove();
        resolve();
      });
      frame.cover();
    });
  }
}

const failure = (code: string, message: string): FrameAnswer & { kind: 'error' } => ({
  kind: 'error',
  error: { type: 'api_error', code, message },
});

interface ConfirmOptions {
  readonly elements: Elements;
  readonly confirmParams?: {
    /** Where the customer comes back to, on one of the profile's allowed domains. */
    readonly return_url?: string;
    readonly email?: string;
    readonly name?: string;
    readonly phone?: string;
    readonly billing?: object;
    readonly shipping?: object;
  };
  /** `if_required` stays in the page unless the payment method leads elsewhere; `always` goes to `return_url`. */
  readonly redirect?: 'always' | 'if_required';
}

/**
 * Opens the form of a merchant.
 *
 * @example
 * ```js
 * const switchyard = Switchyard('pk_test_…');
 * const elements = switchyard.elements({ clientSecret });
 * elements.create('payment').mount('#payment');
 * const { error, paymentIntent } = await switchyard.confirmPayment({ elements, redirect: 'if_required' });
 * ```
 */
function Switchyard(publishableKey: string) {
  const retrievePayment = async (clientSecret: string): Promise<PaymentResult> => {
    try {
      const id = encodeURIComponent(paymentIdOf(clientSecret));
      const response = await fetch(
        `${origin}/payments/${id}?client_secret=${encodeURIComponent(clientSecret)}`,
        { headers: { 'api-key': publishableKey } },
      );
      const body = await response.json();
      if (response.ok) return { paymentIntent: body };
      return { error: { type: 'api_error', code: body.error?.code, message: body.error?.message } };
    } catch {
      return {
        error: { type: 'connection_error', code: 'unreachable', message: 'The service was not reached.' },
      };
    }
  };

  /** Goes to the shop's own page, with what the shop can verify. Never resolves if it goes. */
  const goBack = async (elements: Elements): Promise<void> => {
    const answer = await elements.ask({ type: 'return_address' });
    if (answer.kind !== 'address' || answer.address === null) return;
    location.assign(answer.address);
    await new Promise(() => undefined);
  };

  const confirm = async ({
    confirmParams = {},
    elements,
    redirect = 'always',
  }: ConfirmOptions): Promise<PaymentResult> => {
    const { clientSecret } = elements.options;
    let answer = await elements.ask({ type: 'confirm', added: confirmParams });
    if (answer.kind === 'step') {
      await elements.show(answer.step);
      const { error, paymentIntent } = await retrievePayment(clientSecret);
      if (error) return { error };
      const isDeclined = paymentIntent.status === 'failed';
      answer = isDeclined
        ? failure('authentication_failed', 'The bank did not confirm the payment.')
        : { kind: 'payment', payment: paymentIntent };
    }
    if (answer.kind === 'error') return { error: answer.error };
    if (answer.kind !== 'payment') return { error: failure('unexpected', 'Unexpected answer.').error };
    const { payment } = answer;
    const leadsTo =
      payment.next_action?.type === 'redirect_to_url' ? payment.next_action.redirect_to_url : null;
    if (payment.status === 'requires_customer_action' && leadsTo) {
      location.assign(leadsTo);
      await new Promise(() => undefined);
    }
    if (redirect === 'always' && payment.status !== 'requires_customer_action') await goBack(elements);
    return { paymentIntent: payment as PaymentIntent };
  };

  return {
    elements: (options: ElementsOptions) => new Elements(publishableKey, options),
    /** Confirms the payment with what was typed. Never throws: it resolves with `error` or `paymentIntent`. */
    confirmPayment: (options: ConfirmOptions): Promise<PaymentResult> =>
      confirm(options).catch((error) => ({
        error: { type: 'api_error', code: 'internal_error', message: String(error) } as const,
      })),
    retrievePayment,
    /** Checks what was typed and shows what is wrong, without confirming. */
    collectPaymentMethod: ({ elements }: { readonly elements: Elements }) => elements.submit(),
  };
}

declare global {
  interface Window {
    Switchyard: typeof Switchyard;
  }
}
window.Switchyard = Switchyard;

export type { Switchyard };
