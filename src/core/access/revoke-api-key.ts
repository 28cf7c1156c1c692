import { ApiKey } from '../entities/api-key.ts';
import type { Context } from '../foundation/context.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/**
 * Takes an API key out of use at once, also the one that asks for it. Doing it again changes nothing: the
 * moment of the first time stays. Specification: Authentication.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function revokeApiKey(ctx: Context, keyId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const key = await lock(tx, ApiKey, keyId);
    key.revoked_at ??= tx.now();
  });
}
