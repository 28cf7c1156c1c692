import type { LearnedRoutingPort } from '../foundation/ports/learned-routing.ts';
import type { RowSource } from '../foundation/transaction.ts';
import { HORIZON_MS, LearnedCells } from '../routing/learned/cells.ts';
import { type Draw, seededDraw } from '../routing/learned/draw-beta.ts';
import { ExploredShare } from '../routing/learned/explored-share.ts';
import { learningProfiles, type ReadCell, readAttempts } from './read-attempts.ts';

/** What a profile's attempts say is read again so often, beside confirmations. */
export const REFRESH_MS = 3_000;
/** All attempts are read again so often, also those whose decision came late. */
const SETTLED_EVERY_MS = 10 * 60_000;
/** Attempts that are older than this at that time are not read again until the next. */
const SETTLED_AGE_MS = 5 * 60_000;
/** After every attempt. */
const FAR = new Date(Date.UTC(9999, 0));
/** The profiles whose rules learn are looked for so often. A profile is known at once to a process that decides by its rules. */
const PROFILES_EVERY_MS = 60_000;
/** Most profiles that a process learns about. */
const PROFILES_MAX = 2_000;
/** Most rules whose exploration a process counts. */
const RULES_MAX = 10_000;

interface Learned {
  readonly merchantId: string;
  readonly profileId: string;
  /** The attempts before {@link oldUntil}, as of {@link readAt}: they are too many to be read again. */
  old: LearnedCells;
  oldUntil: Date | null;
  /** The attempts before {@link since}, with the old ones, as of {@link readAt}. */
  settled: LearnedCells;
  since: Date;
  readAt: Date;
  /** All attempts. */
  cells: LearnedCells;
}

/** The dependencies of {@link LearnedRouting}. */
export interface LearnedRoutingOptions {
  readonly rows: RowSource;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
  /** Makes routing repeatable; null in production. */
  readonly seed: number | null;
}

/**
 * What this process knows of the attempts of the profiles whose rules learn. A decision reads it from memory: a
 * confirmation waits for no statement.
 */
export class LearnedRouting implements LearnedRoutingPort {
  /** Random numbers of routing that follow from a seed; null without one. */
  readonly seeded: Draw | null;
  readonly #options: LearnedRoutingOptions;
  readonly #profiles = new Map<string, Learned>();
  readonly #explored = new Map<string, ExploredShare>();
  #profilesAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | null = null;

  constructor(options: LearnedRoutingOptions) {
    this.#options = options;
    this.seeded = options.seed === null ? null : seededDraw(options.seed);
  }

  /** What the attempts of a profile say. It is read from now on. */
  cellsOf(merchantId: string, profileId: string): LearnedCells {
    return this.#track(merchantId, profileId).cells;
  }

  /** The exploration of a rule, whose share is bounded. */
  exploredBy(rule: string, percent: number): ExploredShare {
    const known = this.#explored.get(rule);
    if (known) return known;
    const share = new ExploredShare(percent);
    // A dropped count begins again at nothing, which keeps the bound.
    if (this.#explored.size >= RULES_MAX) this.#explored.delete(this.#explored.keys().next().value!);
    this.#explored.set(rule, share);
    return share;
  }

  /** Reads what is new. While it runs, another call waits for the same end. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshAll().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Refreshes until stopped. */
  start(): { stop(): Promise<void> } {
    const next = () => void this.refresh().catch(this.#options.onError);
    next();
    const timer = setInterval(next, REFRESH_MS);
    return {
      stop: async () => {
        clearInterval(timer);
        await this.#refreshing?.catch(() => {});
      },
    };
  }

  #track(merchantId: string, profileId: string): Learned {
    const key = `${merchantId} ${profileId}`;
    const known = this.#profiles.get(key);
    if (known) return known;
    const never = new Date(0);
    const cells = new LearnedCells();
    const learned: Learned = {
      ...{ merchantId, profileId, old: cells, oldUntil: null },
      ...{ settled: cells, since: never, readAt: never, cells },
    };
    if (this.#profiles.size < PROFILES_MAX) this.#profiles.set(key, learned);
    return learned;
  }

  async #refreshAll(): Promise<void> {
    const { now, rows } = this.#options;
    if (now().getTime() - this.#profilesAt >= PROFILES_EVERY_MS) {
      const found = await learningProfiles(rows);
      this.#profilesAt = now().getTime();
      const keys = new Set(found.map(({ merchant_id, profile_id }) => `${merchant_id} ${profile_id}`));
      for (const key of this.#profiles.keys()) if (!keys.has(key)) this.#profiles.delete(key);
      for (const { merchant_id, profile_id } of found) this.#track(merchant_id, profile_id);
    }
    for (const learned of this.#profiles.values()) await this.#refreshOne(learned);
  }

  async #refreshOne(learned: Learned): Promise<void> {
    const { now, rows } = this.#options;
    const at = now();
    if (Math.abs(at.getTime() - learned.readAt.getTime()) >= SETTLED_EVERY_MS) {
      await this.#settle(learned, at);
    }
    const read = await readAttempts(rows, learned, 'recent', [learned.since, FAR], at);
    const recent = cellsOf(read.cells);
    const cells = recent.plus(learned.settled, at.getTime() - learned.readAt.getTime());
    cells.prepare();
    learned.cells = cells;
  }

  /**
   * Reads the settled attempts anew, with what was decided late. If they are more than are read at once, the others are old:
   * they are added to the old ones and not read again.
   */
  async #settle(learned: Learned, at: Date): Promise<void> {
    const { rows } = this.#options;
    // A clock that was set back: what is old is not older.
    if (at < learned.readAt) [learned.old, learned.oldUntil] = [new LearnedCells(), null];
    const since = new Date(at.getTime() - SETTLED_AGE_MS);
    const horizon = new Date(at.getTime() - HORIZON_MS);
    const from = learned.oldUntil && learned.oldUntil > horizon ? learned.oldUntil : horizon;
    const settled = await readAttempts(rows, learned, 'settled', [from, since], at);
    const { cutAt } = settled;
    const older = cutAt ? (await readAttempts(rows, learned, 'old', [from, cutAt], at)).cells : [];
    learned.old = cellsOf(older).plus(learned.old, at.getTime() - learned.readAt.getTime());
    learned.oldUntil = cutAt ?? learned.oldUntil;
    learned.settled = cellsOf(settled.cells).plus(learned.old, 0);
    [learned.since, learned.readAt] = [since, at];
  }
}

function cellsOf(read: readonly ReadCell[]): LearnedCells {
  const cells = new LearnedCells();
  for (const [account, keys, sums] of read) cells.add(account, keys, sums);
  return cells;
}
