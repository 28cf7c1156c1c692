import { type BulkheadPolicy, BulkheadRejectedError, bulkhead } from 'cockatiel';
import { Problem } from '../core/foundation/errors.ts';

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
  readonly #merchants = new Map<string, BulkheadPolicy>();

  constructor(options: MerchantLimitOptions) {
    this.#options = options;
  }

  /** @throws {Problem} `overloaded` if too much of the merchant's work waits, or this waited too long. */
  async run<T>(merchantId: string, work: () => Promise<T>): Promise<T> {
    const { running, waiting } = this.#options;
    const limit = this.#merchants.get(merchantId) ?? bulkhead(running, waiting);
    this.#merchants.set(merchantId, limit);
    const asked = performance.now();
    try {
      return await limit.execute(() => {
        if (performance.now() - asked > WAIT_MAX_MS) throw this.#busy();
        return work();
      });
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? this.#busy() : error;
    } finally {
      if (limit.executionSlots === running) this.#merchants.delete(merchantId);
    }
  }

  #busy(): Problem {
    return new Problem('overloaded', this.#options.message, { retryAfterS: 1 });
  }
}
