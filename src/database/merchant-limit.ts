import { SlotQueue, type Turn } from './slot-queue.ts';

/** How long work waits for its merchant's other work before it is refused. */
const WAIT_MAX_MS = 5_000;

export interface MerchantLimitOptions {
  /** How much of one merchant's work runs at once, and how much may wait for it. */
  readonly running: number;
  readonly waiting: number;
  /** Says what there is too much of. */
  readonly message: string;
}

/**
 * Limits how much work of one merchant runs at once, so that it does not hold every connection while other merchants'
 * waits. The admin key's work for all merchants is limited as one merchant's.
 */
export class MerchantLimit {
  readonly #options: MerchantLimitOptions;
  readonly #merchants = new Map<string, SlotQueue>();

  constructor(options: MerchantLimitOptions) {
    this.#options = options;
  }

  /** @throws {Problem} `overloaded` if too much of the merchant's work waits, or this waited too long. */
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
    const { message, running, waiting } = this.#options;
    const queue = new SlotQueue({ slots: running, waiting, waitMs: WAIT_MAX_MS, message });
    this.#merchants.set(merchantId, queue);
    return queue;
  }
}
