import type { FeedPosition } from '../../core/foundation/feed-position.ts';
import type { RowSource } from '../../core/reads/index.ts';
import { endOfUpdates, readChanges, type Update } from '../../core/writes/change-feed/read-changes.ts';

/** How often a feed looks by itself: announcements may get lost. */
const POLL_MS = 1_000;
/** How soon it looks again when updates wait for an older transaction to end. The wait doubles each time. */
const WAITING_MS = 20;

/** Told of updates, in their order. */
export interface UpdatesTaker {
  offer(updates: readonly Update[]): void;
}

/** What a feed is made from. */
export interface FeedParts {
  readonly merchantId: string;
  readonly rows: RowSource;
  readonly onError: (error: unknown) => void;
}

/** The updates of one merchant as they are settled, read once for all who follow them in this process. */
export class Feed {
  readonly merchantId: string;
  /** Resolves once the feed has a place to begin at. */
  readonly ready: Promise<void>;
  readonly #parts: FeedParts;
  readonly #takers = new Set<UpdatesTaker>();
  #position: FeedPosition = { transactionId: 0n, sequence: 0n };
  #timer: NodeJS.Timeout | undefined;
  #hasBegun = false;
  #isLooking = false;
  #again = false;
  #waitMs = WAITING_MS;
  #isFailing = false;
  #stopped = false;

  constructor(parts: FeedParts) {
    this.merchantId = parts.merchantId;
    this.#parts = parts;
    this.ready = this.#begin();
    // Whoever follows is told; that nobody does any more by then is no failure of its own.
    this.ready.catch(() => {});
  }

  /** Up to where everything has been offered to those who follow. */
  get position(): FeedPosition {
    return this.#position;
  }

  /** From now on offers what comes behind {@link position}. */
  add(taker: UpdatesTaker): void {
    this.#takers.add(taker);
  }

  remove(taker: UpdatesTaker): void {
    this.#takers.delete(taker);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#takers.clear();
  }

  /** Looks for updates; while it is looking already, once more after that. */
  look(): void {
    this.#again = true;
    if (this.#hasBegun && !this.#isLooking) void this.#lookUntilDone();
  }

  async #begin(): Promise<void> {
    this.#position = await endOfUpdates(this.#parts.rows, this.merchantId);
    this.#hasBegun = true;
    this.look();
  }

  async #lookUntilDone(): Promise<void> {
    this.#isLooking = true;
    let restMs = POLL_MS;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      clearTimeout(this.#timer);
      restMs = await this.#lookOnce();
    }
    this.#isLooking = false;
    if (!this.#stopped) this.#timer = setTimeout(() => this.look(), restMs);
  }

  /** @returns How long to rest afterwards. A database that is away is asked again, and told of once. */
  async #lookOnce(): Promise<number> {
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

  #offer(updates: readonly Update[]): void {
    const last = updates.at(-1);
    if (!last) return;
    this.#position = last;
    for (const taker of this.#takers) taker.offer(updates);
  }
}
