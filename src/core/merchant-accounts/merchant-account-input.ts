import { MerchantAccount } from '../entities/merchant-account.ts';
import { fieldsFrom, Input } from '../model/index.ts';

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

/** A merchant's place among others. Only the admin key may set these. */
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
  takes: [...settings, ...operatorFields, 'default_profile'],
}) {}
