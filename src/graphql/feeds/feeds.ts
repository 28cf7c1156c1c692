import type { RowSource } from '../../core/reads/index.ts';
import {
  type ChangeFeedEntry,
  endOfUpdates,
  requireGoodCursor,
  type UpdatesCursor,
} from '../../core/writes/change-feed.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { ChangeFeed } from './change-feed.ts';
import { FeedFollower } from './follower.ts';

/**
 * Subscribes to change notifications: of the merchants that have updates, or null if it may be any.
 *
 * @returns Unsubscribes.
 */
export type OnUpdates = (listener: (merchantIds: ReadonlySet<string> | null) => void) => () => void;

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

/** Which updates of a merchant to follow. */
export interface FollowRequest {
  readonly merchantId: string;
  /** Cursor to resume after; null starts now. */
  readonly after: UpdatesCursor | null;
  readonly matches: (update: ChangeFeedEntry) => boolean;
}

/** The change feeds of this process: one per merchant, while it has followers. */
export class Feeds {
  readonly #parts: FeedsParts;
  readonly #feeds = new Map<string, { readonly feed: ChangeFeed; followers: number }>();
  #stopListening: (() => void) | undefined;

  constructor(parts: FeedsParts) {
    this.#parts = parts;
  }

  /** Number of merchants being followed. */
  get size(): number {
    return this.#feeds.size;
  }

  /**
   * Follows a merchant's updates until closed.
   *
   * @throws {Problem} `cursor_expired` if updates after the cursor may be missing.
   */
  async follow({
    merchantId,
    after,
    matches,
  }: FollowRequest): Promise<{ follower: FeedFollower; close(): void }> {
    const { rows, now } = this.#parts;
    const feed = this.#acquire(merchantId);
    try {
      if (after) requireGoodCursor(after, await endOfUpdates(rows, merchantId), now(), 'after');
      await feed.ready;
    } catch (error) {
      this.#release(feed);
      throw error;
    }
    const follower = new FeedFollower(rows, feed, after, matches);
    let isOpen = true;
    const close = () => {
      follower.close();
      if (isOpen) this.#release(feed);
      isOpen = false;
    };
    return { follower, close };
  }

  stop(): void {
    this.#stopListening?.();
    for (const { feed } of this.#feeds.values()) feed.stop();
    this.#feeds.clear();
  }

  #acquire(merchantId: string): ChangeFeed {
    this.#stopListening ??= this.#parts.onUpdates((merchantIds) => this.#poll(merchantIds));
    const { rows, onError } = this.#parts;
    const known = this.#feeds.get(merchantId) ?? {
      feed: new ChangeFeed({ merchantId, rows, onError }),
      followers: 0,
    };
    known.followers += 1;
    this.#feeds.set(merchantId, known);
    return known.feed;
  }

  #release(feed: ChangeFeed): void {
    const known = this.#feeds.get(feed.merchantId);
    if (known?.feed !== feed) return;
    known.followers -= 1;
    if (known.followers > 0) return;
    feed.stop();
    this.#feeds.delete(feed.merchantId);
  }

  #poll(merchantIds: ReadonlySet<string> | null): void {
    for (const { feed } of this.#feeds.values()) {
      if (!merchantIds || merchantIds.has(feed.merchantId)) feed.poll();
    }
  }
}
