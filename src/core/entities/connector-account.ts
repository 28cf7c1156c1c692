import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
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
  @f.Enumeration(() => ConnectorType, 'What the connector does.', { required: true, filter: true })
  connector_type!: ValueOf<typeof ConnectorType>;
  @f.Text('Name of the connector, such as `sandbox`.', { required: true, filter: true, search: true })
  connector_name!: string;
  @f.Text('What the merchant calls the account, to tell several at one connector apart.', { search: true })
  connector_label?: string | null;
  @f.Id('Identifier of the connector account.', { required: true, search: true })
  merchant_connector_id!: string;
  @f.Id('The business profile it serves.', { required: true, filter: true }) profile_id!: string;
  @f.NestedObject(() => ConnectorAccountDetails, 'What the service signs in with; masked.', {
    visibility: 'single',
    encrypted: true,
  })
  connector_account_details?: Buffer | null;
  @f.ObjectList(() => PaymentMethodsEnabled, 'Payment methods it takes, each with its bounds; at most 100.')
  payment_methods_enabled!: PaymentMethodsEnabled[];
  @f.NestedObject(() => ConnectorWebhookDetails, 'What the connector signs its webhooks with; masked.', {
    visibility: 'single',
    encrypted: true,
  })
  connector_webhook_details?: Buffer | null;
  @f.JsonObject('Settings for the connector and anything the merchant keeps with it: up to 50 keys.', {
    visibility: 'single',
  })
  metadata?: Record<string, unknown> | null;
  @f.Bool("Whether it is an account in the connector's test environment.", {
    required: true,
    default: 'false',
  })
  test_mode!: boolean;
  @f.Bool('True takes it out of use; it is still listed.', { required: true, default: 'false', filter: true })
  disabled!: boolean;
  @f.JsonEncodedList(() => FrmConfig, 'What fraud checks look at. Over REST a string of JSON.')
  frm_configs?: FrmConfig[] | null;
  @f.Country('Two-letter code of the country it takes business from.') business_country?: string | null;
  @f.Text('Line of business it serves.') business_label?: string | null;
  @f.Text('Part of that line of business.') business_sub_label?: string | null;
  @f.TextList('Domains that walletx has verified for this account.') walletx_verified_domains!: string[];
  @f.JsonObject('Who verifies bank accounts, for each payment method.')
  pm_auth_config?: Record<string, unknown> | null;
  @f.Enumeration(() => ConnectorStatus, 'Whether it may be chosen: `active` or `inactive`.', {
    required: true,
    filter: true,
  })
  status!: ValueOf<typeof ConnectorStatus>;
  @f.NestedObject(
    () => AdditionalMerchantData,
    'What some connectors want to know of the merchant besides.',
    {
      visibility: 'single',
    },
  )
  additional_merchant_data?: AdditionalMerchantData | null;
  @f.JsonObject('Certificates and keys of wallets, an object for each wallet; masked.', {
    visibility: 'single',
    encrypted: true,
    masked: true,
  })
  connector_wallets_details?: Buffer | null;

  @f.Timestamp('When it was created.', { required: true, visibility: 'graphql', filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('When it last changed.', { required: true, visibility: 'graphql' }) modified_at!: Date;
  @f.Reference(() => BusinessProfile, 'profile_id', 'The business profile it serves.')
  profile?: BusinessProfile | null;
}
