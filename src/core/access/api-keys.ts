import { ApiKey } from '../entities/api-key.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { type Context, profileOfCaller, type WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { loosened } from '../foundation/key-restrictions.ts';
import {
  keptPermissions,
  type Permission,
  requirePermission,
  unnamedPermissions,
} from '../foundation/permissions.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { readByKeys } from '../reads/index.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { notifyOwners } from '../writes/outbox/owner-notices.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { apiKeyHash } from './authenticate.ts';
import { noticedDaysOf } from './expiring-keys.ts';
import { makerOf } from './maker.ts';

const SECRET_LENGTH = 43;
/** Trailing characters kept in the clear, so that a merchant can tell its keys apart. */
const LAST_LENGTH = 4;

/** Specification: Authentication. */
@Input({ about: 'Parameters for creating an API key.' })
export class ApiKeyCreation extends fieldsFrom(ApiKey, {
  requires: ['name'],
  takes: [
    'key_id',
    'description',
    'expires_at',
    'allowed_addresses',
    'permissions',
    'profile_id',
    'replaces',
  ],
}) {}

/** Specification: Authentication. */
@Input({ about: 'Parameters for updating an API key. Omitted fields keep their values.' })
export class ApiKeyUpdate extends fieldsFrom(ApiKey, {
  takes: ['description', 'expires_at', 'allowed_addresses', 'permissions'],
}) {
  @f.Text('New name of the key; null leaves it unchanged.') name?: string | null;
}

/** A new API key. Only the hash of its secret is stored, so it can be shown only now. */
export interface CreatedApiKey {
  readonly keyId: string;
  readonly secret: string;
}

/**
 * Checks that a caller has the permissions that it grants a key. Null stands for the permissions that need not be named.
 * An organization may give its merchants' keys permissions that its own key lacks, except `vault:export`.
 *
 * @throws {Problem} `not_permitted`, naming the first permission that the caller lacks.
 */
function requireAll(ctx: Context, given: readonly Permission[] | null | undefined): void {
  const granted = given ?? unnamedPermissions;
  if (ctx.caller.kind !== 'admin_key') for (const permission of granted) requirePermission(ctx, permission);
  else if (granted.includes('vault:export')) requirePermission(ctx, 'vault:export');
}

/**
 * The current permissions of a key: the named ones, or else all that need not be named plus, for a while, those it kept.
 */
const heldBy = (ctx: Context, { permissions, unnamed_permissions_until: until }: ApiKey) =>
  permissions ?? [...unnamedPermissions, ...(until && until > ctx.ports.now() ? keptPermissions : [])];

/** The profile restriction of a new key: the given one, or the caller's own. */
async function profileOf(tx: WritingContext, given: string | null | undefined): Promise<string | null> {
  const id = given ?? profileOfCaller(tx.caller);
  if (id === null) return null;
  const [profile] = await readByKeys(tx, BusinessProfile, [{ merchantId: requireMerchant(tx), id }], []);
  if (!profile) throw notFound('business profile', 'profile_id');
  return id;
}

/** @throws {Problem} `invalid_parameter` for an expiry in the past. */
function expiryOf(ctx: Context, { expires_at: given }: Pick<ApiKeyCreation, 'expires_at'>): Date | null {
  const expiresAt = given ? new Date(given) : null;
  if (expiresAt && expiresAt <= ctx.ports.now())
    throw invalidParameter('expires_at', 'expires_at must be in the future.');
  return expiresAt;
}

/** The restrictions of a new key: its own, or copied from the key that it replaces. */
type Restrictions = Pick<
  ApiKey,
  | 'allowed_addresses'
  | 'first_key_id'
  | 'permissions'
  | 'profile_id'
  | 'replaces'
  | 'unnamed_permissions_until'
>;

async function restrictionsOf(tx: WritingContext, input: ApiKeyCreation): Promise<Restrictions> {
  const { allowed_addresses: addresses, permissions, profile_id: profileId, replaces } = input;
  if (!replaces) {
    requireAll(tx, permissions);
    const profile_id = await profileOf(tx, profileId);
    return { allowed_addresses: addresses ?? [], permissions: permissions ?? null, profile_id };
  }
  const given = permissions ? 'permissions' : profileId ? 'profile_id' : null;
  if (given) {
    const message = `${given} must be omitted with replaces: the new key has the restrictions of the key that it replaces.`;
    throw new Problem('parameters_exclusive', message, { param: given });
  }
  const former = await lock(tx, ApiKey, replaces);
  requireAll(tx, heldBy(tx, former));
  return {
    allowed_addresses: addresses ?? former.allowed_addresses,
    permissions: former.permissions ?? null,
    unnamed_permissions_until: former.unnamed_permissions_until ?? null,
    profile_id: former.profile_id ?? null,
    replaces,
    first_key_id: former.first_key_id ?? former.key_id,
  };
}

/**
 * Creates an API key for the context's merchant. Specification: Authentication.
 *
 * A replacement key shares the idempotency keys of the former key: a request sent with the former is not run again with
 * the new one. The former key stays valid until it is revoked.
 *
 * @throws {Problem} `invalid_parameter` for an expiry in the past, `resource_already_exists`,
 *   `resource_not_found` for an unknown merchant, profile or key to replace; `parameters_exclusive`; `not_permitted` if the
 *   key had more permissions than the caller.
 */
export function createApiKey(ctx: Context, input: ApiKeyCreation): Promise<CreatedApiKey> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.ports.now();
    const expiresAt = expiryOf(tx, input);
    const prefix = `sk_${tx.ports.environment}_`;
    const secret = prefix + randomBase62(SECRET_LENGTH, tx.ports.randomBytes);
    const key = new ApiKey();
    key.merchant_id = requireMerchant(tx);
    key.key_id = input.key_id ?? tx.ports.ids.make('key');
    key.name = input.name;
    key.description = input.description ?? null;
    key.prefix = prefix;
    key.last4 = secret.slice(-LAST_LENGTH);
    key.hash = apiKeyHash(secret);
    key.created_at = now;
    key.created_by = makerOf(tx.caller);
    key.expires_at = expiresAt;
    key.expiry_noticed_days = noticedDaysOf(expiresAt, now);
    Object.assign(key, await restrictionsOf(tx, input));
    await insert(tx, key);
    return { keyId: key.key_id, secret };
  });
}

/**
 * Updates an API key. Connections from addresses that are no longer allowed end, and all end when its permissions change.
 * A key may lock itself out; another key of the merchant, or the admin key, can undo that. A caller with fewer
 * permissions than the key can only restrict it: `holds` of {@link ApiKey}. Owners are notified when a key's restrictions
 * are loosened.
 *
 * @throws {Problem} `resource_not_found`; `not_permitted`.
 */
export function updateApiKey(ctx: Context, keyId: string, { name, ...others }: ApiKeyUpdate): Promise<void> {
  const changes = { ...others, ...(name ? { name } : {}) };
  // For an organization's key only. Other callers' rights are compared with the key's when the transaction ends.
  if (changes.permissions !== undefined && ctx.caller.kind === 'admin_key')
    requireAll(ctx, changes.permissions);
  const expiresAt = expiryOf(ctx, changes);
  return inTransaction(ctx, async (tx) => {
    const key = await lock(tx, ApiKey, keyId);
    const before = { ...key };
    // Permissions that the key kept without naming them end when it first gets a list.
    if (changes.permissions !== undefined) key.unnamed_permissions_until = null;
    applyChanges(tx, key, changes);
    if (changes.expires_at !== undefined) key.expiry_noticed_days = noticedDaysOf(expiresAt, tx.ports.now());
    await notifyLoosened(tx, before, key);
  });
}

/** Notifies the owners when a key gains permissions, addresses or lifetime. */
async function notifyLoosened(tx: WritingContext, before: ApiKey, after: ApiKey): Promise<void> {
  const what = loosened(before, after);
  if (what.length === 0) return;
  const { key_id, merchant_id, profile_id } = after;
  const message = `The API key ${key_id} lost restrictions: ${what.join(', ')}.`;
  const of = { merchantId: merchant_id, objectId: key_id, profileId: profile_id ?? null };
  await notifyOwners(tx, { ...of, kind: 'key_loosened', message });
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
    key.revoked_at ??= tx.ports.now();
  });
}
