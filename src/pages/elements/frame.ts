import {
  type FrameAnswer,
  type FrameOpening,
  type FrameReport,
  type FrameRequest,
  isHello,
  isReport,
} from './protocol.ts';

/** How long a frame may take to run, before the console says what keeps it from doing so. */
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

/** The shop's end of a frame: it opens the frame once that runs, and speaks over a port that no other page has. */
export class Frame {
  readonly #iframe = document.createElement('iframe');
  readonly #channel = new MessageChannel();
  readonly #answers = new Map<number, (answer: FrameAnswer) => void>();
  readonly #hear: (event: MessageEvent) => Promise<void>;
  readonly #opened: Promise<void>;
  readonly #open: () => void;
  #requests = 0;

  constructor(
    place: HTMLElement,
    address: string,
    opening: FrameOpening,
    onReport: (report: FrameReport) => void,
  ) {
    const { origin, pathname } = new URL(address);
    const iframe = this.#iframe;
    iframe.src = address;
    // Wallets' sheets open from the payment element alone.
    if (pathname.endsWith('/payment')) iframe.allow = 'payment';
    iframe.title = titles[pathname.split('/').at(-1)!] ?? '';
    Object.assign(iframe.style, { border: '0', width: '100%', height: '0', display: 'block' });
    let isOpen = false;
    let open = () => {};
    this.#opened = new Promise((resolve) => {
      open = resolve;
    });
    this.#open = open;
    this.#hear = async ({ data, origin: from, source }) => {
      if (isOpen || source !== iframe.contentWindow || !isHello(data)) return;
      if (from !== origin && from !== (await pagesOrigin(origin))) return;
      if (isOpen || !iframe.isConnected) return;
      isOpen = true;
      iframe.contentWindow!.postMessage(opening, from, [this.#channel.port2]);
      open();
    };
    window.addEventListener('message', this.#hear);
    this.#channel.port1.onmessage = ({ data }) => this.#take(data, onReport);
    setTimeout(() => {
      if (!isOpen && iframe.isConnected) explain(origin);
    }, PATIENCE_MS);
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

  async ask(request: Without<FrameRequest, 'id'>): Promise<FrameAnswer> {
    await this.#opened;
    if (!this.#iframe.isConnected) return unmounted;
    const id = ++this.#requests;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#channel.port1.postMessage({ ...request, id });
    });
  }

  /** Removes the frame. What it has not answered is answered with an error, which says nothing of whether it was carried out. */
  remove(): void {
    window.removeEventListener('message', this.#hear);
    for (const answer of this.#answers.values()) answer(unmounted);
    this.#answers.clear();
    this.#channel.port1.close();
    this.#iframe.remove();
    this.#open();
  }

  #take(data: unknown, onReport: (report: FrameReport) => void): void {
    if (!isReport(data)) return;
    if (data.type === 'height') this.#iframe.style.height = `${data.height}px`;
    else if (data.type === 'answer') {
      this.#answers.get(data.id)?.(data.answer);
      this.#answers.delete(data.id);
    } else if (data.type === 'refused') {
      // biome-ignore lint/suspicious/noConsole: it is for the shop's developer.
      console.error('Switchyard: the client secret or publishable key is not that of the frame.');
    } else onReport(data);
  }
}

let asked: Promise<string | null> | null = null;

/** The origin of the service's pages, where a script of the service's other host is led to; null if it says none. */
const pagesOrigin = (origin: string): Promise<string | null> => {
  asked ??= fetch(`${origin}/js/pages.json`)
    .then(async (response) => new URL((await response.json()).pages_url).origin)
    .catch(() => null);
  return asked;
};

const unmounted: FrameAnswer = {
  kind: 'error',
  error: {
    type: 'connection_error',
    code: 'unmounted',
    message: 'The element was removed before it answered.',
  },
};

const explain = (origin: string): void => {
  // biome-ignore lint/suspicious/noConsole: it is for the shop's developer.
  console.error(
    `Switchyard: ${origin} shows its form only on domains that the business profile allows. Add ${location.host} to payment_link_config.allowed_domains of the profile.`,
  );
};
