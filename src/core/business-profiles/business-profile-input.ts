import { BusinessProfile } from '../entities/business-profile.ts';
import { fieldsFrom, Input } from '../model/index.ts';

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
  'retry_policy',
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
