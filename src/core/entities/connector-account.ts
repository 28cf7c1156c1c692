import {
  Country,
  EncodedList,
  Enumeration,
  enumeration,
  Flag,
  Free,
  Id,
  Instant,
  MerchantScoped,
  Reference,
  Resource,
  Text,
  Texts,
  Value,
  type ValueOf,
  Values,
} from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import {
  AdditionalMerchantData,
  ConnectorAccountDetails,
  ConnectorWebhookDetails,
} from './values/connector-credentials.ts';
import { FrmConfig } from './values/frm-config.ts';
import { PaymentMethodsEnabled } from './values/payment-methods-enabled.ts';

export const ConnectorType = enumeration('ConnectorType', 'What a connector does.', {
  payment_processor: 'Takes payments.',
  payout_processor: 'Sends payouts.',
  authentication_processor: 'Runs 3DS.',
  tax_processor: 'Works out taxes.',
  payment_method_auth: 'Verifies bank accounts.',
  payment_vas: 'Adds a service to payments, such as fraud checks.',
  fin_operations: 'Runs financial operations, such as accounting.',
  fiz_operations: 'Runs operations of fiscal kind.',
  networks: 'A card or payment network itself.',
  banking_entities: 'A bank.',
  non_banking_finance: 'A lender that is no bank.',
  billing_processor: 'Bills subscriptions.',
  vault_processor: 'Keeps payment methods.',
});

export const ConnectorStatus = enumeration('ConnectorStatus', 'Whether a connector account is in use.', {
  active: 'It may be chosen.',
  inactive: 'It is set up but never chosen.',
});

/** An account a merchant has at a connector. Specification: Connector account. */
@Resource({
  table: 'connector_accounts',
  id: 'merchant_connector_id',
  prefix: 'mca',
  about: 'An account that a merchant has at a connector, with what the service signs in with.',
  order: 'created_at',
  from: 'oldest',
})
export class ConnectorAccount extends MerchantScoped {
  @Enumeration(() => ConnectorType, 'What the connector does.', { required: true, filter: true })
  connector_type!: ValueOf<typeof ConnectorType>;
  @Text('Name of the connector, such as `sandbox`.', { required: true, filter: true, search: true })
  connector_name!: string;
  @Text('What the merchant calls the account, to tell several at one connector apart.', { search: true })
  connector_label?: string | null;
  @Id('Identifier of the connector account.', { required: true, search: true })
  merchant_connector_id!: string;
  @Id('The business profile it serves.', { required: true, filter: true }) profile_id!: string;
  @Value(() => ConnectorAccountDetails, 'What the service signs in with; masked.', {
    shown: 'single',
    sealed: true,
  })
  connector_account_details?: Buffer | null;
  @Values(() => PaymentMethodsEnabled, 'Payment methods it takes, each with its bounds; at most 100.')
  payment_methods_enabled!: PaymentMethodsEnabled[];
  @Value(() => ConnectorWebhookDetails, 'What the connector signs its webhooks with; masked.', {
    shown: 'single',
    sealed: true,
  })
  connector_webhook_details?: Buffer | null;
  @Free('Settings for the connector and anything the merchant keeps with it: up to 50 keys.', {
    shown: 'single',
  })
  metadata?: Record<string, unknown> | null;
  @Flag("Whether it is an account in the connector's test environment.", { required: true, default: 'false' })
  test_mode!: boolean;
  @Flag('True takes it out of use; it is still listed.', { required: true, default: 'false', filter: true })
  disabled!: boolean;
  @EncodedList(() => FrmConfig, 'What fraud checks look at. Over REST a string of JSON.')
  frm_configs?: FrmConfig[] | null;
  @Country('Two-letter code of the country it takes business from.') business_country?: string | null;
  @Text('Line of business it serves.') business_label?: string | null;
  @Text('Part of that line of business.') business_sub_label?: string | null;
  @Texts('Domains that walletx has verified for this account.') walletx_verified_domains!: string[];
  @Free('Who verifies bank accounts, for each payment method.')
  pm_auth_config?: Record<string, unknown> | null;
  @Enumeration(() => ConnectorStatus, 'Whether it may be chosen: `active` or `inactive`.', {
    required: true,
    filter: true,
  })
  status!: ValueOf<typeof ConnectorStatus>;
  @Value(() => AdditionalMerchantData, 'What some connectors want to know of the merchant besides.', {
    shown: 'single',
  })
  additional_merchant_data?: AdditionalMerchantData | null;
  @Free('Certificates and keys of wallets, an object for each wallet; masked.', {
    shown: 'single',
    sealed: true,
    masked: true,
  })
  connector_wallets_details?: Buffer | null;

  @Instant('When it was created.', { required: true, shown: 'graphql', filter: true, sort: true })
  created_at!: Date;
  @Instant('When it last changed.', { required: true, shown: 'graphql' }) modified_at!: Date;
  @Reference(() => BusinessProfile, 'profile_id', 'The business profile it serves.')
  profile?: BusinessProfile | null;
}
