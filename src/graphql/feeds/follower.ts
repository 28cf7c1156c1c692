import { comparePositions, type FeedPosition } from '../../core/foundation/feed-position.ts';
import type { RowSource } from '../../core/reads/index.ts';
import { readChanges, type Update } from '../../core/writes/change-feed/read-changes.ts';
import type { Feed, UpdatesTaker } from './feed.ts';

/** How many objects may wait to be taken. Beyond that they are read again when their turn comes. */
const WAITING_MAX = 1_000;

/**
 * One place in a merchant's feed that moves on as updates are taken. It hears from the feed that all share, and reads
 * by itself only what lies before the feed: after a resumption, and when it has been too slow to remember it all.
 * Several updates of one object that wait together are one, the last.
 */
export class Follower implements UpdatesTaker {
  readonly #rows: RowSource;
  readonly #feed: Feed;
  readonly #wants: (update: Update) => boolean;
  readonly #waiting = new Map<string, Update>();
  /** Everything up to here has been handed out, or was not wanted. */
  #handedOut: FeedPosition;
  /** Up to here it reads by itself; what lies behind is offered. */
  #readsUpTo: FeedPosition;
  #offered: FeedPosition;
  #hasLost = false;
  #wake: () => void = () => {};
  #closed = false;

  constructor(rows: RowSource, feed: Feed, after: FeedPosition | null, wants: (update: Update) => boolean) {
    this.#rows = rows;
    this.#feed = feed;
    this.#wants = wants;
    this.#handedOut = after ?? feed.position;
    this.#readsUpTo = feed.position;
    this.#offered = feed.position;
    feed.add(this);
  }

  offer(updates: readonly Update[]): void {
    for (const update of updates) {
      // A cursor from another process may be ahead of this one's feed.
      if (comparePositions(update, this.#handedOut) > 0 && this.#wants(update)) this.#keep(update);
    }
    this.#offered = updates.at(-1)!;
    if (this.#waiting.size === 0 && !this.#hasLost && !this.#isBehind()) this.#moveOn(this.#offered);
    this.#wake();
  }

  /** The next updates, at least one, each of another object, in their order; null once it is closed. */
  async next(): Promise<readonly Update[] | null> {
    while (!this.#closed) {
      if (this.#hasLost) {
        this.#hasLost = false;
        this.#readsUpTo = this.#feed.position;
      }
      const found = this.#isBehind() ? await this.#readOn() : this.#takeWaiting();
      if (found.length > 0) return found;
      if (!this.#isBehind() && !this.#hasLost) await this.#isWoken();
    }
    return null;
  }

  close(): void {
    this.#closed = true;
    this.#feed.remove(this);
    this.#waiting.clear();
    this.#wake();
  }

  #isBehind(): boolean {
    return comparePositions(this.#handedOut, this.#readsUpTo) < 0;
  }

  #moveOn(to: FeedPosition): void {
    if (comparePositions(to, this.#handedOut) > 0) this.#handedOut = to;
  }

  #keep(update: Update): void {
    if (this.#hasLost) return;
    const key = keyOf(update);
    // Put at the end again, so that those that wait stay in the order of their latest updates.
    this.#waiting.delete(key);
    this.#waiting.set(key, update);
    if (this.#waiting.size <= WAITING_MAX) return;
    this.#waiting.clear();
    this.#hasLost = true;
  }

  #takeWaiting(): Update[] {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    if (!this.#hasLost) this.#moveOn(this.#offered);
    return taken;
  }

  async #readOn(): Promise<Update[]> {
    const upTo = this.#readsUpTo;
    const { updates, more } = await readChanges(this.#rows, this.#feed.merchantId, this.#handedOut);
    const before = updates.filter((update) => comparePositions(update, upTo) <= 0);
    const last = before.at(-1);
    this.#moveOn(more && last && before.length === updates.length ? last : upTo);
    const latest = new Map<string, Update>();
    for (const update of before.filter(this.#wants)) {
      latest.delete(keyOf(update));
      latest.set(keyOf(update), update);
    }
    return [...latest.values()];
  }

  #isWoken(): Promise<void> {
    if (this.#closed || this.#waiting.size > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

const keyOf = ({ type, id }: Update) => `${type}/${id}`;
