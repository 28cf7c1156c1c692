import type { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import type { CardTestingGuardConfig } from '../entities/values/profile-settings.ts';
import type { WritingContext } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { readByKeys } from '../reads/index.ts';
import { readRoutingAlgorithm } from '../routing/routing-algorithm.ts';
import { requireWebhookTarget } from '../webhook-endpoints/require-target.ts';
import { restartEndpoint } from '../webhook-endpoints/restart-endpoint.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import type { BusinessProfileUpdate } from './business-profile-input.ts';
import { requireSigningKey } from './signing-key.ts';
import { requireWebhookHeaders } from './webhook-headers.ts';

/** A guard that nobody has set up: off, with thresholds that are good to switch it on with. */
const guardAtFirst: Required<CardTestingGuardConfig> = Object.freeze({
  card_ip_blocking_status: 'disabled',
  card_ip_blocking_threshold: 3,
  guest_user_card_blocking_status: 'disabled',
  guest_user_card_blocking_threshold: 10,
  customer_id_blocking_status: 'disabled',
  customer_id_blocking_threshold: 5,
  card_testing_guard_expiry: 3600,
});

/**
 * Puts settings into a new or a locked profile, once they hold together. Specification: Business profile.
 *
 * @throws {Problem} `invalid_parameter`; `resource_not_found` for a tax connector that the merchant has not.
 */
export async function applySettings(
  tx: WritingContext,
  profile: BusinessProfile,
  given: BusinessProfileUpdate,
): Promise<void> {
  if (given.payment_response_hash_key !== undefined) requireSigningKey(given.payment_response_hash_key);
  requireWebhookHeaders(given.outgoing_webhook_custom_http_headers);
  await requireWebhookTarget(tx, given.webhook_details);
  for (const name of ['routing_algorithm', 'payout_routing_algorithm'] as const) {
    if (given[name]) readRoutingAlgorithm(given[name], name);
  }
  if (given.tax_connector_id) await requireConnector(tx, profile.merchant_id, given.tax_connector_id);
  if (given.webhook_details !== undefined) {
    await restartEndpoint(tx, profile.merchant_id, profile.profile_id);
  }
  const { card_testing_guard_config: guard, ...settings } = given;
  applyChanges(tx, profile, settings);
  const before = guard === null ? null : profile.card_testing_guard_config;
  profile.card_testing_guard_config = { ...guardAtFirst, ...told(before), ...told(guard) };
}

/** What is said of a guard. One is always whole: a member that is left out, or null, is no threshold at all. */
function told(guard: CardTestingGuardConfig | null | undefined): CardTestingGuardConfig {
  return Object.fromEntries(Object.entries(guard ?? {}).filter(([, value]) => value !== null));
}

async function requireConnector(tx: WritingContext, merchantId: string, id: string): Promise<void> {
  const [found] = await readByKeys(tx, ConnectorAccount, [{ merchantId, id }], []);
  if (!found) throw notFound('connector account', 'tax_connector_id');
}
