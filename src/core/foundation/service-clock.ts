import type { Logger } from 'pino';

/** A process's own clocks, in milliseconds. */
export interface ProcessClock {
  /** Of Unix time: what the host's clock shows, which may be wrong, be set, or jump. */
  now(): number;
  /** Since any moment: goes on steadily, whatever the host's clock is set to. */
  monotonic(): number;
}

export const processClock: ProcessClock = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
});

/** From this offset on a clock is off, and the process says so. It is right again at half of it, so that it does not flutter. */
export const OFF_MS = 2_000;
/** From this offset on the process takes no background work, until its clock is no longer off. */
export const FAR_OFF_MS = 30_000;

/**
 * The time of the service: the database's, which is the same for all processes. Each heartbeat brings the database's time, and
 * the process's monotonic clock carries it from one to the next. So the host's clock decides nothing: neither one that is hours
 * wrong nor one that jumps and comes back makes anything due early or late, and every time that is written is comparable with
 * those of other processes. No statement is added for it, besides those at the start.
 *
 * - A reading takes a round trip, within which the database read its clock: its time was at least that reading when the answer
 *   came, and at most that reading when the request was sent. The time of the service is moved only if it is outside of these
 *   bounds, to the nearer one. So a slow round trip changes nothing, and the time does not jitter.
 * - It starts as the host's, within the bounds of the first readings.
 * - A small correction backwards makes the time stand still: it goes backwards only if the database's clock was set back.
 * - While a host sleeps its monotonic clock stands still. After that the time is late until the next heartbeat, which makes
 *   nothing due early; and the host's clock being far off meanwhile, no background work is taken.
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

  /** How far the host's clock is ahead of the database's, in milliseconds; negative if it is behind. */
  get offsetMs(): number {
    return Math.round(this.#process.now() - this.#nowMs());
  }

  /** Whether the host's clock is too far off for background work. A jump counts at once, before the next heartbeat. */
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

/** How exactly two readings of the clocks agree. */
const SAME_MS = 2;

/** The Unix time at which the monotonic clock was 0, by the host's clock. */
function hostEpochMs({ monotonic, now }: ProcessClock): number {
  const epochMs = now() - monotonic();
  // Of the same, exactly: `Date.now()` leaves fractions of a millisecond out.
  return Math.abs(performance.timeOrigin - epochMs) <= SAME_MS ? performance.timeOrigin : epochMs;
}
