import { requireOwnMerchant } from '../access/acting-context.ts';
import { makeSigningKey, requireSigningKey } from '../business-profiles/business-profiles.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import { type Context, organizationOf, type WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import { returning } from '../foundation/permissions.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { restNames } from '../model/rest-view.ts';
import { requireCollectConfig } from '../payment-methods/collect-links.ts';
import { type Row, readByKeys, readOne } from '../reads/index.ts';
import { type RoutingOwner, requireRoutable } from '../routing/require-accounts.ts';
import { insertBlocklist } from '../value-lists/blocked-entries.ts';
import { resetEndpoint } from '../webhook-endpoints/endpoint-health.ts';
import { requireWebhookTarget } from '../webhook-endpoints/require-target.ts';
import { forgetSecretsOfMerchant } from '../webhook-endpoints/webhook-secrets.ts';
import { applyChanges, decryptField } from '../writes/apply-changes.ts';
import { insert, inTransaction, lock } from '../writes/transactions.ts';
import { profileNames, profileOfAccount } from './lines-of-business.ts';
import { noteSecondFactorOff } from './note-second-factor.ts';
import { makePublishableKey } from './publishable-keys.ts';

const settings = [
  'merchant_name',
  'return_url',
  'enable_payment_response_hash',
  'payment_response_hash_key',
  'redirect_to_merchant_with_http_post',
  'merchant_details',
  'webhook_details',
  'payout_routing_algorithm',
  'frm_routing_algorithm',
  'metadata',
  'locker_id',
  'primary_business_details',
  'is_recon_enabled',
  'recon_status',
  'pm_collect_link_config',
] as const;

/** A merchant's organization and parent. Only the admin key and the key of its organization may set these. */
export const operatorFields = [
  'organization_id',
  'parent_merchant_id',
  'sub_merchants_enabled',
  'product_type',
  'merchant_account_type',
] as const;

/** Specification: endpoint 13. */
@Input({ about: 'Parameters for creating a merchant account.' })
export class MerchantAccountCreation extends fieldsFrom(MerchantAccount, {
  requires: ['merchant_id'],
  takes: [...settings, ...operatorFields],
}) {}

/** Specification: Merchant account. */
@Input({
  about: 'Parameters for updating a merchant account. Omitted fields keep their values; null clears them.',
})
export class MerchantAccountUpdate extends fieldsFrom(MerchantAccount, {
  takes: [...settings, ...operatorFields, 'default_profile', 'require_second_factor', 'notification_rules'],
}) {}

/**
 * Retrieves a merchant account; the admin key may retrieve any. Specification: endpoint 14.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function retrieveMerchantAccount(ctx: Context, merchantId: string): Promise<Row> {
  const row = await readOne(
    returning(ctx),
    MerchantAccount,
    merchantId,
    restNames(MerchantAccount, 'single'),
  );
  if (!row) throw notFound('merchant account');
  return row;
}

/**
 * Creates a merchant account, its publishable key, and a profile for each line of business, or a single `default`
 * profile, atomically. With the key of an organization it belongs to that organization. Specification: endpoint 13.
 *
 * @throws {Problem} `resource_already_exists`; `invalid_parameter` for a repeated line of business, an empty
 *   signing key, a webhook address that is not public, an ineligible parent or a connector account in a routing algorithm; `resource_not_found` for an unknown
 *   parent.
 */
export function createMerchantAccount(ctx: Context, input: MerchantAccountCreation): Promise<void> {
  requireOwnOrganization(ctx, input.organization_id);
  return inTransaction(ctx, async (tx) => {
    const { merchant_id, organization_id, payment_response_hash_key: key, ...settings } = input;
    if (key !== null && key !== undefined) requireSigningKey(key);
    await requireWebhookTarget(tx.ports, settings.webhook_details);
    requireCollectConfig(settings.pm_collect_link_config);
    await requireAlgorithms(tx, { merchant_id, isNew: 'merchant account' }, settings);
    if (settings.parent_merchant_id) await requireParent(tx, merchant_id, settings.parent_merchant_id);
    const signingKey = (key as string | null | undefined) ?? makeSigningKey(tx);
    const names = profileNames(settings.primary_business_details);

    const account = new MerchantAccount();
    account.merchant_id = merchant_id;
    account.organization_id = organization_id ?? organizationOf(tx.caller) ?? tx.ports.ids.make('org');
    account.publishable_key = makePublishableKey(tx);
    account.created_at = account.modified_at = tx.ports.now();
    applyChanges(tx, account, {
      enable_payment_response_hash: true,
      require_second_factor: tx.ports.expectsSecondFactor,
      ...settings,
      payment_response_hash_key: signingKey,
    });

    const profiles = [];
    for (const name of names.length > 0 ? names : ['default']) {
      profiles.push(await profileOfAccount(tx, account, name, signingKey));
    }
    if (profiles.length === 1) account.default_profile = profiles[0]!.profile_id;
    await insert(tx, account);
    await tx.transaction.em.persist(profiles).flush();
    await insertBlocklist(tx, merchant_id);
  });
}

/**
 * Updates a merchant account: the caller's own, any of its organization, or any for the admin key. A new line of business
 * gets a separate profile. Specification: Merchant account.
 *
 * @throws {Problem} `resource_not_found`, also for an unknown parent or default profile; `wrong_key_kind` for fields
 * only the operator may set; `invalid_parameter`.
 */
export function updateMerchantAccount(
  ctx: Context,
  merchantId: string,
  changes: MerchantAccountUpdate,
): Promise<void> {
  if (ctx.caller.kind !== 'admin_key') {
    requireOwnMerchant(ctx, merchantId);
    rejectOperatorFields(changes);
  }
  requireOwnOrganization(ctx, changes.organization_id);
  return inTransaction(ctx, async (tx) => {
    const account = await lock(tx, MerchantAccount, merchantId);
    if (changes.payment_response_hash_key !== undefined) requireSigningKey(changes.payment_response_hash_key);
    await requireWebhookTarget(tx.ports, changes.webhook_details);
    requireCollectConfig(changes.pm_collect_link_config);
    await requireAlgorithms(tx, { merchant_id: merchantId }, changes);
    if (changes.parent_merchant_id) await requireParent(tx, merchantId, changes.parent_merchant_id);
    if (changes.default_profile) await requireProfile(tx, merchantId, changes.default_profile);
    await forgetSecretsOfMerchant(tx, account, changes);
    if (changes.webhook_details !== undefined) await resetEndpoint(tx, merchantId, null);
    const required = account.require_second_factor;
    applyChanges(tx, account, changes);
    if (required && !account.require_second_factor) await noteSecondFactorOff(tx, account);
    account.modified_at = tx.ports.now();
    if (changes.primary_business_details) await addProfiles(tx, account);
  });
}

/** @throws {Problem} `invalid_parameter` for an organization other than the key's, if the key is restricted to one. */
function requireOwnOrganization({ caller }: Context, given: string | null | undefined): void {
  const own = organizationOf(caller);
  if (own === null || given === undefined || given === null || given === own) return;
  const param = 'organization_id';
  throw invalidParameter(param, `${param} must be ${own}, the organization of the key.`);
}

/** @throws {Problem} As {@link requireRoutable}, for the routing algorithms that are being set. */
async function requireAlgorithms(
  tx: WritingContext,
  owner: RoutingOwner,
  settings: Pick<MerchantAccountUpdate, 'frm_routing_algorithm' | 'payout_routing_algorithm'>,
): Promise<void> {
  for (const name of ['payout_routing_algorithm', 'frm_routing_algorithm'] as const)
    await requireRoutable(tx, owner, settings[name], name);
}

/** @throws {Problem} `wrong_key_kind`: a merchant that could move itself could reach other merchants. */
function rejectOperatorFields(changes: MerchantAccountUpdate): void {
  const param = operatorFields.find((name) => changes[name] !== undefined);
  if (param) throw new Problem('wrong_key_kind', `${param} requires the admin API key.`, { param });
}

/** @throws {Problem} `resource_not_found`; `invalid_parameter` for itself or a merchant without `sub_merchants_enabled`. */
async function requireParent(tx: WritingContext, merchantId: string, parentId: string): Promise<void> {
  const param = 'parent_merchant_id';
  if (parentId === merchantId) throw invalidParameter(param, `${param} must be another merchant.`);
  // For an organization's key, another merchant of the organization.
  const across = tx.organization ? { ...tx, merchantId: null, rows: tx.organization.rows } : tx;
  const parent = await readOne(across, MerchantAccount, parentId, ['sub_merchants_enabled']);
  if (!parent) throw notFound('merchant account', param);
  if (parent.sub_merchants_enabled !== true) {
    throw invalidParameter(param, `${param} must be a merchant with sub_merchants_enabled.`);
  }
}

async function requireProfile(tx: WritingContext, merchantId: string, id: string): Promise<void> {
  const [profile] = await readByKeys(tx, BusinessProfile, [{ merchantId, id }], []);
  if (!profile) throw notFound('business profile', 'default_profile');
}

/** The lock on the account prevents concurrent updates from adding the same profile twice. */
async function addProfiles(tx: WritingContext, account: MerchantAccount): Promise<void> {
  const { em } = tx.transaction;
  const names = profileNames(account.primary_business_details);
  const profiles = await em.find(BusinessProfile, { merchant_id: account.merchant_id, profile_name: names });
  const existing = new Set(profiles.map((profile) => profile.profile_name));
  const key = decryptField(tx, account, 'payment_response_hash_key') as string | null;
  const signingKey = key ?? makeSigningKey(tx);
  for (const name of names.filter((one) => !existing.has(one))) {
    em.persist(await profileOfAccount(tx, account, name, signingKey));
  }
}
