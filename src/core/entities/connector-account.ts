import * as f from '../model/fields.ts';
import { enumeration, type JsonRecord, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import {
  AdditionalMerchantData,
  ConnectorAccountDetails,
  ConnectorWebhookDetails,
  FrmConfig,
  PaymentMethodsEnabled,
} from './values/connector-parts.ts';
import { FeeTableEntry } from './values/fee-table.ts';

export const ConnectorType = enumeration('ConnectorType', 'The purpose of a connector account.', {
  payment_processor: 'Payment service provider or acquirer: authorizes, captures and refunds payments.',
  payout_processor: 'Sends payouts.',
  authentication_processor: 'Runs 3-D Secure authentication outside the payment processor.',
  tax_processor: 'Calculates taxes.',
  payment_method_auth: 'Verifies bank accounts.',
  payment_vas: 'Value-added service: checks payments for fraud.',
  fin_operations: 'Financial operations, such as accounting.',
  fiz_operations: 'Fiscal operations, such as e-invoicing.',
  networks: 'Card or payment network.',
  banking_entities: 'Bank.',
  non_banking_finance: 'Non-bank financial company.',
  billing_processor: 'Subscription billing.',
  vault_processor: 'Vault that stores payment methods.',
});

export const ConnectorStatus = enumeration(
  'ConnectorStatus',
  'Whether routing may select a connector account.',
  {
    active: 'Routing may select the account.',
    inactive: 'The account is configured, but routing never selects it.',
  },
);

/** A merchant's account at a connector. Specification: Connector account. */
@Resource({
  table: 'connector_accounts',
  id: 'merchant_connector_id',
  prefix: 'mca',
  about: "A merchant's account at a connector, with its credentials and the payment methods it accepts.",
  order: 'created_at',
  from: 'oldest',
  reads: 'connectors:read',
  reach: 'profile',
  settings: true,
  audited: { shows: 'values' },
})
export class ConnectorAccount extends MerchantScoped {
  @f.Enumeration(() => ConnectorType, 'The purpose of the connector account.', {
    required: true,
    filter: true,
  })
  connector_type!: ValueOf<typeof ConnectorType>;
  @f.Text('Name of the connector, such as `sandbox`.', {
    required: true,
    filter: true,
    search: true,
    example: 'sandbox',
    holds: 'code',
  })
  connector_name!: string;
  @f.Text("Merchant's label for the account, to distinguish several accounts at one connector.", {
    search: true,
    example: 'sandbox_default',
  })
  connector_label?: string | null;
  @f.Id('Unique identifier of the connector account (`mca_…`).', { required: true, search: true })
  merchant_connector_id!: string;
  @f.Id('Business profile that uses the account.', { required: true, filter: true }) profile_id!: string;
  @f.NestedObject(
    () => ConnectorAccountDetails,
    'API credentials for the connector, encrypted at rest and returned masked.',
    { visibility: 'single', encrypted: true },
  )
  connector_account_details?: Buffer | null;
  @f.ObjectList(
    () => PaymentMethodsEnabled,
    'Payment methods the account accepts, each with its currencies, countries and amount limits; at most 100. If omitted on creation, all methods of the connector; an empty list accepts none, or all for a payout account.',
  )
  payment_methods_enabled!: PaymentMethodsEnabled[];
  @f.NestedObject(
    () => ConnectorWebhookDetails,
    'Secrets that verify webhooks received from the connector, encrypted at rest and returned masked.',
    { visibility: 'single', encrypted: true },
  )
  connector_webhook_details?: Buffer | null;
  @f.JsonObject(
    "Connector-specific settings and the merchant's own key-value pairs: up to 50 keys, 16 KiB in total. `debit_network_fees` lists the fees that debit routing compares: `network`, `fixed_amount` and `rate_basis_points` of each network. `google_pay` and `apple_pay` hold wallet settings, such as `apple_pay.domain_association`.",
    { visibility: 'single' },
  )
  metadata?: JsonRecord | null;
  @f.Bool("Whether the account is in the connector's test environment.", {
    required: true,
    default: 'false',
    example: true,
    redirects: 'money',
  })
  test_mode!: boolean;
  @f.Bool('Whether the account is disabled: still listed, but never selected by routing.', {
    required: true,
    default: 'false',
    filter: true,
  })
  disabled!: boolean;
  @f.JsonEncodedList(
    () => FrmConfig,
    'Fraud-check settings of a fraud connector account: the payments to check, the time of the check and the action on fraud. Over REST, a JSON-encoded list.',
    { example: null },
  )
  frm_configs?: FrmConfig[] | null;
  @f.Country(
    'Two-letter ISO 3166 country code of the business the account serves: payments and payouts with another `business_country` are not routed to it. Null serves all; the same applies to `business_label` and `business_sub_label`.',
  )
  business_country?: string | null;
  @f.Text(
    'Line of business the account serves: payments and payouts with another `business_label` are not routed to it. Case, spaces, hyphens and underscores do not matter.',
  )
  business_label?: string | null;
  @f.Text(
    'Subdivision of the line of business: payments with another `business_sub_label` are not routed to the account.',
  )
  business_sub_label?: string | null;
  @f.TextList(
    "Domains verified with Apple Pay for this account's merchant identifier. If set, the Apple Pay button is shown only on these domains; otherwise on the payment's pages and the profile's domains.",
    { redirects: 'card', fallsBack: true },
  )
  walletx_verified_domains!: string[];
  @f.JsonObject('Bank account verification connectors by payment method.', {
    inert: 'kept',
    because: 'No connector verifies bank accounts.',
  })
  pm_auth_config?: JsonRecord | null;
  @f.Enumeration(() => ConnectorStatus, 'Whether routing may select the account: `active` or `inactive`.', {
    required: true,
    filter: true,
    example: 'active',
  })
  status!: ValueOf<typeof ConnectorStatus>;
  @f.NestedObject(() => AdditionalMerchantData, 'Additional merchant details that some connectors require.', {
    visibility: 'single',
    inert: 'kept',
    because: 'No connector supports open-banking payments.',
  })
  additional_merchant_data?: AdditionalMerchantData | null;
  @f.JsonObject(
    'Settings of wallets, one object per wallet, encrypted at rest; certificates and keys are returned masked.',
    { visibility: 'single', encrypted: true, masked: 'named', redirects: 'money' },
  )
  connector_wallets_details?: Buffer | null;

  @f.ObjectList(
    () => FeeTableEntry,
    'Fees of the account, which routing by `least_cost` compares where the connector reported too few; at most 100.',
    {
      visibility: 'single',
      onlyIfSet: 'Fees can be set in REST too, and rules with `least_cost` route by them.',
      example: [],
    },
  )
  fee_table!: FeeTableEntry[];

  @f.Timestamp('Time at which the connector account was created.', {
    required: true,
    visibility: 'beyond',
    filter: true,
    sort: true,
  })
  created_at!: Date;
  @f.Timestamp('Time at which the connector account last changed.', { required: true, visibility: 'beyond' })
  modified_at!: Date;
  @f.Reference(() => BusinessProfile, 'profile_id', 'Business profile that uses the account.')
  profile?: BusinessProfile | null;
}
