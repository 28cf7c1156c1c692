import { BusinessProfile } from '../entities/business-profile.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { transportHeaders } from '../webhook-endpoints/endpoint.ts';

/** Null sets these to the product's default. */
const defaulted = ['intent_fulfillment_time', 'session_expiry'] as const;

const settings = [
  'return_url',
  'enable_payment_response_hash',
  'redirect_to_merchant_with_http_post',
  'payment_response_hash_key',
  'webhook_details',
  'metadata',
  'routing_algorithm',
  'frm_routing_algorithm',
  'payout_routing_algorithm',
  'intent_fulfillment_time',
  'session_expiry',
  'walletx_verified_domains',
  'payment_link_config',
  'authentication_connector_details',
  'use_billing_as_payment_method_billing',
  'extended_card_info_config',
  'collect_shipping_details_from_wallet_connector',
  'collect_billing_details_from_wallet_connector',
  'always_collect_shipping_details_from_wallet_connector',
  'always_collect_billing_details_from_wallet_connector',
  'is_connector_agnostic_mit_enabled',
  'payout_link_config',
  'outgoing_webhook_custom_http_headers',
  'tax_connector_id',
  'is_tax_connector_enabled',
  'is_network_tokenization_enabled',
  'is_auto_retries_enabled',
  'always_request_extended_authorization',
  'is_click_to_pay_enabled',
  'is_clear_pan_retries_enabled',
  'force_3ds_challenge',
  'is_debit_routing_enabled',
  'is_pre_network_tokenization_enabled',
  'is_iframe_redirection_enabled',
  'max_auto_retries_enabled',
  'authentication_product_ids',
  'card_testing_guard_config',
  'merchant_business_country',
] as const;

/** Specification: Business profile. */
@Input({
  about: 'Parameters for creating a business profile. The identifier is generated unless given.',
})
export class BusinessProfileCreation extends fieldsFrom(BusinessProfile, {
  requires: ['profile_name'],
  takes: ['profile_id', ...settings],
  defaulted,
}) {}

/** Specification: Business profile. */
@Input({
  about: 'Parameters for updating a business profile. Omitted fields keep their values; null clears them.',
})
export class BusinessProfileUpdate extends fieldsFrom(BusinessProfile, {
  takes: ['profile_name', ...settings],
  defaulted,
}) {}

const PARAM = 'outgoing_webhook_custom_http_headers';

/** An RFC 9110 token. */
const legalName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII with inner spaces and tabs. A line break would inject another header. */
const legalValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers that the service or the HTTP connection sets on each webhook. */
const reserved = new Set([
  ...transportHeaders,
  'authorization',
  'content-encoding',
  'content-type',
  'date',
  'proxy-authorization',
  'user-agent',
]);
const reservedPrefix = /^(x-)?webhook-/;

/**
 * Checks the custom headers a merchant adds to its webhooks. Specification: Events, rule 3. Messages name reserved
 * headers only and contain no values: both may be secrets.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function requireWebhookHeaders(headers: unknown, param: string = PARAM): void {
  const reject = (fault: string): never => {
    throw invalidParameter(param, `${param} ${fault}.`);
  };
  const seen = new Set<string>();
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, unknown>)) {
    const header = name.toLowerCase();
    if (!legalName.test(name)) reject('must have valid HTTP header names');
    if (reserved.has(header) || reservedPrefix.test(header))
      reject(`must not have ${header}, which the service sets itself`);
    if (seen.has(header)) reject('must have each name once, ignoring case');
    if (typeof value !== 'string' || !legalValue.test(value)) reject('must have values of printable ASCII');
    seen.add(header);
  }
}
