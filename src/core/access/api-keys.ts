import { ApiKey } from '../entities/api-key.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { apiKeyHash } from './authenticate.ts';

const SECRET_LENGTH = 43;
/** Trailing characters kept in the clear, so that a merchant can tell its keys apart. */
const LAST_LENGTH = 4;

/** Specification: Authentication. */
@Input({ about: 'Parameters for creating an API key.' })
export class ApiKeyCreation extends fieldsFrom(ApiKey, {
  requires: ['name'],
  takes: ['key_id', 'expires_at', 'allowed_addresses'],
}) {}

/** Specification: Authentication. */
@Input({ about: 'Parameters for updating an API key. Omitted fields keep their values.' })
export class ApiKeyUpdate extends fieldsFrom(ApiKey, { takes: ['name', 'allowed_addresses'] }) {}

/** A new API key. Only the hash of its secret is stored, so this is the one chance to show it. */
export interface CreatedApiKey {
  readonly keyId: string;
  readonly secret: string;
}

/**
 * Creates an API key for the context's merchant. Specification: Authentication.
 *
 * @throws {Problem} `invalid_parameter` for an expiry in the past, `resource_already_exists`,
 * `resource_not_found` for an unknown merchant.
 */
export function createApiKey(ctx: Context, input: ApiKeyCreation): Promise<CreatedApiKey> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.now();
    const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
    if (expiresAt && expiresAt <= now)
      throw invalidParameter('expires_at', 'expires_at must be in the future.');

    const prefix = `sk_${tx.environment}_`;
    const secret = prefix + randomBase62(SECRET_LENGTH, tx.randomBytes);
    const key = new ApiKey();
    key.merchant_id = requireMerchant(tx);
    key.key_id = input.key_id ?? tx.ids.make('key');
    key.name = input.name;
    key.prefix = prefix;
    key.last4 = secret.slice(-LAST_LENGTH);
    key.hash = apiKeyHash(secret);
    key.created_at = now;
    key.expires_at = expiresAt;
    key.allowed_addresses = input.allowed_addresses ?? [];
    await insert(tx, key);
    return { keyId: key.key_id, secret };
  });
}

/**
 * Updates an API key. Its connections end where it may no longer be used. A key may shut itself out; another key of
 * the merchant, or the admin key, lets it in again.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function updateApiKey(ctx: Context, keyId: string, changes: ApiKeyUpdate): Promise<void> {
  return inTransaction(ctx, async (tx) => applyChanges(tx, await lock(tx, ApiKey, keyId), changes));
}

/**
 * Revokes an API key with immediate effect; a key may revoke itself. Idempotent: `revoked_at` keeps the time
 * of the first revocation. Specification: Authentication.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function revokeApiKey(ctx: Context, keyId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const key = await lock(tx, ApiKey, keyId);
    key.revoked_at ??= tx.now();
  });
}
