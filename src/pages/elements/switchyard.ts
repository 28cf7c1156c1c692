/**
 * `switchyard.js`: what a shop's page loads. It makes the frames of the form and speaks with them; it never sees what a
 * customer types into them.
 */
import { urlPath } from '../../core/foundation/url-path.ts';
import type { FramedStep } from '../checkout/challenge.tsx';
import type {
  Appearance,
  ConfirmOptions,
  ElementEvents,
  ElementKind,
  ElementsError,
  ElementsOptions,
  PaymentResult,
  SwitchyardElement,
  SwitchyardElements,
  Switchyard as SwitchyardForms,
} from './form-types.ts';
import { Frame } from './frame.ts';
import { elementKinds, type FrameAnswer, paymentIdOf } from './protocol.ts';

type Listener<Name extends keyof ElementEvents> = (event: ElementEvents[Name]) => void;

const origin = new URL((document.currentScript as HTMLScriptElement).src).origin;

class Element implements SwitchyardElement {
  readonly kind: ElementKind;
  readonly #address: string;
  readonly #opening: ConstructorParameters<typeof Frame>[2];
  readonly #listeners: { [Name in keyof ElementEvents]: Listener<Name>[] } = {
    ready: [],
    change: [],
    focus: [],
    blur: [],
    submit: [],
    confirm: [],
  };
  readonly #onDestroyed: () => void;
  frame: Frame | null = null;

  constructor(
    kind: ElementKind,
    address: string,
    opening: ConstructorParameters<typeof Frame>[2],
    onDestroyed: () => void,
  ) {
    this.kind = kind;
    this.#address = address;
    this.#opening = opening;
    this.#onDestroyed = onDestroyed;
  }

  mount(place: string | HTMLElement): void {
    const target = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place;
    if (!target)
      throw new Error(`Switchyard: there is no ${String(place)} to mount the ${this.kind} element in.`);
    this.unmount();
    const opening = { ...this.#opening, confirmsWallets: this.#listeners.confirm.length > 0 };
    this.frame = new Frame(target, this.#address, opening, (report) => {
      if (report.type === 'change') for (const listener of this.#listeners.change) listener(report.change);
      else if (report.type === 'confirm') {
        for (const listener of this.#listeners.confirm) listener({ wallet: report.wallet });
      } else if (report.type === 'submit') this.#submit(target);
      else if (report.type === 'ready' || report.type === 'focus' || report.type === 'blur') {
        for (const listener of this.#listeners[report.type]) listener(undefined);
      }
    });
  }

  /** Tells the page of the Enter key. Where it does not listen, the form around the element is submitted. */
  #submit(place: HTMLElement): void {
    for (const listener of this.#listeners.submit) listener(undefined);
    if (this.#listeners.submit.length === 0) submitForm(place.closest('form'));
  }

  on<Name extends keyof ElementEvents>(name: Name, listener: Listener<Name>): this {
    this.#listeners[name].push(listener);
    return this;
  }

  unmount(): void {
    this.frame?.remove();
    this.frame = null;
  }

  destroy(): void {
    this.unmount();
    this.#onDestroyed();
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

/** Submits a form as Enter in a field of its own does: by its first submit button, unless that is disabled. */
function submitForm(form: HTMLFormElement | null): void {
  const button = [...(form?.elements ?? [])].find(
    (control): control is HTMLButtonElement | HTMLInputElement =>
      (control instanceof HTMLButtonElement && control.type === 'submit') ||
      (control instanceof HTMLInputElement && ['submit', 'image'].includes(control.type)),
  );
  if (button && !button.disabled) button.click();
}

class Elements implements SwitchyardElements {
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
    const element: Element = new Element(kind, this.address(kind), this.opening(options, null), () => {
      if (this.#made.get(kind) === element) this.#made.delete(kind);
    });
    this.#made.set(kind, element);
    return element;
  }

  getElement(kind: ElementKind): Element | null {
    return this.#made.get(kind) ?? null;
  }

  async submit(): Promise<{ readonly error?: ElementsError }> {
    const answer = await this.ask({ type: 'check' });
    return answer.kind === 'error' ? { error: answer.error } : {};
  }

  /** @internal */
  address(kind: ElementKind | 'challenge'): string {
    const { clientSecret, locale } = this.options;
    const path = urlPath`/elements/${this.#key}/${paymentIdOf(clientSecret)}/${kind}`;
    return origin + path + (locale ? urlPath`?locale=${locale}` : '');
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

  /**
   * Shows a bank's page above the shop's, until it leads back or the customer leaves it.
   *
   * @returns What to tell a customer who left it; null if it led back.
   * @internal
   */
  show(step: FramedStep): Promise<string | null> {
    return new Promise((resolve) => {
      const frame = new Frame(document.body, this.address('challenge'), this.opening({}, step), (report) => {
        if (report.type !== 'returned' && report.type !== 'left') return;
        frame.remove();
        resolve(report.type === 'left' ? report.message : null);
      });
      frame.cover();
    });
  }
}

const failure = (code: string, message: string): FrameAnswer & { kind: 'error' } => ({
  kind: 'error',
  error: { type: 'api_error', code, message },
});

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
function Switchyard(publishableKey: string): SwitchyardForms {
  const retrievePayment = async (clientSecret: string): Promise<PaymentResult> => {
    try {
      const path = urlPath`/payments/${paymentIdOf(clientSecret)}?client_secret=${clientSecret}`;
      const response = await fetch(origin + path, { headers: { 'api-key': publishableKey } });
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
  }: ConfirmOptions & { readonly elements: Elements }): Promise<PaymentResult> => {
    const { clientSecret } = elements.options;
    let answer = await elements.ask({ type: 'confirm', added: confirmParams });
    if (answer.kind === 'step') {
      const left = await elements.show(answer.step);
      const { error, paymentIntent } = await retrievePayment(clientSecret);
      if (error) return { error };
      if (left !== null && paymentIntent.status === 'requires_customer_action') {
        return { error: { type: 'card_error', code: 'authentication_abandoned', message: left } };
      }
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
    return { paymentIntent: { ...payment, payment_id: paymentIdOf(clientSecret) } };
  };

  return {
    elements: (options) => new Elements(publishableKey, options),
    // Elements are made by this script alone.
    confirmPayment: (options) =>
      confirm(options as ConfirmOptions & { readonly elements: Elements }).catch((error) => ({
        error: { type: 'api_error', code: 'internal_error', message: String(error) },
      })),
    retrievePayment,
    collectPaymentMethod: ({ elements }) => elements.submit(),
  };
}

window.Switchyard = Switchyard;
