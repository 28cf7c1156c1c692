import { requireOwnMerchant } from '../access/acting-context.ts';
import { requireEncryptionKey } from '../cards/encrypt-card.ts';
import { BusinessProfile, SESSION_DEFAULT_S } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { RoutedTransaction } from '../entities/routing-configuration.ts';
import type { CardTestingGuardConfig } from '../entities/values/profile-settings.ts';
import { areRetryHours, retryHoursHint } from '../entities/values/retry-policy.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { returning } from '../foundation/permissions.ts';
import { isWeakSecret, strengthRule } from '../foundation/strength.ts';
import { restNames } from '../model/rest-view.ts';
import { requireLinkConfig } from '../payment-links/link-config.ts';
import { type Row, readByKeys, readOne, readPage } from '../reads/index.ts';
import { settingByDecision } from '../routing/decide-routing.ts';
import { type RoutingOwner, requireRoutable } from '../routing/require-accounts.ts';
import { resetEndpoint } from '../webhook-endpoints/endpoint-health.ts';
import { requireWebhookTarget } from '../webhook-endpoints/require-target.ts';
import { requireWebhookHeaders } from '../webhook-endpoints/webhook-headers.ts';
import { forgetSecretsOfProfile } from '../webhook-endpoints/webhook-secrets.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import type { BusinessProfileCreation, BusinessProfileUpdate } from './business-profile-input.ts';
import { decisionByTransaction, setAlgorithm } from './routing-configurations.ts';

/** The operation has no pagination. */
const LIST_MAX = 1000;

/** The guard is off at first; the thresholds are sensible ones to switch it on with. */
const guardDefaults: Required<CardTestingGuardConfig> = Object.freeze({
  card_ip_blocking_status: 'disabled',
  card_ip_blocking_threshold: 3,
  guest_user_card_blocking_status: 'disabled',
  guest_user_card_blocking_threshold: 10,
  customer_id_blocking_status: 'disabled',
  customer_id_blocking_threshold: 5,
  card_testing_guard_expiry: 3600,
});

/**
 * Lists the business profiles of the caller's own account, oldest first. Specification: endpoint 15.
 *
 * @throws {Problem} `resource_not_found` for another account.
 */
export async function listBusinessProfiles(ctx: Context, accountId: string): Promise<Row[]> {
  requireOwnMerchant(ctx, accountId);
  const { rows } = await readPage(ctx, BusinessProfile, {
    columns: restNames(BusinessProfile, 'list'),
    take: 'first',
    limit: LIST_MAX,
  });
  return rows;
}

/**
 * Retrieves a business profile of the caller's own account. Specification: endpoint 16.
 *
 * @throws {Problem} `resource_not_found` for another account or an unknown profile.
 */
export async function retrieveBusinessProfile(
  ctx: Context,
  accountId: string,
  profileId: string,
): Promise<Row> {
  requireOwnMerchant(ctx, accountId);
  const row = await readOne(returning(ctx), BusinessProfile, profileId, restNames(BusinessProfile, 'single'));
  if (!row) throw notFound('business profile');
  return row;
}

/**
 * Creates a business profile of the context's merchant and returns its identifier. The merchant's default
 * profile does not change. Specification: Business profile.
 *
 * @throws {Problem} `resource_already_exists`; `invalid_parameter` for invalid settings, and for a connector account to
 * route to; `resource_not_found` for an unknown merchant or tax connector.
 */
export function createBusinessProfile(ctx: Context, input: BusinessProfileCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const profile = await newProfile(tx, requireMerchant(tx), input);
    await insert(tx, profile);
    await setAlgorithms(tx, profile, input);
    return profile.profile_id;
  });
}

/** Builds a profile with defaults for all that `input` omits. The caller persists it. */
export async function newProfile(
  tx: WritingContext,
  merchantId: string,
  input: BusinessProfileCreation,
): Promise<BusinessProfile> {
  const { profile_id: id, payment_response_hash_key: key, ...settings } = input;
  const profile = new BusinessProfile();
  profile.merchant_id = merchantId;
  profile.profile_id = id ?? tx.ports.ids.make('pro');
  profile.created_at = profile.modified_at = tx.ports.now();
  const all = { ...settings, payment_response_hash_key: key ?? makeSigningKey(tx) };
  await applySettings(tx, profile, all, 'business profile');
  return profile;
}

/**
 * Updates a business profile. Specification: Business profile.
 *
 * @throws {Problem} `resource_not_found`, also for an unknown tax connector; `invalid_parameter` for invalid
 * settings.
 */
export function updateBusinessProfile(
  ctx: Context,
  profileId: string,
  changes: BusinessProfileUpdate,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const profile = await lock(tx, BusinessProfile, profileId);
    await applySettings(tx, profile, changes);
    await setAlgorithms(tx, profile, changes);
    profile.modified_at = tx.ports.now();
  });
}

/** Makes the valid algorithms of a request the active rulesets of an inserted or locked profile. */
async function setAlgorithms(
  tx: WritingContext,
  profile: BusinessProfile,
  changes: Pick<BusinessProfileUpdate, 'routing_algorithm' | 'payout_routing_algorithm'>,
): Promise<void> {
  for (const transaction of RoutedTransaction.values) {
    const algorithm = changes[settingByDecision[decisionByTransaction[transaction]]];
    if (algorithm !== undefined) await setAlgorithm(tx, profile, transaction, algorithm);
  }
}

/** Validates settings and applies them to a new or locked profile. */
async function applySettings(
  tx: WritingContext,
  profile: BusinessProfile,
  changes: BusinessProfileUpdate,
  isNew?: RoutingOwner['isNew'],
): Promise<void> {
  const {
    card_testing_guard_config: guard,
    routing_algorithm: _,
    payout_routing_algorithm: __,
    ...settings
  } = changes;
  if (changes.payment_response_hash_key !== undefined) requireSigningKey(changes.payment_response_hash_key);
  requireEncryptionKey(changes.extended_card_info_config);
  requireRetryHours(changes.retry_policy);
  requireWebhookHeaders(changes.outgoing_webhook_custom_http_headers);
  requireLinkConfig(changes.payment_link_config, 'payment_link_config');
  await requireWebhookTarget(tx.ports, changes.webhook_details);
  const owner = {
    merchant_id: profile.merchant_id,
    profile_id: profile.profile_id,
    ...(isNew ? { isNew } : {}),
  };
  for (const name of ['routing_algorithm', 'payout_routing_algorithm', 'frm_routing_algorithm'] as const) {
    await requireRoutable(tx, owner, changes[name], name);
  }
  if (changes.tax_connector_id) await requireConnector(tx, profile.merchant_id, changes.tax_connector_id);
  await forgetSecretsOfProfile(tx, profile, changes);
  if (changes.webhook_details !== undefined) {
    await resetEndpoint(tx, profile.merchant_id, profile.profile_id);
  }
  for (const name of ['session_expiry', 'intent_fulfillment_time'] as const) {
    if (settings[name] === null) settings[name] = SESSION_DEFAULT_S;
  }
  applyChanges(tx, profile, settings);
  const before = guard === null ? null : profile.card_testing_guard_config;
  profile.card_testing_guard_config = { ...guardDefaults, ...withoutNulls(before), ...withoutNulls(guard) };
}

/** @throws {Problem} `invalid_parameter` */
function requireRetryHours(policy: BusinessProfileUpdate['retry_policy']): void {
  if (!policy || areRetryHours(policy.hours_between)) return;
  const param = 'retry_policy.hours_between';
  throw invalidParameter(param, `${param} must be ${retryHoursHint}.`);
}

/** A null threshold would mean no limit; dropping it lets the default apply. */
function withoutNulls(guard: CardTestingGuardConfig | null | undefined): CardTestingGuardConfig {
  return Object.fromEntries(Object.entries(guard ?? {}).filter(([, value]) => value !== null));
}

async function requireConnector(tx: WritingContext, merchantId: string, id: string): Promise<void> {
  const [account] = await readByKeys(tx, ConnectorAccount, [{ merchantId, id }], []);
  if (!account) throw notFound('connector account', 'tax_connector_id');
}

const LENGTH = 64;

/** Generates the secret that signs redirects and webhooks. */
export const makeSigningKey = (ctx: Context): string => randomBase62(LENGTH, ctx.ports.randomBytes);

/** The least length of a signing key that a merchant chooses. */
const LENGTH_MIN = 16;

/**
 * Rejects a signing key that can be guessed: anybody could sign with it.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function requireSigningKey(key: unknown): void {
  if (typeof key === 'string' && !isWeakSecret(key, LENGTH_MIN)) return;
  throw invalidParameter(
    'payment_response_hash_key',
    `payment_response_hash_key must have ${strengthRule(LENGTH_MIN)}, such as the output of openssl rand -hex 32. Omit it to have one generated.`,
  );
}
