import { AdminKey } from '../entities/admin-key.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { insert, inTransaction, lock } from '../writes/transactions.ts';
import type { CreatedApiKey } from './api-keys.ts';
import { apiKeyHash } from './authenticate.ts';

const SECRET_LENGTH = 43;
/** Trailing characters kept in the clear, to tell keys apart. */
const LAST_LENGTH = 4;

@Input({ about: 'Parameters for creating a key of an administrator or an organization.' })
export class AdminKeyCreation extends fieldsFrom(AdminKey, {
  requires: ['name'],
  takes: ['organization_id', 'expires_at'],
}) {}

/** The identifier of the operator or key that acts for the installation; null for the service's own work. */
export const adminIn = ({ caller }: Context): string | null =>
  caller.kind === 'admin_key' ? (caller.holder?.id ?? null) : null;

/**
 * Creates an admin key, or a key of one organization. Merchants cannot have the prefix of either: `ak_<env>_` and
 * `ok_<env>_`.
 *
 * @throws {Problem} `invalid_parameter` for an expiry in the past.
 */
export function createAdminKey(ctx: Context, input: AdminKeyCreation): Promise<CreatedApiKey> {
  return inTransaction(ctx, async (tx) => {
    const { environment, ids, now, randomBytes } = tx.ports;
    const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
    if (expiresAt && expiresAt <= now())
      throw invalidParameter('expires_at', 'expires_at must be in the future.');
    const organizationId = input.organization_id ?? null;
    const key = new AdminKey();
    key.prefix = `${organizationId === null ? 'ak' : 'ok'}_${environment}_`;
    const secret = key.prefix + randomBase62(SECRET_LENGTH, randomBytes);
    key.key_id = ids.make('adk');
    key.name = input.name;
    key.organization_id = organizationId;
    key.last4 = secret.slice(-LAST_LENGTH);
    key.hash = apiKeyHash(secret);
    key.created_by = adminIn(tx);
    key.created_at = now();
    key.expires_at = expiresAt;
    await insert(tx, key);
    return { keyId: key.key_id, secret };
  });
}

/**
 * Revokes a key with immediate effect; a key may revoke itself. Idempotent: `revoked_at` keeps the time of the first
 * revocation.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function revokeAdminKey(ctx: Context, keyId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const key = await lock(tx, AdminKey, keyId);
    key.revoked_at ??= tx.ports.now();
  });
}
