import type { ElementsError } from './form-types.ts';
import {
  type FrameAnswer,
  type FrameOpening,
  type FrameReport,
  type FrameRequest,
  isHello,
  isReport,
} from './protocol.ts';

/** The time for a frame to become ready, before its requests are answered with the reason. */
const PATIENCE_MS = 10_000;

const titles: Readonly<Record<string, string>> = {
  payment: 'Secure payment form',
  card: 'Secure card form',
  cardNumber: 'Secure card number field',
  cardExpiry: 'Secure expiry date field',
  cardCvc: 'Secure security code field',
  challenge: 'Confirmation by your bank',
};

type Without<T, Name extends string> = T extends unknown ? Omit<T, Name> : never;

/** How a frame reports to the shop's page. */
export interface FrameEvents {
  readonly onReport: (report: FrameReport) => void;
  /** The frame cannot be shown, or has not loaded in time. Its requests are answered with the error. */
  readonly onFailed: (error: ElementsError) => void;
  /** Finds the reason why a frame does not run. */
  readonly findReason: () => Promise<ElementsError>;
}

/**
 * The shop's end of a frame: it opens the frame once it runs, and talks over a port that no other page has. It answers every
 * request, with an error while the frame cannot be shown.
 */
export class Frame {
  readonly #iframe = document.createElement('iframe');
  readonly #channel = new MessageChannel();
  readonly #answers = new Map<number, (answer: FrameAnswer) => void>();
  readonly #hear: (event: MessageEvent) => Promise<void>;
  readonly #events: FrameEvents;
  readonly #timer: number;
  /** The requests from before the frame was ready or failed. */
  readonly #waiting: (() => void)[] = [];
  #state: 'loading' | 'ready' | 'failed' | 'removed' = 'loading';
  #error: ElementsError = unmounted.error;
  #requests = 0;

  constructor(place: HTMLElement, address: string, opening: FrameOpening, events: FrameEvents) {
    const { origin, pathname } = new URL(address);
    const iframe = this.#iframe;
    this.#events = events;
    iframe.src = address;
    // Wallets' sheets open only from the payment element.
    if (pathname.endsWith('/payment')) iframe.allow = 'payment';
    iframe.title = titles[pathname.slice(pathname.lastIndexOf('/') + 1)] ?? '';
    Object.assign(iframe.style, { border: '0', width: '100%', height: '0', display: 'block' });
    let isOpen = false;
    let runs = false;
    this.#hear = async ({ data, origin: from, source }) => {
      if (isOpen || source !== iframe.contentWindow || !isHello(data)) return;
      runs = true;
      if (from !== origin && from !== (await pagesOrigin(origin))) return;
      if (isOpen || !iframe.isConnected) return;
      isOpen = true;
      iframe.contentWindow!.postMessage(opening, from, [this.#channel.port2]);
    };
    window.addEventListener('message', this.#hear);
    this.#channel.port1.onmessage = ({ data }) => this.#take(data);
    // A frame that is not allowed here loads as an empty page without a message.
    iframe.addEventListener('load', async () => {
      const reason = runs ? null : await events.findReason();
      if (reason && !runs) this.#fail(reason);
    });
    this.#timer = window.setTimeout(async () => this.#fail(await events.findReason()), PATIENCE_MS);
    if (place === document.body) place.append(iframe);
    else place.replaceChildren(iframe);
  }

  /** Covers the page. */
  cover(): void {
    const over = {
      position: 'fixed',
      inset: '0',
      height: '100%',
      zIndex: '2147483647',
      colorScheme: 'normal',
    };
    Object.assign(this.#iframe.style, over);
  }

  /** Sends a request to the frame. Never throws, and always resolves: see {@link FrameEvents.onFailed}. */
  async ask(request: Without<FrameRequest, 'id'>): Promise<FrameAnswer> {
    if (this.#state === 'loading') await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#state !== 'ready') return { kind: 'error', error: this.#error };
    if (!this.#iframe.isConnected) return unmounted;
    const id = ++this.#requests;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#channel.port1.postMessage({ ...request, id });
    });
  }

  /** Removes the frame. Its open requests are answered with an error, and may or may not have been carried out. */
  remove(): void {
    window.removeEventListener('message', this.#hear);
    clearTimeout(this.#timer);
    this.#error = unmounted.error;
    this.#become('removed');
    for (const answer of this.#answers.values()) answer(unmounted);
    this.#answers.clear();
    this.#channel.port1.close();
    this.#iframe.remove();
  }

  /** A late frame is ready nevertheless. */
  #become(state: 'ready' | 'failed' | 'removed'): void {
    this.#state = state;
    for (const go of this.#waiting.splice(0)) go();
  }

  #fail(error: ElementsError): void {
    if (this.#state !== 'loading') return;
    this.#error = error;
    this.#become('failed');
    clearTimeout(this.#timer);
    // biome-ignore lint/suspicious/noConsole: a message for the shop's developer.
    console.error(`Switchyard: ${error.service_message ?? error.message} (${error.code})`);
    this.#events.onFailed(error);
  }

  #take(data: unknown): void {
    if (!isReport(data)) return;
    if (data.type === 'height') this.#iframe.style.height = `${data.height}px`;
    else if (data.type === 'answer') {
      this.#answers.get(data.id)?.(data.answer);
      this.#answers.delete(data.id);
    } else if (data.type === 'failed') this.#fail(data.error);
    else {
      if (data.type === 'ready') {
        clearTimeout(this.#timer);
        this.#become('ready');
      }
      this.#events.onReport(data);
    }
  }
}

let asked: Promise<string | null> | null = null;

/** The origin of the service's pages, for a script loaded from the service's other host; null if none is configured. */
const pagesOrigin = (origin: string): Promise<string | null> => {
  asked ??= fetch(`${origin}/js/pages.json`)
    .then(async (response) => new URL((await response.json()).pages_url).origin)
    .catch(() => null);
  return asked;
};

const unmounted: FrameAnswer & { kind: 'error' } = {
  kind: 'error',
  error: {
    type: 'connection_error',
    code: 'unmounted',
    message: 'The element was removed before it answered.',
  },
};
