import { LRUCache } from 'lru-cache';

/** Time for which a value is used without another read: the maximum staleness after a lost notification. */
const TRUSTED_MS = 1_000;

interface Entry {
  readonly owner: string;
  readonly value: unknown;
  /** Time of the read, by the service's clock. */
  readonly atMs: number;
}

/** A read in progress. */
interface Reading {
  readonly value: Promise<unknown>;
  /** The number of changes when it began. */
  readonly changes: number;
  readonly atMs: number;
}

/** Cache hits and misses. */
export interface CacheUses {
  readonly hit: number;
  readonly miss: number;
}

/**
 * Whether a value read at the given time is still fresh. Compares in both directions, because clocks are also set back.
 */
const isTrusted = ({ atMs }: { readonly atMs: number }, nowMs: number) => Math.abs(nowMs - atMs) < TRUSTED_MS;

/** The options of a {@link NotifiedCache}. */
export interface NotifiedCacheOptions {
  /** Capacity; the least recently used value is evicted first. */
  readonly max: number;
  /** The service's clock. */
  readonly now: () => Date;
  /** Whether notifications of other processes' changes arrive. Otherwise every value is read again. */
  readonly isNotified: () => boolean;
}

/**
 * Cache of rarely changed database values, at most a second old. The process that commits a change evicts them before
 * it responds; other processes evict them when notified.
 */
export class NotifiedCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #readings = new Map<string, Reading>();
  readonly #now: () => Date;
  readonly #isNotified: () => boolean;
  #changes = 0;
  #hits = 0;
  #misses = 0;

  constructor({ max, now, isNotified }: NotifiedCacheOptions) {
    this.#entries = new LRUCache({ max });
    this.#now = now;
    this.#isNotified = isNotified;
  }

  /** Hits and misses. */
  get uses(): CacheUses {
    return { hit: this.#hits, miss: this.#misses };
  }

  /**
   * Finds a value, or reads it.
   *
   * @param ownerOf The merchant whose changes evict the value. Null keeps it out of the cache.
   * @param lane Callers with the same lane share a read in progress; without a lane, each reads. A reader may hold
   * locks for which another read waits, so only reads outside transactions have a lane.
   */
  async find<V>(
    key: string,
    read: () => Promise<V>,
    ownerOf: (value: V) => string | null,
    lane?: string,
  ): Promise<V> {
    if (!this.#isNotified()) {
      this.#misses += 1;
      return read();
    }
    const atMs = this.#now().getTime();
    const entry = this.#entries.get(key);
    if (entry && isTrusted(entry, atMs)) {
      this.#hits += 1;
      return entry.value as V;
    }
    if (lane === undefined) return this.#read(key, read, ownerOf, atMs);
    const place = `${lane} ${key}`;
    const reading = this.#readings.get(place);
    if (reading && reading.changes === this.#changes && isTrusted(reading, atMs)) {
      const shared = await (reading.value as Promise<V>).then(
        (value) => (ownerOf(value) === null ? null : { value }),
        () => null,
      );
      if (shared) {
        this.#hits += 1;
        return shared.value;
      }
    }
    const value = this.#read(key, read, ownerOf, atMs);
    const own = { value, changes: this.#changes, atMs };
    this.#readings.set(place, own);
    try {
      return await value;
    } finally {
      if (this.#readings.get(place) === own) this.#readings.delete(place);
    }
  }

  async #read<V>(
    key: string,
    read: () => Promise<V>,
    ownerOf: (value: V) => string | null,
    atMs: number,
  ): Promise<V> {
    this.#misses += 1;
    const changes = this.#changes;
    const value = await read();
    const owner = ownerOf(value);
    // A value read before the change committed may be stale.
    if (owner !== null && changes === this.#changes && this.#isNotified()) {
      this.#entries.set(key, { owner, value, atMs });
    }
    return value;
  }

  /** Evicts the values of owners; null means all owners. */
  forget(owners: ReadonlySet<string> | null): void {
    this.#changes += 1;
    if (owners === null) {
      this.#entries.clear();
      return;
    }
    for (const [key, { owner }] of this.#entries.entries()) {
      if (owners.has(owner)) this.#entries.delete(key);
    }
  }
}
