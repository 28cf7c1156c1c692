/**
 * `switchyard.js`, the script of a shop's page. It creates the form's frames and talks to them, and never sees the
 * customer's entries.
 */
import { urlPath } from '../../core/foundation/url-path.ts';
import type { FramedStep } from '../page/challenge.tsx';
import { randomKey } from '../page/random-key.ts';
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
import { elementKinds, type FrameAnswer, type FrameReport, paymentIdOf } from './protocol.ts';

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
    loaderror: [],
  };
  readonly #onDestroyed: () => void;
  readonly #findReason: () => Promise<ElementsError>;
  frame: Frame | null = null;

  constructor(
    kind: ElementKind,
    address: string,
    opening: ConstructorParameters<typeof Frame>[2],
    findReason: () => Promise<ElementsError>,
    onDestroyed: () => void,
  ) {
    this.#findReason = findReason;
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
    const onFailed = (error: ElementsError) => {
      for (const listener of this.#listeners.loaderror) listener({ error });
    };
    const onReport = (report: FrameReport) => {
      if (report.type === 'change') for (const listener of this.#listeners.change) listener(report.change);
      else if (report.type === 'confirm') {
        for (const listener of this.#listeners.confirm) listener({ wallet: report.wallet });
      } else if (report.type === 'submit') this.#submit(target);
      else if (report.type === 'ready' || report.type === 'focus' || report.type === 'blur') {
        for (const listener of this.#listeners[report.type]) listener(undefined);
      }
    };
    this.frame = new Frame(target, this.#address, opening, {
      onReport,
      onFailed,
      findReason: this.#findReason,
    });
  }

  /** Reports the Enter key to the page. Without a listener, the surrounding form is submitted. */
  #submit(place: HTMLElement): void {
    for (const listener of this.#listeners.submit) listener(undefined);
    if (this.#listeners.submit.length === 0) submitForm(place.closest('form'));
  }

  on<Name extends keyof ElementEvents>(name: Name, listener: Listener<Name>): this {
    const listeners = this.#listeners[name];
    if (!listeners) {
      const names = Object.keys(this.#listeners).join(', ');
      throw new Error(`Switchyard: there is no event ${String(name)}; there are ${names}.`);
    }
    listeners.push(listener);
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

/** Submits a form like Enter in its own fields: with its first submit button, unless disabled. */
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
  readonly #group = randomKey();

  constructor(publishableKey: string, options: ElementsOptions) {
    this.#key = publishableKey;
    this.options = options;
  }

  create(kind: ElementKind, options: Partial<Appearance> = {}): Element {
    if (!elementKinds.includes(kind)) {
      throw new Error(`Switchyard: there is no element ${kind}; there are ${elementKinds.join(', ')}.`);
    }
    if (this.#made.has(kind)) throw new Error(`Switchyard: these elements have a ${kind} element already.`);
    const element: Element = new Element(
      kind,
      this.address(kind),
      this.opening(options, null),
      () => this.findReason(),
      () => {
        if (this.#made.get(kind) === element) this.#made.delete(kind);
      },
    );
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

  /** Sends a request to the form's main frame. @internal */
  ask(request: Parameters<Frame['ask']>[0]): Promise<FrameAnswer> {
    const leads = ['payment', 'card', 'cardNumber', 'cardCvc', 'cardExpiry'] as const;
    const frame = leads.map((kind) => this.#made.get(kind)?.frame).find((found) => found);
    return frame ? frame.ask(request) : Promise.resolve(failure('not_mounted', 'No element is mounted.'));
  }

  /**
   * Shows a bank's page above the shop's, until it redirects back or the customer leaves it.
   *
   * @returns The error if the page cannot be shown or was left; null if it redirected back.
   * @internal
   */
  async show(step: FramedStep): Promise<ElementsError | null> {
    return new Promise((resolve) => {
      const end = (error: ElementsError | null) => {
        frame.remove();
        resolve(error);
      };
      const frame = new Frame(document.body, this.address('challenge'), this.opening({}, step), {
        onReport: (report) => {
          if (report.type === 'returned') end(null);
          else if (report.type === 'left') end(abandoned(report.message));
        },
        onFailed: end,
        findReason: () => this.findReason(),
      });
      frame.cover();
    });
  }

  /** Finds the reason why a frame does not run: the service refuses the key or secret, or the browser refuses the frame. @internal */
  async findReason(): Promise<ElementsError> {
    const { clientSecret } = this.options;
    if (paymentIdOf(clientSecret) === '') return hidden('client_secret_invalid', notASecret);
    const { error } = await readPayment(this.#key, clientSecret);
    if (error?.type === 'connection_error') return error;
    if (error) return { ...error, message: NOT_SHOWN };
    if (blockedByPage) {
      return hidden(
        'blocked_by_page',
        `The Content-Security-Policy of this page does not let it show the form. Add ${origin} to its frame-src.`,
      );
    }
    return hidden(
      'not_shown',
      `${origin} shows its form only on domains that the business profile allows. Add ${location.host} to payment_link_config.allowed_domains of the profile.`,
    );
  }
}

const notASecret =
  'The clientSecret given to elements(…) is not a client secret, which looks like pay_…_secret_…';

/** Whether the page's own policy blocked a frame of the service. */
let blockedByPage = false;
document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
  if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) blockedByPage = true;
});

const NOT_SHOWN = 'The payment form could not be shown, and you were not charged.';

/** An error of a form that could not be shown, in English, since its language was not loaded. */
const hidden = (code: string, service_message: string): ElementsError => ({
  type: 'api_error',
  code,
  message: NOT_SHOWN,
  service_message,
});

/** Reads a payment. Never throws. */
async function readPayment(publishableKey: string, clientSecret: string): Promise<PaymentResult> {
  if (paymentIdOf(clientSecret) === '') return { error: hidden('client_secret_invalid', notASecret) };
  try {
    const path = urlPath`/payments/${paymentIdOf(clientSecret)}?client_secret=${clientSecret}`;
    const response = await fetch(origin + path, { headers: { 'api-key': publishableKey } });
    const body = await response.json();
    if (response.ok) return { paymentIntent: body };
    const { code, message, request_id } = body.error;
    return { error: { type: 'api_error', code, message, service_message: message, request_id } };
  } catch {
    return {
      error: { type: 'connection_error', code: 'unreachable', message: 'The service was not reached.' },
    };
  }
}

const ABANDONED = 'authentication_abandoned';

const abandoned = (message: string): ElementsError => ({ type: 'card_error', code: ABANDONED, message });

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
  // Nothing has been sent yet: a URL with the key would appear in proxies' logs.
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw new Error(
      'Switchyard: Switchyard(…) takes the publishable key, which begins with pk_. Any other key is secret: it must not be in a page.',
    );
  }
  /** Redirects to the shop's page with signed parameters. Never resolves if it redirects. */
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
      const error = await elements.show(answer.step);
      if (error && error.code !== ABANDONED) return { error };
      answer = await elements.ask({ type: 'result' });
      // The bank may have decided even though the customer left its page.
      const isOpen = answer.kind === 'payment' && answer.payment.status === 'requires_customer_action';
      if (error && isOpen) return { error };
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
    // Only this script creates elements.
    confirmPayment: (options) =>
      confirm(options as ConfirmOptions & { readonly elements: Elements }).catch((error) => ({
        error: { type: 'api_error', code: 'internal_error', message: String(error) },
      })),
    retrievePayment: (clientSecret) => readPayment(publishableKey, clientSecret),
    collectPaymentMethod: ({ elements }) => elements.submit(),
  };
}

window.Switchyard = Switchyard;
