import { SlotQueue, type Turn } from './slot-queue.ts';

/** A merchant's transactions that may wait, for each that may run. */
const WAITING_PER_RUNNING = 250;
/** How long a transaction waits for its merchant's others before it is refused. */
const WAIT_MAX_MS = 5_000;

/**
 * Limits how many transactions of one merchant run at once, so that those that wait for a locked row do not hold
 * every connection while other merchants' payments wait.
 */
export class MerchantLimit {
  readonly #running: number;
  readonly #merchants = new Map<string, SlotQueue>();

  /** @param connections The size of the pool. A merchant gets two thirds of it. */
  constructor(connections: number) {
    this.#running = Math.max(1, Math.floor((connections * 2) / 3));
  }

  /** @throws {Problem} `overloaded` if too many of the merchant's transactions wait, or this one waited too long. */
  async run<T>(merchantId: string, turn: Turn, work: () => Promise<T>): Promise<T> {
    const queue = this.#merchants.get(merchantId) ?? this.#open(merchantId);
    await queue.acquire(turn);
    try {
      return await work();
    } finally {
      queue.release();
      if (queue.isUnused) this.#merchants.delete(merchantId);
    }
  }

  #open(merchantId: string): SlotQueue {
    const queue = new SlotQueue({
      slots: this.#running,
      waiting: this.#running * WAITING_PER_RUNNING,
      waitMs: WAIT_MAX_MS,
      message: 'Too many requests of this merchant wait for each other. Try again shortly.',
    });
    this.#merchants.set(merchantId, queue);
    return queue;
  }
}
