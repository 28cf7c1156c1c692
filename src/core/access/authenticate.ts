import { createHash } from 'node:crypto';
import type { Caller, Context } from '../foundation/context.ts';
import { isSameSecret } from '../foundation/cryptography.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import type { Permission } from '../foundation/permissions.ts';
import { ANYWHERE, type RowSource } from '../reads/index.ts';

/** Keys that come from configuration rather than the database. */
export interface ConfiguredKeys {
  readonly adminApiKey: string;
}

/** A publishable key as it is generated. Nothing else is looked up: PostgreSQL fails on some characters. */
const publishableKey = /^pk_\w{1,128}$/;

/** Hex SHA-256, stored in place of the key. Keys are random, so a slow password hash would add nothing. */
export const apiKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

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
  if (presented && isSameSecret(presented, keys.adminApiKey)) return { kind: 'admin_key' };
  if (presented?.startsWith('sk_')) {
    const statement = {
      text: `select merchant_id, key_id, suspended, allowed_addresses, permissions, profile_id from find_api_key($1, $2::timestamptz)
             where merchant_id is not null`,
      values: [apiKeyHash(presented), now.toISOString()],
    };
    // The merchant is not known yet, so the lookup runs outside tenant scoping.
    type Key = Owner & {
      key_id: string;
      allowed_addresses: string[];
      permissions: Permission[] | null;
      profile_id: string | null;
    };
    const [row] = await rows.query<Key>(statement, ANYWHERE);
    if (row) {
      const { allowed_addresses: allowedAddresses, key_id: keyId } = row;
      const permissions = row.permissions && new Set(row.permissions);
      return {
        kind: 'api_key',
        ...ownerIn(row),
        keyId,
        allowedAddresses,
        permissions,
        profileId: row.profile_id,
      };
    }
  }
  if (presented && publishableKey.test(presented)) {
    const statement = {
      text: `select merchant_id, suspended from find_publishable_key($1, $2::timestamptz)
             where merchant_id is not null`,
      values: [presented, now.toISOString()],
    };
    const [row] = await rows.query<Owner>(statement, ANYWHERE);
    if (row) return { kind: 'publishable_key', ...ownerIn(row) };
  }
  if (presented?.startsWith('epk_')) {
    const statement = {
      text: `select merchant_id, customer_id, payment_id, suspended from find_ephemeral_key($1, $2::timestamptz)
             where merchant_id is not null`,
      values: [apiKeyHash(presented), now.toISOString()],
    };
    type Customer = Owner & { customer_id: string; payment_id: string };
    const [row] = await rows.query<Customer>(statement, ANYWHERE);
    if (row) {
      const { customer_id: customerId, payment_id: paymentId } = row;
      return { kind: 'ephemeral_key', ...ownerIn(row), customerId, paymentId };
    }
  }
  throw new Problem('invalid_api_key', 'Send a valid key in the api-key header.');
}

/** `last_used_at` is this precise: each process updates a key at most once per interval. */
const INTERVAL_MS = 60_000;

const updates = {
  api_key: `update api_keys set last_used_at = $3::timestamptz where merchant_id = $1 and key_id = $2
            and (last_used_at is null or last_used_at <= $4::timestamptz)`,
  person: `update team_members set last_seen_at = $3::timestamptz where merchant_id = $1 and person_id = $2
           and (last_seen_at is null or last_seen_at <= $4::timestamptz)`,
} as const;

/**
 * Records in the background when an API key was last used, and when a person was last seen in a merchant account:
 * requests neither wait for the update nor fail with it.
 */
export class KeyUse {
  readonly #updatedAtMs = new Map<string, number>();
  readonly #pending = new Set<Promise<void>>();

  constructor(
    private readonly rows: RowSource,
    private readonly now: () => Date,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Records that a caller's API key was used, or that a person was seen. Of other callers nothing is kept. */
  record(caller: Caller): void {
    if (caller.kind !== 'api_key' && caller.kind !== 'person') return;
    const { merchantId } = caller;
    const subject = caller.kind === 'person' ? caller.personId : caller.keyId;
    const id = JSON.stringify([merchantId, subject]);
    const now = this.now();
    const staleMs = now.getTime() - INTERVAL_MS;
    if ((this.#updatedAtMs.get(id) ?? -Infinity) > staleMs) return;
    // Keys are in the order of their updates, so the stale ones come first.
    for (const [other, atMs] of this.#updatedAtMs) {
      if (atMs > staleMs) break;
      this.#updatedAtMs.delete(other);
    }
    this.#updatedAtMs.set(id, now.getTime());
    const text = updates[caller.kind];
    const values = [merchantId, subject, now.toISOString(), new Date(staleMs).toISOString()];
    const update = this.rows
      .query({ text, values }, merchantId)
      .then(() => {}, this.onError)
      .finally(() => this.#pending.delete(update));
    this.#pending.add(update);
  }

  /** Resolves once the updates under way have finished. Never rejects. */
  async drain(): Promise<void> {
    await Promise.all(this.#pending);
  }
}

/**
 * Checks that an account named in a request is the caller's own.
 *
 * @throws {Problem} `resource_not_found` rather than a permission error: whether another merchant exists is not
 * revealed.
 */
export function requireOwnMerchant(ctx: Context, merchantId: string): void {
  if (ctx.merchantId !== merchantId) throw notFound('merchant account');
}

const RANDOM_LENGTH = 20;

/** Generates `<object id>_secret_…`, which lets a browser or app act on that one object. */
export function makeClientSecret(ctx: Context, id: string): string {
  return `${id}_secret_${randomBase62(RANDOM_LENGTH, ctx.ports.randomBytes)}`;
}

/** An object's client secret. A `lifetimeS` of null never expires. */
export interface ClientSecret {
  readonly secret: string | null | undefined;
  readonly createdAt: Date;
  readonly lifetimeS: number | null;
}

/**
 * Checks a presented client secret against an object's own. Specification: Authentication. Wrong ones are counted per
 * object; after too many, none is compared for a while.
 *
 * @throws {Problem} `rate_limited`; `client_secret_invalid`, also when the object has none; then
 * `client_secret_expired`.
 */
export function requireClientSecret(ctx: Context, presented: string, expected: ClientSecret): void {
  const { secret, createdAt, lifetimeS } = expected;
  const param = 'client_secret';
  const { clientSecrets } = ctx.ports.attemptLimits;
  // The secret stands for its object. Only a keyed digest of it is kept.
  if (secret) clientSecrets.requireLeft(secret);
  if (!secret || !isSameSecret(presented, secret)) {
    if (secret) clientSecrets.count(secret);
    throw new Problem('client_secret_invalid', 'The client secret does not match the object.', { param });
  }
  if (lifetimeS !== null && ctx.ports.now().getTime() > createdAt.getTime() + lifetimeS * 1000) {
    throw new Problem('client_secret_expired', 'The client secret has expired.', { param });
  }
}
