import { type BulkheadPolicy, BulkheadRejectedError, bulkhead } from 'cockatiel';
import { Problem } from '../core/foundation/errors.ts';

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
  readonly #merchants = new Map<string, BulkheadPolicy>();

  /** @param connections The size of the pool. A merchant gets two thirds of it. */
  constructor(connections: number) {
    this.#running = Math.max(1, Math.floor((connections * 2) / 3));
  }

  /** @throws {Problem} `overloaded` if too many of the merchant's transactions wait, or this one waited too long. */
  async run<T>(merchantId: string, work: () => Promise<T>): Promise<T> {
    const limit =
      this.#merchants.get(merchantId) ?? bulkhead(this.#running, this.#running * WAITING_PER_RUNNING);
    this.#merchants.set(merchantId, limit);
    const asked = performance.now();
    try {
      return await limit.execute(() => {
        if (performance.now() - asked > WAIT_MAX_MS) throw busy();
        return work();
      });
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? busy() : error;
    } finally {
      if (limit.executionSlots === this.#running) this.#merchants.delete(merchantId);
    }
  }
}

const busy = () =>
  new Problem('overloaded', 'Too many requests of this merchant wait for each other. Try again shortly.', {
    retryAfterS: 1,
  });
