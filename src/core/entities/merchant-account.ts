import * as f from '../model/fields.ts';
import { enumeration, Resource, type ValueOf } from '../model/index.ts';
import { LinkConfig } from './values/link-config.ts';
import { MerchantDetails, PrimaryBusinessDetails } from './values/merchant-details.ts';
import { Routing } from './values/routing.ts';
import { WebhookDetails } from './values/webhook-details.ts';

export const ReconStatus = enumeration('ReconStatus', 'How far reconciliation has been set up.', {
  not_requested: 'Nobody asked for it.',
  requested: 'It was asked for and is not set up yet.',
  active: 'Records are being reconciled.',
  disabled: 'It was set up and has been switched off.',
});

export const ProductType = enumeration('ProductType', 'What a merchant account is used for.', {
  orchestration: 'Payments over several connectors.',
  vault: 'Keeping payment methods.',
  recon: 'Reconciling records with what connectors settled.',
  recovery: 'Winning back failed recurring payments.',
  cost_observability: 'Watching what payments cost.',
  dynamic_routing: 'Choosing connectors by how they have been doing.',
});

export const MerchantAccountType = enumeration('MerchantAccountType', 'Standing within an organization.', {
  standard: 'On its own.',
  platform: 'Acts for the connected accounts of its organization.',
  connected: 'Acted for by a platform.',
});

/** Someone who takes and sends payments. Specification: Merchant account. */
@Resource({
  table: 'merchant_accounts',
  id: 'merchant_id',
  prefix: 'mer',
  about: 'A merchant: someone who takes and sends payments. Everything else belongs to one.',
  order: 'created_at',
  from: 'oldest',
  indexes: { merchant_accounts_publishable_key: { columns: ['publishable_key'], unique: true } },
})
export class MerchantAccount {
  @f.Id('Identifier of the merchant, chosen by whoever creates it.', { required: true, search: true })
  merchant_id!: string;
  @f.Text('Name of the merchant.', { search: true }) merchant_name?: string | null;
  @f.Url("Where a customer's browser goes after paying, unless profile or payment say otherwise.")
  return_url?: string | null;
  @f.Bool('Whether what is sent back through the browser is signed.', { required: true, default: 'false' })
  enable_payment_response_hash!: boolean;
  @f.Text('Secret that redirects and webhooks are signed with. Shown in full, to verify them.', {
    encrypted: true,
  })
  payment_response_hash_key?: Buffer | null;
  @f.Bool('True sends the browser back with a POST, false with a GET.', { required: true, default: 'false' })
  redirect_to_merchant_with_http_post!: boolean;
  @f.NestedObject(() => MerchantDetails, 'Who stands behind it and how they are reached.')
  merchant_details?: MerchantDetails | null;
  @f.NestedObject(() => WebhookDetails, 'Where events go, for profiles that do not say.', { encrypted: true })
  webhook_details?: Buffer | null;
  @f.NestedObject(() => Routing, 'How the connector account of a payout is chosen.')
  payout_routing_algorithm?: Routing | null;
  @f.NestedObject(() => Routing, 'How the connector account of a fraud check is chosen.')
  frm_routing_algorithm?: Routing | null;
  @f.Bool('Whether it may have merchants under it.', { required: true, default: 'false' })
  sub_merchants_enabled!: boolean;
  @f.Id('The merchant it is under.') parent_merchant_id?: string | null;
  @f.Text('Key for browsers and apps, `pk_<env>_` and 32 characters. May be public.', { required: true })
  publishable_key!: string;
  @f.JsonObject('Anything the merchant wants to keep with it: up to 50 keys.')
  metadata?: Record<string, unknown> | null;
  @f.Text('Name of its part of the card vault.') locker_id?: string | null;
  @f.ObjectList(() => PrimaryBusinessDetails, 'Its lines of business, each in a country.')
  primary_business_details!: PrimaryBusinessDetails[];
  @f.Id('The organization it belongs to (`org_…`).', { required: true, search: true })
  organization_id!: string;
  @f.Bool('Whether its records are reconciled.', { required: true, default: 'false' })
  is_recon_enabled!: boolean;
  @f.Id('The profile used where none is named; null while it has several and none was chosen.')
  default_profile?: string | null;
  @f.Enumeration(() => ReconStatus, 'How far reconciliation has been set up.', {
    required: true,
    filter: true,
    default: "'not_requested'",
  })
  recon_status!: ValueOf<typeof ReconStatus>;
  @f.NestedObject(() => LinkConfig, 'Look and offer of the page that collects payment methods.')
  pm_collect_link_config?: LinkConfig | null;
  @f.Enumeration(() => ProductType, 'What it is used for.', {
    required: true,
    filter: true,
    default: "'orchestration'",
  })
  product_type!: ValueOf<typeof ProductType>;
  @f.Enumeration(() => MerchantAccountType, 'Its standing within the organization.', {
    required: true,
    filter: true,
    default: "'standard'",
  })
  merchant_account_type!: ValueOf<typeof MerchantAccountType>;

  @f.Timestamp('When it was created.', { required: true, visibility: 'graphql', filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('When it last changed.', { required: true, visibility: 'graphql' }) modified_at!: Date;
}
