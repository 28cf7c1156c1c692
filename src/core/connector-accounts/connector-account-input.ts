import { ConnectorAccount } from '../entities/connector-account.ts';
import { fieldsFrom, Input } from '../model/index.ts';

const settings = [
  'connector_label',
  'payment_methods_enabled',
  'connector_webhook_details',
  'metadata',
  'test_mode',
  'disabled',
  'frm_configs',
  'business_country',
  'business_label',
  'business_sub_label',
  'walletx_verified_domains',
  'pm_auth_config',
  'status',
  'additional_merchant_data',
  'connector_wallets_details',
] as const;

/** Specification: Connector account. */
@Input({
  about:
    "Parameters for creating a connector account. The merchant's default business profile is used unless one is given.",
})
export class ConnectorAccountCreation extends fieldsFrom(ConnectorAccount, {
  requires: ['connector_type', 'connector_name', 'connector_account_details'],
  takes: ['merchant_connector_id', 'profile_id', ...settings],
}) {}

/**
 * The connector and the profile are immutable, because payments refer to the account.
 * Specification: Connector account.
 */
@Input({
  about: 'Parameters for updating a connector account. Omitted fields keep their values; null clears them.',
})
export class ConnectorAccountUpdate extends fieldsFrom(ConnectorAccount, {
  takes: ['connector_account_details', ...settings],
}) {}
