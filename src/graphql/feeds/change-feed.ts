import type { FeedPosition } from '../../core/foundation/transaction.ts';
import type { RowSource } from '../../core/reads/index.ts';
import { type ChangeFeedEntry, endOfUpdates, readChanges } from '../../core/writes/change-feed.ts';

/** Polling interval, as change notifications may get lost. */
const POLL_MS = 1_000;
/** First retry while updates wait for an older transaction to end. The delay doubles up to {@link POLL_MS}. */
const WAITING_MS = 20;

/** Receives updates in feed order. */
export interface FeedListener {
  offer(updates: readonly ChangeFeedEntry[]): void;
}

export interface ChangeFeedParts {
  readonly merchantId: string;
  readonly rows: RowSource;
  readonly onError: (error: unknown) => void;
}

/** One merchant's change feed, read once for all its followers in this process. */
export class ChangeFeed {
  readonly merchantId: string;
  /** Resolves once the feed knows its starting position. */
  readonly ready: Promise<void>;
  readonly #parts: ChangeFeedParts;
  readonly #listeners = new Set<FeedListener>();
  #position: FeedPosition = { transactionId: 0n, sequence: 0n };
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  #isPolling = false;
  #again = false;
  #waitMs = WAITING_MS;
  #isFailing = false;
  #stopped = false;

  constructor(parts: ChangeFeedParts) {
    this.merchantId = parts.merchantId;
    this.#parts = parts;
    this.ready = this.#start();
    // Followers await `ready` themselves; without any, a failure must not be an unhandled rejection.
    this.ready.catch(() => {});
  }

  /** Every update up to here has been offered to the listeners. */
  get position(): FeedPosition {
    return this.#position;
  }

  /** Offers the updates after {@link position} to a listener. */
  add(listener: FeedListener): void {
    this.#listeners.add(listener);
  }

  remove(listener: FeedListener): void {
    this.#listeners.delete(listener);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  /** Reads new updates; during a read, schedules another one after it. */
  poll(): void {
    this.#again = true;
    if (this.#isReady && !this.#isPolling) void this.#pollUntilDone();
  }

  async #start(): Promise<void> {
    this.#position = await endOfUpdates(this.#parts.rows, this.merchantId);
    this.#isReady = true;
    this.poll();
  }

  async #pollUntilDone(): Promise<void> {
    this.#isPolling = true;
    let delayMs = POLL_MS;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      clearTimeout(this.#timer);
      delayMs = await this.#pollOnce();
    }
    this.#isPolling = false;
    if (!this.#stopped) this.#timer = setTimeout(() => this.poll(), delayMs);
  }

  /** @returns The delay before the next poll, in ms. A database failure is reported once and retried. */
  async #pollOnce(): Promise<number> {
    try {
      const { updates, more, waiting } = await readChanges(this.#parts.rows, this.merchantId, this.#position);
      this.#again ||= more;
      this.#isFailing = false;
      this.#offer(updates);
      this.#waitMs = waiting ? Math.min(this.#waitMs * 2, POLL_MS) : WAITING_MS;
      return waiting ? this.#waitMs : POLL_MS;
    } catch (error) {
      if (!this.#isFailing && !this.#stopped) this.#parts.onError(error);
      this.#isFailing = true;
      return POLL_MS;
    }
  }

  #offer(updates: readonly ChangeFeedEntry[]): void {
    const last = updates.at(-1);
    if (!last) return;
    this.#position = last;
    for (const listener of this.#listeners) listener.offer(updates);
  }
}
