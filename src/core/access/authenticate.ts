import { createHash } from 'node:crypto';
import type { Caller } from '../foundation/caller.ts';
import { Problem } from '../foundation/errors.ts';
import { isSameSecret } from '../foundation/same-secret.ts';
import { ANYWHERE, type RowSource } from '../reads/index.ts';

/** Keys that come from configuration rather than the database. */
export interface ConfiguredKeys {
  readonly adminApiKey: string;
}

/** Hex SHA-256, stored in place of the key. Keys are random, so a slow password hash would add nothing. */
export const apiKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

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
      text: `select merchant_id, key_id from find_api_key($1, $2::timestamptz) where merchant_id is not null`,
      values: [apiKeyHash(presented), now.toISOString()],
    };
    // The merchant is not known yet, so the lookup runs outside tenant scoping.
    const [row] = await rows.query<{ merchant_id: string; key_id: string }>(statement, ANYWHERE);
    if (row) return { kind: 'api_key', merchantId: row.merchant_id, keyId: row.key_id };
  }
  if (presented?.startsWith('pk_')) {
    const statement = {
      text: `select merchant_id from find_publishable_key($1) where merchant_id is not null`,
      values: [presented],
    };
    const [row] = await rows.query<{ merchant_id: string }>(statement, ANYWHERE);
    if (row) return { kind: 'publishable_key', merchantId: row.merchant_id };
  }
  throw new Problem('invalid_api_key', 'Send a valid key in the api-key header.');
}
