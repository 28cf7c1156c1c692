import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { contradictions, type Ledger } from './ledger.ts';
import type { Shop } from './shop.ts';

/** The parsed parts of a response. */
type Answer = Readonly<Record<string, unknown>>;

/** How long a client pauses between two requests. */
const THINK_MS = 20;
/** How long a client waits without a Retry-After. */
const RETRY_MS = 250;
/** How long a client retries a request before it gives up: longer than any failover takes. */
const PATIENCE_MS = 180_000;
const AMOUNT = 6_500;
const REFUNDED = 1_500;

const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2039',
  card_holder_name: 'Ada Lovelace',
  card_cvc: '123',
};
const withCard = { payment_method: 'card', payment_method_data: { card } };

/** A merchant's server: it orders, pays, reads and refunds, and retries requests without a response. */
class Client {
  readonly #shop: Shop;
  readonly #ledger: Ledger;

  constructor(shop: Shop, ledger: Ledger) {
    this.#shop = shop;
    this.#ledger = ledger;
  }

  /** An order from its payment to a partial refund, which every third order has. */
  async order(number: number): Promise<void> {
    const orderId = randomUUID();
    const { profileId } = this.#shop;
    const creation = { amount: AMOUNT, currency: 'USD', profile_id: profileId, metadata: { order: orderId } };
    const isInOneRequest = number % 2 === 0;
    const created = await this.#write('/payments', {
      ...creation,
      ...(isInOneRequest ? { ...withCard, confirm: true } : {}),
    });
    const path = `/payments/${String(created.payment_id)}`;
    this.#ledger.acknowledge(path, pick(created, 'status', 'amount', 'amount_received'));
    await this.#readBack(path);
    let payment = created;
    if (!isInOneRequest) {
      payment = await this.#write(`${path}/confirm`, withCard);
      this.#ledger.acknowledge(path, pick(payment, 'status', 'amount', 'amount_received'));
      await this.#readBack(path);
    }
    if (payment.status !== 'succeeded') return;
    this.#ledger.paid.push({ orderId, amount: AMOUNT });
    if (number % 3 !== 0) return;
    const refund = await this.#write('/refunds', { payment_id: created.payment_id, amount: REFUNDED });
    const refundPath = `/refunds/${String(refund.refund_id)}`;
    this.#ledger.acknowledge(refundPath, pick(refund, 'status', 'amount', 'payment_id'));
    await this.#readBack(refundPath);
  }

  /** A read after an acknowledgement shows it. */
  async #readBack(path: string): Promise<void> {
    const differences = contradictions(this.#ledger.latest(path)!, await this.#send(path, {}));
    if (differences.length > 0) this.#ledger.staleReads.push(`${path}: ${differences.join(', ')}`);
  }

  #write(path: string, body: object): Promise<Answer> {
    return this.#send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
  }

  /** Retries a request, under the same idempotency key, until it succeeds. */
  async #send(path: string, { headers, ...request }: RequestInit): Promise<Answer> {
    const { key, url } = this.#shop;
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (;;) {
      await sleep(THINK_MS);
      const answer = await answerOf(
        fetch(url + path, { ...request, headers: { ...headers, 'api-key': key } }),
      );
      if ('body' in answer) return answer.body;
      const { failure, isExpected, retryAfterMs } = answer;
      this.#ledger.failures.push({ answer: failure, isExpected });
      if (performance.now() > deadlineMs) throw new Error(`${path} does not succeed: ${failure}`);
      await sleep(retryAfterMs);
    }
  }
}

type Sent =
  | { readonly body: Answer }
  | { readonly failure: string; readonly isExpected: boolean; readonly retryAfterMs: number };

async function answerOf(sent: Promise<Response>): Promise<Sent> {
  try {
    const response = await sent;
    const body = (await response.json()) as Answer & { error?: { code: string } };
    if (response.ok) return { body };
    const retryAfterS = Number(response.headers.get('retry-after'));
    return {
      failure: `${response.status} ${body.error?.code}`,
      isExpected: (response.status === 503 || response.status === 409) && retryAfterS > 0,
      retryAfterMs: retryAfterS * 1_000 || RETRY_MS,
    };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { failure: cause?.code ?? message, isExpected: false, retryAfterMs: RETRY_MS };
  }
}

const pick = (from: Answer, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

/** Running clients. */
export interface Load {
  /** Lets every client finish its order. Rejects if a request never succeeded. */
  stop(): Promise<void>;
}

/** Starts clients that order continuously. */
export function startClients(shops: readonly Shop[], count: number, ledger: Ledger): Load {
  let stopped = false;
  const one = async (at: number) => {
    const client = new Client(shops[at % shops.length]!, ledger);
    for (let number = at; !stopped; number++) await client.order(number);
  };
  const running = Promise.all(Array.from({ length: count }, (_, at) => one(at)));
  // Reported when the load stops.
  running.catch(() => {});
  return {
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
