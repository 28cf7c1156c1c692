import type { RowSource } from '../../core/reads/index.ts';
import { requireGoodCursor, type UpdatesCursor } from '../../core/writes/change-feed/cursor.ts';
import { endOfUpdates, type Update } from '../../core/writes/change-feed/read-changes.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { Feed } from './feed.ts';
import { Follower } from './follower.ts';

/** Listens for who has updates, null where it could be anybody, until the function that it answers is called. */
export type OnUpdates = (listener: (merchantIds: ReadonlySet<string> | null) => void) => () => void;

/** What feeds are made from. */
export interface FeedsParts {
  readonly rows: RowSource;
  readonly onUpdates: OnUpdates;
  readonly onError: (error: unknown) => void;
  readonly now: () => Date;
}

/** The context of subscriptions. */
export interface SubscriptionContext extends GraphqlContext {
  readonly feeds: Feeds;
}

/** What somebody follows of a merchant's updates. */
export interface FollowRequest {
  readonly merchantId: string;
  /** What to begin behind; now, when null. */
  readonly after: UpdatesCursor | null;
  readonly wants: (update: Update) => boolean;
}

/** The feeds of a process: one a merchant, for as long as somebody follows it. */
export class Feeds {
  readonly #parts: FeedsParts;
  readonly #feeds = new Map<string, { readonly feed: Feed; users: number }>();
  #stopListening: (() => void) | undefined;

  constructor(parts: FeedsParts) {
    this.#parts = parts;
  }

  /** How many merchants are followed. */
  get size(): number {
    return this.#feeds.size;
  }

  /**
   * Follows a merchant's updates until the follower is closed.
   *
   * @throws {Problem} `cursor_expired` for a cursor behind which something may be lost.
   */
  async follow({ merchantId, after, wants }: FollowRequest): Promise<{ follower: Follower; close(): void }> {
    const { rows, now } = this.#parts;
    const feed = this.#enter(merchantId);
    try {
      if (after) requireGoodCursor(after, await endOfUpdates(rows, merchantId), now(), 'after');
      await feed.ready;
    } catch (error) {
      this.#leave(feed);
      throw error;
    }
    const follower = new Follower(rows, feed, after, wants);
    let isOpen = true;
    const close = () => {
      follower.close();
      if (isOpen) this.#leave(feed);
      isOpen = false;
    };
    return { follower, close };
  }

  stop(): void {
    this.#stopListening?.();
    for (const { feed } of this.#feeds.values()) feed.stop();
    this.#feeds.clear();
  }

  #enter(merchantId: string): Feed {
    this.#stopListening ??= this.#parts.onUpdates((merchantIds) => this.#look(merchantIds));
    const { rows, onError } = this.#parts;
    const known = this.#feeds.get(merchantId) ?? { feed: new Feed({ merchantId, rows, onError }), users: 0 };
    known.users += 1;
    this.#feeds.set(merchantId, known);
    return known.feed;
  }

  #leave(feed: Feed): void {
    const known = this.#feeds.get(feed.merchantId);
    if (known?.feed !== feed) return;
    known.users -= 1;
    if (known.users > 0) return;
    feed.stop();
    this.#feeds.delete(feed.merchantId);
  }

  #look(merchantIds: ReadonlySet<string> | null): void {
    for (const { feed } of this.#feeds.values()) {
      if (!merchantIds || merchantIds.has(feed.merchantId)) feed.look();
    }
  }
}
