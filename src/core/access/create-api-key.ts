import { ApiKey } from '../entities/api-key.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import type { ApiKeyCreation } from './api-key-creation.ts';
import { apiKeyHash } from './authenticate.ts';

const SECRET_CHARACTERS = 43;
const SHOWN_CHARACTERS = 4;

/** A key that was made. Its secret is in no table: whoever asked for it is told it now or never. */
export interface CreatedApiKey {
  readonly keyId: string;
  readonly secret: string;
}

/**
 * Makes an API key for the context's merchant and answers its secret, of which only the hash is kept.
 * Specification: Authentication.
 *
 * @throws {Problem} `invalid_parameter` for an expiry that is not to come, `resource_already_exists`,
 * `resource_not_found` for an unknown merchant.
 */
export function createApiKey(ctx: Context, given: ApiKeyCreation): Promise<CreatedApiKey> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.now();
    const expiresAt = given.expires_at ? new Date(given.expires_at) : null;
    if (expiresAt && expiresAt <= now)
      throw invalidParameter('expires_at', 'expires_at must be in the future.');

    const prefix = `sk_${tx.environment}_`;
    const secret = prefix + randomBase62(SECRET_CHARACTERS, tx.randomBytes);
    const key = new ApiKey();
    key.merchant_id = requireMerchant(tx);
    key.key_id = given.key_id ?? tx.ids.make('key');
    key.name = given.name;
    key.prefix = prefix;
    key.last4 = secret.slice(-SHOWN_CHARACTERS);
    key.hash = apiKeyHash(secret);
    key.created_at = now;
    key.expires_at = expiresAt;
    await insert(tx, key);
    return { keyId: key.key_id, secret };
  });
}
