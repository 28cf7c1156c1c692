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

/** What a merchant is among others. Only the operator says that: a merchant's own key cannot. */
export const standing = [
  'organization_id',
  'parent_merchant_id',
  'sub_merchants_enabled',
  'product_type',
  'merchant_account_type',
] as const;

/** What is said of a merchant account at first. Specification: endpoint 13. */
@Input({ about: 'Parameters for creating a merchant account.' })
export class MerchantAccountCreation extends fieldsFrom(MerchantAccount, {
  requires: ['merchant_id'],
  takes: [...settings, ...standing],
}) {}

/** What may be changed of a merchant account. Specification: Merchant account. */
@Input({
  about: 'Parameters for updating a merchant account. Omitted fields keep their values; null clears them.',
})
export class MerchantAccountUpdate extends fieldsFrom(MerchantAccount, {
  takes: [...settings, ...standing, 'default_profile'],
}) {}
