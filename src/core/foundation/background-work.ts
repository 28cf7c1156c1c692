import type { Logger } from 'pino';

/**
 * Reason why a process takes no background work: `clock` while its clock is far from the database's, `copy` while its
 * database may be a copy of another.
 */
export const backgroundOffReasons = Object.freeze(['clock', 'copy'] as const);
export type BackgroundOffReason = (typeof backgroundOffReasons)[number];

/**
 * Whether a process takes background work: jobs, look-ups of connector calls, webhooks, the sandbox's reports. Each
 * loop checks before it takes a task; work already taken continues. Requests are served either way.
 */
export class BackgroundWork {
  readonly #logger: Logger;
  readonly #reasons = new Map<BackgroundOffReason, () => boolean>();
  #logged = '';

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * Adds a reason to take none.
   *
   * @param applies Asked before anything is taken, without a query, so that a change has an effect at once.
   */
  offWhile(reason: BackgroundOffReason, applies: () => boolean): void {
    this.#reasons.set(reason, applies);
  }

  /** The current reasons, in the order in which they were added. Without a reason, work is taken. */
  get offReasons(): readonly BackgroundOffReason[] {
    return [...this.#reasons].filter(([, applies]) => applies()).map(([reason]) => reason);
  }

  /** Whether a loop may take work now. A change is logged once. */
  readonly isOn = (): boolean => {
    const reasons = this.offReasons;
    const state = reasons.join();
    if (state !== this.#logged) {
      this.#logged = state;
      if (reasons.length > 0) this.#logger.warn({ reasons }, 'this process takes no background work');
      else this.#logger.info('this process takes background work again');
    }
    return reasons.length === 0;
  };
}
