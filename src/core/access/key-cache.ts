import type { Caller } from '../foundation/context.ts';
import { type CacheUses, NotifiedCache, type NotifiedCacheOptions } from '../foundation/notified-cache.ts';
import { apiKeyHash } from './authenticate.ts';

const KEYS_MAX = 10_000;

/**
 * Remembers for a second whose a key is, so that a client's requests do not each look it up. A revoked key is refused,
 * and a suspension holds, as soon as processes are notified, and after that second at the latest.
 */
export class KeyCache {
  readonly #callers: NotifiedCache;

  constructor(options: Omit<NotifiedCacheOptions, 'max'>) {
    this.#callers = new NotifiedCache({ ...options, max: KEYS_MAX });
  }

  /** How often a key was known so far, and how often it had to be looked up. */
  get uses(): CacheUses {
    return this.#callers.uses;
  }

  /** The caller of a key, looked up unless it is known. Keys that are refused are not remembered. */
  async find(presented: string | undefined, lookUp: () => Promise<Caller>): Promise<Caller> {
    return presented === undefined ? lookUp() : this.#callers.find(apiKeyHash(presented), lookUp, ownerOf);
  }

  /** Forgets merchants' keys: one may have been revoked, restricted or replaced, or its merchant suspended. */
  forget(merchantIds: ReadonlySet<string> | null): void {
    this.#callers.forget(merchantIds);
  }
}

/** An ephemeral key ends with its payment, which notifies nobody; the admin key is not looked up. */
const ownerOf = (caller: Caller): string | null =>
  caller.kind === 'api_key' || caller.kind === 'publishable_key' ? caller.merchantId : null;
