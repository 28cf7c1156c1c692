import { createHash } from 'node:crypto';
import type { AdminCaller, Caller, PersonCaller } from '../foundation/context.ts';
import { isSameSecret } from '../foundation/cryptography.ts';
import { Problem } from '../foundation/errors.ts';
import { type CacheUses, NotifiedCache, type NotifiedCacheOptions } from '../foundation/notified-cache.ts';
import {
  isMasking,
  maskingPermissions,
  organizationPermissions,
  type Permission,
} from '../foundation/permissions.ts';
import { ANYWHERE, EVERY_MERCHANT, type RowSource } from '../reads/index.ts';
import type { PresentedSession } from './authenticate-person.ts';

/** Keys that come from configuration rather than the database. */
export interface ConfiguredKeys {
  readonly adminApiKey: string;
}

/** The format of generated publishable keys. Other texts are not looked up: PostgreSQL fails on some characters. */
const publishableKey = /^pk_\w{1,128}$/;

/** A key of an administrator or an organization. */
const adminKey = /^[ao]k_/;

/** Hex SHA-256, stored in place of the key. Keys are random, so a slow password hash would add nothing. */
export const apiKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The caller with the admin API key of the configuration, as the audit log names it. */
const environmentKey: AdminCaller = {
  kind: 'admin_key',
  holder: { type: 'key', id: 'environment', name: 'environment key' },
};

/** The merchant that a key belongs to. */
interface Owner {
  readonly merchant_id: string;
  readonly suspended: boolean;
}

const ownerIn = ({ merchant_id: merchantId, suspended }: Owner) => ({ merchantId, suspended });

/**
 * Resolves a key to its caller, with at most one statement. Specification: Authentication.
 *
 * @throws {Problem} `invalid_api_key`, identical for a missing, unknown, revoked or expired key, so that
 * probing reveals nothing.
 */
export async function authenticate(
  rows: RowSource,
  keys: ConfiguredKeys,
  presented: string | undefined,
  now: Date,
): Promise<Caller> {
  if (presented && isSameSecret(presented, keys.adminApiKey)) return environmentKey;
  const found = presented ? await findCaller(rows, presented, now) : null;
  if (found) return found;
  throw new Problem('invalid_api_key', 'Send a valid key in the api-key header.');
}

/** The lookup of a key by its kind. The merchant is not known yet, so it runs outside tenant scoping. */
async function findCaller(rows: RowSource, presented: string, now: Date): Promise<Caller | null> {
  if (presented.startsWith('sk_')) return findApiKey(rows, presented, now);
  if (adminKey.test(presented)) return findAdminKey(rows, presented, now);
  if (publishableKey.test(presented)) return findPublishableKey(rows, presented, now);
  return presented.startsWith('epk_') ? findEphemeralKey(rows, presented, now) : null;
}

async function findApiKey(rows: RowSource, presented: string, now: Date): Promise<Caller | null> {
  const statement = {
    text: `select merchant_id, key_id, suspended, allowed_addresses, permissions, keeps_unnamed, profile_id, first_key_id
           from find_api_key_v2($1, $2::timestamptz)
           where merchant_id is not null`,
    values: [apiKeyHash(presented), now.toISOString()],
    touches: { reads: ['api_keys', 'merchant_accounts'] },
  };
  type Key = Owner & {
    key_id: string;
    allowed_addresses: string[];
    permissions: Permission[] | null;
    keeps_unnamed: boolean;
    profile_id: string | null;
    first_key_id: string | null;
  };
  const [row] = await rows.query<Key>(statement, ANYWHERE);
  if (!row) return null;
  return {
    kind: 'api_key',
    ...ownerIn(row),
    keyId: row.key_id,
    allowedAddresses: row.allowed_addresses,
    permissions: row.permissions && new Set(row.permissions),
    keepsUnnamed: row.keeps_unnamed,
    profileId: row.profile_id,
    firstKeyId: row.first_key_id,
  };
}

async function findPublishableKey(rows: RowSource, presented: string, now: Date): Promise<Caller | null> {
  const statement = {
    text: `select merchant_id, suspended from find_publishable_key($1, $2::timestamptz)
           where merchant_id is not null`,
    values: [presented, now.toISOString()],
    touches: { reads: ['merchant_accounts'] },
  };
  const [row] = await rows.query<Owner>(statement, ANYWHERE);
  return row ? { kind: 'publishable_key', ...ownerIn(row) } : null;
}

async function findEphemeralKey(rows: RowSource, presented: string, now: Date): Promise<Caller | null> {
  const statement = {
    text: `select merchant_id, customer_id, payment_id, suspended from find_ephemeral_key($1, $2::timestamptz)
           where merchant_id is not null`,
    values: [apiKeyHash(presented), now.toISOString()],
    touches: { reads: ['ephemeral_keys', 'payments', 'merchant_accounts'] },
  };
  type Customer = Owner & { customer_id: string; payment_id: string };
  const [row] = await rows.query<Customer>(statement, ANYWHERE);
  if (!row) return null;
  const { customer_id: customerId, payment_id: paymentId } = row;
  const caller = { kind: 'ephemeral_key', ...ownerIn(row), customerId, paymentId } as const;
  return isMasking(presented) ? { ...caller, permissions: maskingPermissions } : caller;
}

/** The administrator or organization of a key; null if it is unknown, revoked or expired. */
async function findAdminKey(rows: RowSource, presented: string, now: Date): Promise<AdminCaller | null> {
  const statement = {
    text: `select key_id, name, organization_id from admin_keys
           where hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2::timestamptz)`,
    values: [apiKeyHash(presented), now.toISOString()],
    touches: { reads: ['admin_keys'] },
  };
  type Key = { key_id: string; name: string; organization_id: string | null };
  const [row] = await rows.query<Key>(statement, ANYWHERE);
  if (!row) return null;
  const holder = { type: 'key', id: row.key_id, name: row.name } as const;
  if (row.organization_id === null) return { kind: 'admin_key', holder };
  const { organization_id: organizationId } = row;
  return { kind: 'admin_key', holder, organizationId, permissions: organizationPermissions };
}

const KEYS_MAX = 10_000;

/**
 * Caches the caller of a key or session for a second, so that a client's requests do not each look it up. Revocations,
 * suspensions and role changes apply as soon as processes are notified, and after a second at the latest.
 */
export class KeyCache {
  readonly #callers: NotifiedCache;

  constructor(options: Omit<NotifiedCacheOptions, 'max'>) {
    this.#callers = new NotifiedCache({ ...options, max: KEYS_MAX });
  }

  /** Hits and misses of the caches of keys and sessions. */
  get uses(): CacheUses {
    return this.#callers.uses;
  }

  /**
   * The caller of a key, from the cache or looked up. Refused keys are not cached.
   *
   * @param lane Callers that share a look-up in progress: requests that wait for the database in one queue.
   */
  async find(presented: string | undefined, lookUp: () => Promise<Caller>, lane: string): Promise<Caller> {
    if (presented === undefined) return lookUp();
    return this.#callers.find(apiKeyHash(presented), lookUp, ownerOf, lane);
  }

  /** The person of a session, from the cache or looked up. */
  findPerson(
    { merchantId, token }: PresentedSession,
    lookUp: () => Promise<PersonCaller | AdminCaller>,
    lane: string,
  ): Promise<PersonCaller | AdminCaller> {
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
 * No notification announces the end of an ephemeral key, which ends with its payment; administrators are announced
 * together; and a person without a merchant is not affected by any merchant's changes.
 */
function ownerOf(caller: Caller): string | null {
  if (caller.kind === 'admin_key') return EVERY_MERCHANT;
  if (caller.kind === 'ephemeral_key') return null;
  return caller.merchantId === '' ? null : caller.merchantId;
}

/** `last_used_at` is this precise: each process updates a key at most once per interval. */
const INTERVAL_MS = 60_000;

const updates = {
  api_key: {
    tables: ['api_keys'],
    text: `update api_keys set last_used_at = $3::timestamptz where merchant_id = $1 and key_id = $2
           and (last_used_at is null or last_used_at <= $4::timestamptz)`,
  },
  person: {
    tables: ['auth.sessions', 'team_members'],
    text: `with session as (
             update auth.sessions set last_active_at = $3::timestamptz where id = $5 and last_active_at <= $4::timestamptz)
           update team_members set last_seen_at = $3::timestamptz where merchant_id = $1 and person_id = $2
           and (last_seen_at is null or last_seen_at <= $4::timestamptz)`,
  },
  admin_key: {
    tables: ['admin_keys'],
    text: `update admin_keys set last_used_at = $2::timestamptz where key_id = $1
           and (last_used_at is null or last_used_at <= $3::timestamptz)`,
  },
  operator: {
    tables: ['auth.sessions', 'operators'],
    text: `with session as (
             update auth.sessions set last_active_at = $2::timestamptz where id = $4 and last_active_at <= $3::timestamptz)
           update operators set last_seen_at = $2::timestamptz where person_id = $1
           and (last_seen_at is null or last_seen_at <= $3::timestamptz)`,
  },
} as const;

/** The row that records a caller's last use, its session if it has one, and the merchant of both; null for none. */
function usedBy(caller: Caller) {
  if (caller.kind === 'api_key') {
    const { keyId, merchantId } = caller;
    return { update: caller.kind, merchantId, subject: [merchantId, keyId], session: [] };
  }
  if (caller.kind === 'person') {
    const { merchantId, personId, sessionId } = caller;
    return { update: caller.kind, merchantId, subject: [merchantId, personId], session: [sessionId] };
  }
  // The key of the configuration has no row.
  if (caller.kind !== 'admin_key' || !caller.holder || caller === environmentKey) return null;
  const { id, sessionId, type } = caller.holder;
  const none = { merchantId: null, subject: [id] };
  if (type === 'key') return { ...none, update: caller.kind, session: [] };
  return { ...none, update: 'operator' as const, session: [sessionId!] };
}

/**
 * Records in the background when an API key and a session were last used, and when a person was last seen in a merchant
 * account: requests neither wait for the update nor fail with it.
 */
export class KeyUse {
  readonly #updatedAtMs = new Map<string, number>();
  readonly #pending = new Set<Promise<void>>();

  constructor(
    private readonly rows: RowSource,
    private readonly now: () => Date,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Records the use of a caller's API key, or a person's visit. Does nothing for other callers. */
  record(caller: Caller): void {
    const used = usedBy(caller);
    if (!used) return;
    const { merchantId, session, subject } = used;
    const id = JSON.stringify([...subject, ...session]);
    const now = this.now();
    const staleMs = now.getTime() - INTERVAL_MS;
    if ((this.#updatedAtMs.get(id) ?? -Infinity) > staleMs) return;
    // Keys are in the order of their updates, so the stale ones come first.
    for (const [other, atMs] of this.#updatedAtMs) {
      if (atMs > staleMs) break;
      this.#updatedAtMs.delete(other);
    }
    this.#updatedAtMs.set(id, now.getTime());
    const { tables, text } = updates[used.update];
    const values = [...subject, now.toISOString(), new Date(staleMs).toISOString(), ...session];
    const update = this.rows
      .query({ text, values, touches: { writes: [...tables] } }, merchantId)
      .then(() => {}, this.onError)
      .finally(() => this.#pending.delete(update));
    this.#pending.add(update);
  }

  /** Resolves once the updates in progress have finished. Never rejects. */
  async drain(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
