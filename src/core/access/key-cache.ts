import { LRUCache } from 'lru-cache';
import type { Caller } from '../foundation/context.ts';
import { apiKeyHash } from './authenticate.ts';

/**
 * How long a key is accepted without looking it up again: a revoked one is refused everywhere after this time, and a
 * suspension holds everywhere.
 */
const TRUSTED_MS = 1_000;
const KEYS_MAX = 10_000;

interface Known {
  readonly caller: Caller;
  /** The time of the look-up by the service's clock, which an expiry is compared with. */
  readonly atMs: number;
}

/**
 * Remembers for a second whose a key is, so that a client's requests do not each look it up. Other processes' changes
 * empty it by notification, mostly at once; if notifications do not arrive, the second bounds what that costs.
 */
export class KeyCache {
  readonly #now: () => Date;
  readonly #known = new LRUCache<string, Known>({ max: KEYS_MAX, ttl: TRUSTED_MS });

  /** @param now The service's clock. */
  constructor(now: () => Date) {
    this.#now = now;
  }

  /** The caller of a key, looked up unless it is known. Keys that are refused are not remembered. */
  async find(presented: string | undefined, lookUp: () => Promise<Caller>): Promise<Caller> {
    if (presented === undefined) return lookUp();
    const hash = apiKeyHash(presented);
    const atMs = this.#now().getTime();
    const known = this.#known.get(hash);
    if (known && Math.abs(atMs - known.atMs) < TRUSTED_MS) return known.caller;
    const caller = await lookUp();
    // An ephemeral key ends with its payment, which notifies nobody.
    if (caller.kind === 'api_key' || caller.kind === 'publishable_key')
      this.#known.set(hash, { caller, atMs });
    return caller;
  }

  /** Forgets all keys: one of them may have been revoked, restricted or replaced, or its merchant suspended. */
  clear(): void {
    this.#known.clear();
  }
}
