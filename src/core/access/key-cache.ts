import type { Caller, PersonCaller } from '../foundation/context.ts';
import { type CacheUses, NotifiedCache, type NotifiedCacheOptions } from '../foundation/notified-cache.ts';
import { apiKeyHash } from './authenticate.ts';
import type { PresentedSession } from './authenticate-person.ts';

const KEYS_MAX = 10_000;

/**
 * Remembers for a second whose a key or a session is, so that a client's requests do not each look it up. A revoked one
 * is refused, and a suspension or another role holds, as soon as processes are notified, and after that second at the
 * latest.
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

  /**
   * The caller of a key, looked up unless it is known. Keys that are refused are not remembered.
   *
   * @param lane Who shares a look-up that is under way: requests that wait for the database in one queue.
   */
  async find(presented: string | undefined, lookUp: () => Promise<Caller>, lane: string): Promise<Caller> {
    if (presented === undefined) return lookUp();
    return this.#callers.find(apiKeyHash(presented), lookUp, ownerOf, lane);
  }

  /** The person of a session, looked up unless they are known. */
  findPerson(
    { merchantId, token }: PresentedSession,
    lookUp: () => Promise<PersonCaller>,
    lane: string,
  ): Promise<PersonCaller> {
    // Signed tokens do not look like keys, so the two cannot be taken for each other.
    return this.#callers.find(apiKeyHash(JSON.stringify([token, merchantId])), lookUp, ownerOf, lane);
  }

  /**
   * Forgets the keys of merchants and the sessions of their people: one may have been revoked, restricted or replaced, a
   * role changed, or the merchant suspended.
   */
  forget(merchantIds: ReadonlySet<string> | null): void {
    this.#callers.forget(merchantIds);
  }
}

/**
 * An ephemeral key ends with its payment, which notifies nobody; the admin key is not looked up; and what happens to a
 * person without a merchant concerns no merchant.
 */
function ownerOf(caller: Caller): string | null {
  if (caller.kind === 'admin_key' || caller.kind === 'ephemeral_key') return null;
  return caller.merchantId === '' ? null : caller.merchantId;
}
