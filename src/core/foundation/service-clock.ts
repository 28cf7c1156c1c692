import type { Logger } from 'pino';

/** A process's own clocks, in milliseconds. */
export interface ProcessClock {
  /** Unix time: the host's clock, which may be wrong, set, or jump. */
  now(): number;
  /** Monotonic time from an arbitrary start, unaffected by changes of the host's clock. */
  monotonic(): number;
}

export const processClock: ProcessClock = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
});

/**
 * Offset from which a clock counts as wrong and is logged. It counts as right again at half the offset, to avoid
 * flapping.
 */
export const OFF_MS = 2_000;
/** Offset from which the process takes no background work, until its clock counts as right. */
export const FAR_OFF_MS = 30_000;

/**
 * The time of the service: the database's time, identical for all processes. Each heartbeat returns the database's
 * time, and the process's monotonic clock advances it between heartbeats. So the host's clock has no influence: even
 * if it is hours wrong, or jumps and returns, nothing becomes due early or late, and all written times are comparable
 * between processes. It needs no extra statements except at the start.
 *
 * - The database reads its clock during a round trip: its time was at least the reading when the response arrived,
 *   and at most the reading when the request was sent. The time of the service is moved only if it is outside these
 *   bounds, to the nearer bound. So a slow round trip changes nothing, and the time does not jitter.
 * - It starts as the host's time, within the bounds of the first readings.
 * - For a small correction backwards the time stands still: it goes backwards only if the database's clock was set
 *   back.
 * - While a host sleeps, its monotonic clock stands still. Afterwards the time is late until the next heartbeat, so
 *   nothing becomes due early; because the host's clock is far off meanwhile, no background work is taken.
 *
 * The host's clock is only compared: {@link offsetMs}.
 */
export class ServiceClock {
  readonly #logger: Logger;
  readonly #process: ProcessClock;
  /** The time of the service when the monotonic clock was 0; null before the first reading. */
  #epochMs: number | null = null;
  #lastMs = Number.NEGATIVE_INFINITY;
  #isOff = false;
  #isFarOff = false;

  constructor(logger: Logger, ownClock: ProcessClock = processClock) {
    this.#logger = logger;
    this.#process = ownClock;
  }

  /** Takes a reading of the database's clock: the Unix time in milliseconds, with a fraction. */
  async read<T extends { readonly atMs: number }>(ask: () => Promise<T>): Promise<T> {
    const sentMs = this.#process.monotonic();
    const answer = await ask();
    const leastMs = answer.atMs - this.#process.monotonic();
    const mostMs = answer.atMs - sentMs;
    const epochMs = this.#epochMs ?? hostEpochMs(this.#process);
    this.#epochMs = Math.min(Math.max(epochMs, leastMs), mostMs);
    this.#compare();
    return answer;
  }

  /** The time of the service. */
  readonly now = (): Date => new Date(this.#nowMs());

  #nowMs(): number {
    if (this.#epochMs === null) return this.#process.now();
    const ms = Math.floor(this.#epochMs + this.#process.monotonic());
    if (ms > this.#lastMs || ms < this.#lastMs - OFF_MS) this.#lastMs = ms;
    return this.#lastMs;
  }

  /** Offset of the host's clock ahead of the database's, in milliseconds; negative if behind. */
  get offsetMs(): number {
    return Math.round(this.#process.now() - this.#nowMs());
  }

  /**
   * Whether the host's clock is too far off for background work. A jump counts immediately, before the next
   * heartbeat.
   */
  readonly isFarOff = (): boolean => {
    this.#compare();
    return this.#isFarOff;
  };

  /** Compares the host's clock, and logs a change. */
  #compare(): void {
    const { offsetMs } = this;
    const farMs = Math.abs(offsetMs);
    const wasOff = this.#isOff;
    this.#isOff = farMs >= (wasOff ? OFF_MS / 2 : OFF_MS);
    this.#isFarOff = this.#isOff && (this.#isFarOff || farMs >= FAR_OFF_MS);
    if (this.#isOff === wasOff) return;
    const facts = { clock_offset_ms: offsetMs };
    if (this.#isOff) this.#logger.warn(facts, "this host's clock is off: the database's is used");
    else this.#logger.info(facts, "this host's clock is right again");
  }
}

/** Tolerance between two readings of the clocks. */
const SAME_MS = 2;

/** The Unix time at which the monotonic clock was 0, by the host's clock. */
function hostEpochMs({ monotonic, now }: ProcessClock): number {
  const epochMs = now() - monotonic();
  // Exact value of the same clock: `Date.now()` omits fractions of a millisecond.
  return Math.abs(performance.timeOrigin - epochMs) <= SAME_MS ? performance.timeOrigin : epochMs;
}
