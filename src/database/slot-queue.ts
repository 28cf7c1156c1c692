import type { Pool, PoolClient } from 'pg';
import { Problem } from '../core/foundation/errors.ts';

/**
 * Priorities of waiting for a slot. A request in progress goes before incoming reads and writes, so that it ends soon.
 */
export const turns = Object.freeze({ money: 0, inProgress: 1, write: 2, read: 3 });
export type Turn = keyof typeof turns;

/** Limits on waiting for a database connection. */
export const queueLimits = Object.freeze({
  /** Maximum wait of a statement or transaction. Most long waits are refused up front. */
  waitMs: 5_000,
  /** Maximum number of waiters per connection of a pool. */
  waitingPerConnection: 100,
  /** The share of a pool's connections that one merchant's commands may use. */
  merchantShare: 2 / 3,
  /** A merchant's waiting commands per running one: commands that wait for a locked row wait long. */
  waitingPerMerchantCommand: 250,
  /** Statistics of one merchant that run at a time: they take one of the few connections for them, never all. */
  merchantStatistics: 1,
  /** Waiting statistics of one merchant: as many as a document with the most aliases needs. */
  merchantStatisticsWaiting: 40,
});

/** The share of the latest interval in the average. */
const LATEST = 0.1;

/**
 * One of this many consecutive slots goes to the longest waiter of all priorities, the others to the most urgent waiter. So
 * payments get three quarters of a full pool. A waiter with `n` others before it gets one of the next `4 (n + 1)` slots,
 * regardless of later arrivals: each fourth slot goes to it or to an earlier waiter.
 */
export const LONGEST_WAIT_EVERY = 4;

interface Waiter {
  /** Its place among all arrivals. */
  readonly arrival: number;
  readonly grant: () => void;
  readonly refuse: () => void;
  readonly untilMs: number;
}

/** Interval of the check for expired waits. A timer each would cost every request one. */
const CHECK_MS = 100;

/** Limits of a {@link SlotQueue}. */
export interface SlotQueueLimits {
  /** The number of slots. */
  readonly slots: number;
  /** Maximum number of waiters of the same or higher priority. */
  readonly waiting: number;
  /** Maximum wait, in milliseconds. */
  readonly waitMs: number;
  /** The message of the refusal. */
  readonly message: string;
}

/** Hands out a limited number of slots, the most urgent first, and each fourth to the longest waiter. */
export class SlotQueue {
  readonly #limits: SlotQueueLimits;
  readonly #waiting: Waiter[][] = Object.keys(turns).map(() => []);
  #check: NodeJS.Timeout | undefined;
  #held = 0;
  #arrivals = 0;
  /** Slots handed to waiters since the last that went to the longest waiter. */
  #byPriority = 0;
  /** When a slot last changed hands while there were waiters, or the first waiter came. */
  #lastGrantMs = 0;
  /** The average time between such changes: the delay that each waiter causes the next. */
  #intervalMs = 0;

  constructor(limits: SlotQueueLimits) {
    this.#limits = limits;
  }

  /** Whether no slot is held or waited for. */
  get isUnused(): boolean {
    return this.#held === 0;
  }

  /** The numbers of held slots and of waiters. */
  get usage(): { readonly used: number; readonly waiting: number } {
    return { used: this.#held, waiting: this.#ahead('read') };
  }

  /** The number of waiters served no later than a newcomer of this priority. */
  #ahead(turn: Turn): number {
    let ahead = 0;
    for (let level = 0; level <= turns[turn]; level++) ahead += this.#waiting[level]!.length;
    return ahead;
  }

  /** The estimated wait of a newcomer, in milliseconds. */
  expectedWaitMs(turn: Turn): number {
    const ahead = this.#ahead(turn);
    if (ahead === 0) return 0;
    // If no slot comes free, the average is meaningless.
    return Math.max(ahead * this.#intervalMs, performance.now() - this.#lastGrantMs);
  }

  /**
   * Takes a slot, to be returned with {@link release}.
   *
   * @throws {Problem} `overloaded` if too many wait already, or none came free in time.
   */
  async acquire(turn: Turn): Promise<void> {
    const { slots, waitMs, waiting } = this.#limits;
    if (this.#held < slots) {
      this.#held += 1;
      return;
    }
    if (this.#ahead(turn) >= waiting) throw this.#refusal();
    if (this.#ahead('read') === 0) this.#lastGrantMs = performance.now();
    await new Promise<void>((resolve, reject) => {
      const refuse = () => reject(this.#refusal());
      this.#waiting[turns[turn]]!.push({
        arrival: this.#arrivals++,
        grant: resolve,
        refuse,
        untilMs: performance.now() + waitMs,
      });
      this.#check ??= setInterval(() => this.#refuseLate(), CHECK_MS);
    });
  }

  /** Refuses waiters past their limit; within a priority the array is in order of arrival. */
  #refuseLate(): void {
    const nowMs = performance.now();
    for (const level of this.#waiting) while (level[0] && level[0].untilMs <= nowMs) level.shift()!.refuse();
    if (this.#ahead('read') > 0) return;
    clearInterval(this.#check);
    this.#check = undefined;
  }

  /** Takes the next waiter out of the queue. */
  #next(): Waiter | undefined {
    const waiting = this.#waiting.filter(({ length }) => length > 0);
    this.#byPriority = (this.#byPriority + 1) % LONGEST_WAIT_EVERY;
    if (this.#byPriority > 0) return waiting[0]?.shift();
    const longest = (one: Waiter[], other: Waiter[]) => (other[0]!.arrival < one[0]!.arrival ? other : one);
    return waiting.length === 0 ? undefined : waiting.reduce(longest).shift();
  }

  /** Returns a slot, and hands it to the next waiter. */
  release(): void {
    const next = this.#next();
    if (!next) {
      this.#held -= 1;
      return;
    }
    const nowMs = performance.now();
    this.#intervalMs += LATEST * (nowMs - this.#lastGrantMs - this.#intervalMs);
    this.#lastGrantMs = nowMs;
    next.grant();
  }

  #refusal(): Problem {
    return new Problem('overloaded', this.#limits.message, { retryAfterS: 1 });
  }
}

/**
 * Limits how much work of one merchant runs at once, so that it does not hold every connection while other merchants'
 * waits. The admin key's work for all merchants is limited as one merchant's.
 */
export class MerchantLimit {
  readonly #limits: SlotQueueLimits;
  readonly #merchants = new Map<string, SlotQueue>();

  constructor(limits: SlotQueueLimits) {
    this.#limits = limits;
  }

  /** @throws {Problem} `overloaded` if too much of the merchant's work waits, or this waited too long. */
  async run<T>(merchantId: string, turn: Turn, work: () => Promise<T>): Promise<T> {
    const queue = this.#merchants.get(merchantId) ?? new SlotQueue(this.#limits);
    this.#merchants.set(merchantId, queue);
    await queue.acquire(turn);
    try {
      return await work();
    } finally {
      queue.release();
      if (queue.isUnused) this.#merchants.delete(merchantId);
    }
  }
}

/** A connection taken from a pool, to be given back. */
export interface Lease {
  readonly client: PoolClient;
  /** @param broken Why the connection cannot be used any more, if so. */
  release(broken?: Error): void;
}

/** How a pool's connections are used. */
export interface PoolUsage {
  /** The most connections that it opens. */
  readonly size: number;
  /** Slots in use. */
  readonly used: number;
  /** The number of waiters. */
  readonly waiting: number;
}

/** A pool that hands out its connections as a {@link SlotQueue}, payments first. */
export class QueuedPool {
  readonly pool: Pool;
  readonly #queue: SlotQueue;

  constructor(pool: Pool, waitMs: number) {
    this.pool = pool;
    const { max } = pool.options;
    this.#queue = new SlotQueue({
      slots: max,
      waiting: max * queueLimits.waitingPerConnection,
      waitMs,
      message: 'The service is busy. Try again shortly.',
    });
  }

  /** How its connections are used at present. */
  get usage(): PoolUsage {
    return { size: this.pool.options.max, ...this.#queue.usage };
  }

  /** The expected wait for a connection, in milliseconds. */
  expectedWaitMs(turn: Turn): number {
    return this.#queue.expectedWaitMs(turn);
  }

  /** @throws {Problem} `overloaded` if the wait is too long. */
  async connect(turn: Turn): Promise<Lease> {
    await this.#queue.acquire(turn);
    try {
      const client = await this.pool.connect();
      return {
        client,
        release: (broken) => {
          client.release(broken);
          this.#queue.release();
        },
      };
    } catch (error) {
      this.#queue.release();
      throw error;
    }
  }
}
