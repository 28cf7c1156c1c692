import * as f from '../model/fields.ts';
import { type JsonRecord, openEnumeration, Resource, type ValueOf } from '../model/index.ts';
import { MerchantDetails, PrimaryBusinessDetails } from './values/contact.ts';
import { LinkConfig } from './values/link-config.ts';
import { NotificationRules } from './values/notification-rules.ts';
import { Routing, WebhookDetails } from './values/profile-settings.ts';

export const ReconStatus = openEnumeration('ReconStatus', 'State of reconciliation for a merchant account.', {
  not_requested: 'Reconciliation has not been requested.',
  requested: 'Reconciliation has been requested and is not set up yet.',
  active: 'Reconciliation is active.',
  disabled: 'Reconciliation was set up and has been disabled.',
});

export const ProductType = openEnumeration('ProductType', 'Product a merchant account uses.', {
  orchestration: 'Payments across several connectors.',
  vault: 'Vault for payment methods.',
  recon: 'Reconciliation of records with connector settlements.',
  recovery: 'Recovery of failed recurring payments.',
  cost_observability: 'Analysis of payment costs.',
  dynamic_routing: 'Routing by connector performance.',
});

export const MerchantAccountType = openEnumeration(
  'MerchantAccountType',
  'Role of a merchant account within its organization.',
  {
    standard: 'Standalone account.',
    platform: 'Platform that acts for connected accounts of its organization.',
    connected: 'Account a platform acts for.',
  },
);

/** A seller or service that accepts payments and sends payouts. Specification: Merchant account. */
@Resource({
  table: 'merchant_accounts',
  id: 'merchant_id',
  prefix: 'mer',
  about:
    'A merchant account: a seller or service that accepts payments and sends payouts, and the owner of all other objects.',
  order: 'created_at',
  from: 'oldest',
  reads: 'settings:read',
  reach: 'merchant',
  settings: true,
  audited: {
    shows: 'values',
    origins: ['webhook_details.webhook_url'],
    conceals: [
      'merchant_details',
      'publishable_key',
      'previous_publishable_key',
      'webhook_details.webhook_username',
    ],
  },
  indexes: {
    merchant_accounts_publishable_key: { columns: ['publishable_key'], unique: true },
    merchant_accounts_previous_publishable_key: { columns: ['previous_publishable_key'], unique: true },
  },
})
export class MerchantAccount {
  @f.Id('Unique identifier of the merchant account, chosen on creation.', {
    required: true,
    search: true,
    example: 'acme',
  })
  merchant_id!: string;
  @f.Text('Name of the merchant.', { search: true, example: 'Acme Clothing' }) merchant_name?: string | null;
  @f.Url(
    'URL the customer is redirected to after payment, unless the business profile or the payment has one.',
    { example: 'https://example.com/done', redirectsNothing: 'leads_back' },
  )
  return_url?: string | null;
  @f.Bool(
    'Whether the parameters of the redirect to `return_url` are signed with `payment_response_hash_key`; true by default for a new account.',
    { required: true, default: 'false' },
  )
  enable_payment_response_hash!: boolean;
  @f.Text(
    'Secret key that signs redirects and webhooks for business profiles without their own key. Returned in full, so that the merchant can verify signatures.',
    { encrypted: true, credential: true, redirectsNothing: 'signs' },
  )
  payment_response_hash_key?: Buffer | null;
  @f.Bool('Whether the customer is redirected back with a form POST (`true`) or a GET (`false`).', {
    required: true,
    default: 'false',
  })
  redirect_to_merchant_with_http_post!: boolean;
  @f.NestedObject(
    () => MerchantDetails,
    'Contact details of the business. Hosted pages show its description, website and address.',
  )
  merchant_details?: MerchantDetails | null;
  @f.NestedObject(() => WebhookDetails, 'Webhook endpoint for business profiles without their own.', {
    encrypted: true,
  })
  webhook_details?: Buffer | null;
  @f.NestedObject(
    () => Routing,
    'Rule that selects the connector account for a payout, unless the payout or its business profile has one.',
  )
  payout_routing_algorithm?: Routing | null;
  @f.NestedObject(
    () => Routing,
    'Rule that selects the account at a fraud connector that checks payments, unless the business profile has one.',
    { example: null },
  )
  frm_routing_algorithm?: Routing | null;
  @f.Bool('Whether other merchant accounts may name this one as their parent.', {
    required: true,
    default: 'false',
  })
  sub_merchants_enabled!: boolean;
  @f.Id('Parent merchant account; it must have `sub_merchants_enabled`.') parent_merchant_id?: string | null;
  @f.Text('Publishable key for client-side calls from browsers and apps: `pk_<env>_` and 32 characters.', {
    required: true,
    example: 'pk_test_8fK2mQ9xT4vL7bN1cR5zW3yH6jD0sPgA',
  })
  publishable_key!: string;
  @f.JsonObject("Key-value pairs for the merchant's own use, up to 50 keys.")
  metadata?: JsonRecord | null;
  @f.Text("Identifier of the merchant's section of the card vault.", {
    inert: 'kept',
    because: 'Cards are kept in this database; there is no separate locker.',
    holds: 'token',
  })
  locker_id?: string | null;
  @f.ObjectList(
    () => PrimaryBusinessDetails,
    'Countries and lines of business. On creation, each becomes a business profile.',
  )
  primary_business_details!: PrimaryBusinessDetails[];
  @f.Id('Organization the merchant account belongs to (`org_…`).', {
    required: true,
    search: true,
    filter: true,
    example: 'org_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  organization_id!: string;
  @f.Bool(
    'Whether reconciliation is enabled: money that moves has balance entries, and settlements can be imported. Switching it requires `finance:write` too, and sets `recon_status` to `active` or `disabled`.',
    { required: true, default: 'false' },
  )
  is_recon_enabled!: boolean;
  @f.Id('Business profile used for requests without one; null with several profiles and no default.', {
    example: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  default_profile?: string | null;
  @f.Enumeration(
    () => ReconStatus,
    'State of reconciliation, which acts only while it is `active`. Only the admin API key may set it.',
    { required: true, filter: true, default: "'not_requested'" },
  )
  recon_status!: ValueOf<typeof ReconStatus>;
  @f.NestedObject(() => LinkConfig, 'Appearance of the pages on which customers save payment methods.', {
    example: null,
  })
  pm_collect_link_config?: LinkConfig | null;
  @f.Enumeration(() => ProductType, 'Product the merchant account uses.', {
    inert: 'kept',
    because: 'The service has one product.',
    required: true,
    filter: true,
    default: "'orchestration'",
  })
  product_type!: ValueOf<typeof ProductType>;
  @f.Enumeration(() => MerchantAccountType, 'Role of the merchant account within its organization.', {
    inert: 'kept',
    because: 'All accounts are alike; organizations group them.',
    required: true,
    filter: true,
    default: "'standard'",
  })
  merchant_account_type!: ValueOf<typeof MerchantAccountType>;

  @f.Timestamp('Time at which the merchant account was created.', {
    required: true,
    visibility: 'beyond',
    filter: true,
    sort: true,
  })
  created_at!: Date;
  @f.Text('Publishable key before the last rotation; valid until `previousPublishableKeyExpiresAt`.', {
    visibility: 'beyond',
    example: null,
  })
  previous_publishable_key?: string | null;
  @f.Timestamp('Time from which the previous publishable key is rejected.', {
    visibility: 'beyond',
    example: null,
  })
  previous_publishable_key_expires_at?: Date | null;
  @f.Timestamp(
    'Time at which the operator suspended the merchant account; null unless suspended. A suspended account can still read, refund, cancel, respond to disputes and delete.',
    { visibility: 'beyond', filter: true, example: null },
  )
  suspended_at?: Date | null;
  @f.Text('Reason for the suspension, given by the operator.', {
    visibility: 'beyond',
    example: null,
  })
  suspension_reason?: string | null;
  @f.Bool(
    'Whether people must sign in with a second factor, an authenticator code or a passkey, to act in the merchant account. True for new accounts in the live environment, unless people sign in with an OpenID Connect provider; owners are notified when it is switched off.',
    { required: true, default: 'false', visibility: 'beyond' },
  )
  require_second_factor!: boolean;
  @f.Timestamp(
    'Time at which the owners were notified that no second factor is required; null unless notified.',
    {
      visibility: 'nowhere',
    },
  )
  second_factor_noted_at?: Date | null;
  @f.Bool('Whether the blocklist is enforced: payments with a blocked card are refused.', {
    required: true,
    default: 'true',
    visibility: 'beyond',
  })
  blocklist_enabled!: boolean;
  @f.NestedObject(
    () => NotificationRules,
    'Rules for opening notifications and sending them by e-mail; null for the defaults.',
    { visibility: 'beyond', example: null },
  )
  notification_rules?: NotificationRules | null;
  @f.Integer(
    'Total advance of the test clock, in seconds; always 0 in the live environment. See `advanceTestClock`.',
    { required: true, default: '0', visibility: 'beyond', min: 0, example: 0 },
  )
  test_clock_advanced_by!: number;
  @f.Timestamp('Time at which reconciliation last became active; null if it never did.', {
    visibility: 'nowhere',
  })
  recon_since?: Date | null;
  @f.Timestamp('Time at which reconciliation last ceased to be active; null if it never did.', {
    visibility: 'nowhere',
  })
  recon_until?: Date | null;
  @f.Timestamp('Time at which the merchant account last changed.', { required: true, visibility: 'beyond' })
  modified_at!: Date;
}
