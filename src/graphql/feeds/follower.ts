import { comparePositions, type FeedPosition } from '../../core/foundation/transaction.ts';
import type { RowSource } from '../../core/reads/index.ts';
import { type ChangeFeedEntry, readChanges } from '../../core/writes/change-feed.ts';
import type { ChangeFeed, FeedListener } from './change-feed.ts';

/** Maximum number of pending objects. Beyond that, they are dropped and read from the database later. */
const PENDING_MAX = 1_000;

/**
 * One consumer of a merchant's change feed. Receives updates from the shared feed; reads from the database only those
 * before the feed's position, after resuming from a cursor or after falling too far behind. Pending updates of the
 * same object are coalesced to the latest.
 */
export class FeedFollower implements FeedListener {
  readonly #rows: RowSource;
  readonly #feed: ChangeFeed;
  readonly #matches: (update: ChangeFeedEntry) => boolean;
  readonly #pending = new Map<string, ChangeFeedEntry>();
  /** Every update up to here was returned, or does not match. */
  #consumed: FeedPosition;
  /** Updates up to here are read from the database; later ones are offered by the feed. */
  #readUntil: FeedPosition;
  #offered: FeedPosition;
  #hasOverflowed = false;
  #wake: () => void = () => {};
  #closed = false;

  constructor(
    rows: RowSource,
    feed: ChangeFeed,
    after: FeedPosition | null,
    matches: (update: ChangeFeedEntry) => boolean,
  ) {
    this.#rows = rows;
    this.#feed = feed;
    this.#matches = matches;
    this.#consumed = after ?? feed.position;
    this.#readUntil = feed.position;
    this.#offered = feed.position;
    feed.add(this);
  }

  offer(updates: readonly ChangeFeedEntry[]): void {
    for (const update of updates) {
      // A cursor issued by another process may be ahead of this feed.
      if (comparePositions(update, this.#consumed) > 0 && this.#matches(update)) this.#enqueue(update);
    }
    this.#offered = updates.at(-1)!;
    if (this.#pending.size === 0 && !this.#hasOverflowed && !this.#isBehind()) this.#advance(this.#offered);
    this.#wake();
  }

  /** The next updates: at least one, one per object, in feed order; null once closed. */
  async next(): Promise<readonly ChangeFeedEntry[] | null> {
    while (!this.#closed) {
      if (this.#hasOverflowed) {
        this.#hasOverflowed = false;
        this.#readUntil = this.#feed.position;
      }
      const updates = this.#isBehind() ? await this.#readBehind() : this.#takePending();
      if (updates.length > 0) return updates;
      if (!this.#isBehind() && !this.#hasOverflowed) await this.#awaitOffer();
    }
    return null;
  }

  close(): void {
    this.#closed = true;
    this.#feed.remove(this);
    this.#pending.clear();
    this.#wake();
  }

  #isBehind(): boolean {
    return comparePositions(this.#consumed, this.#readUntil) < 0;
  }

  #advance(to: FeedPosition): void {
    if (comparePositions(to, this.#consumed) > 0) this.#consumed = to;
  }

  #enqueue(update: ChangeFeedEntry): void {
    if (this.#hasOverflowed) return;
    const key = keyOf(update);
    // Deleted first to move it to the end: pending objects stay in the order of their latest updates.
    this.#pending.delete(key);
    this.#pending.set(key, update);
    if (this.#pending.size <= PENDING_MAX) return;
    this.#pending.clear();
    this.#hasOverflowed = true;
  }

  #takePending(): ChangeFeedEntry[] {
    const taken = [...this.#pending.values()];
    this.#pending.clear();
    if (!this.#hasOverflowed) this.#advance(this.#offered);
    return taken;
  }

  async #readBehind(): Promise<ChangeFeedEntry[]> {
    const upTo = this.#readUntil;
    const { updates, more } = await readChanges(this.#rows, this.#feed.merchantId, this.#consumed);
    const behind = updates.filter((update) => comparePositions(update, upTo) <= 0);
    const last = behind.at(-1);
    this.#advance(more && last && behind.length === updates.length ? last : upTo);
    const latest = new Map<string, ChangeFeedEntry>();
    for (const update of behind.filter(this.#matches)) {
      latest.delete(keyOf(update));
      latest.set(keyOf(update), update);
    }
    return [...latest.values()];
  }

  #awaitOffer(): Promise<void> {
    if (this.#closed || this.#pending.size > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

const keyOf = ({ type, id }: ChangeFeedEntry) => `${type}/${id}`;
