import { Problem } from '../core/foundation/errors.ts';

/** Who goes first among those that wait for a slot. What has begun goes before what arrives, so that it ends soon. */
export const turns = Object.freeze({ money: 0, begun: 1, write: 2, read: 3 });
export type Turn = keyof typeof turns;

/** The share of the latest interval in the average. */
const LATEST = 0.1;

interface Waiter {
  readonly grant: () => void;
  readonly refuse: () => void;
  readonly untilMs: number;
}

/** How often those who have waited too long are looked for. A timer for each would cost every request one. */
const CHECK_MS = 100;

/** Limits of a {@link SlotQueue}. */
export interface SlotQueueLimits {
  /** How many hold a slot at a time. */
  readonly slots: number;
  /** How many wait at most that are served no later than a newcomer. */
  readonly waiting: number;
  /** How long one waits at most, in milliseconds. */
  readonly waitMs: number;
  /** The message of the refusal. */
  readonly message: string;
}

/** Hands out a limited number of slots, the most urgent first. */
export class SlotQueue {
  readonly #limits: SlotQueueLimits;
  readonly #waiting: Waiter[][] = Object.keys(turns).map(() => []);
  #check: NodeJS.Timeout | undefined;
  #held = 0;
  /** When a slot last changed hands while somebody waited, or when somebody began to wait. */
  #lastGrantMs = 0;
  /** The average time between such changes: how long each who waits delays the next. */
  #intervalMs = 0;

  constructor(limits: SlotQueueLimits) {
    this.#limits = limits;
  }

  /** Whether nobody holds a slot or waits for one. */
  get isUnused(): boolean {
    return this.#held === 0;
  }

  /** How many hold a slot, and how many wait for one. */
  get usage(): { readonly used: number; readonly waiting: number } {
    return { used: this.#held, waiting: this.#ahead('read') };
  }

  /** How many wait that are served no later than somebody with this turn. */
  #ahead(turn: Turn): number {
    let ahead = 0;
    for (let level = 0; level <= turns[turn]; level++) ahead += this.#waiting[level]!.length;
    return ahead;
  }

  /** How long somebody who comes now will wait, in milliseconds, as far as can be told. */
  expectedWaitMs(turn: Turn): number {
    const ahead = this.#ahead(turn);
    if (ahead === 0) return 0;
    // If no slot comes free, the average says nothing.
    return Math.max(ahead * this.#intervalMs, performance.now() - this.#lastGrantMs);
  }

  /**
   * Takes a slot, to be given back with {@link release}.
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
      this.#waiting[turns[turn]]!.push({ grant: resolve, refuse, untilMs: performance.now() + waitMs });
      this.#check ??= setInterval(() => this.#refuseLate(), CHECK_MS);
    });
  }

  /** Refuses those who have waited too long: on each level they came in the order of the array. */
  #refuseLate(): void {
    const nowMs = performance.now();
    for (const level of this.#waiting) while (level[0] && level[0].untilMs <= nowMs) level.shift()!.refuse();
    if (this.#ahead('read') > 0) return;
    clearInterval(this.#check);
    this.#check = undefined;
  }

  /** Gives a slot back, to whom it is most urgent for. */
  release(): void {
    const next = this.#waiting.find(({ length }) => length > 0)?.shift();
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
