import * as f from '../model/fields.ts';
import { MerchantOwned, Resource } from '../model/index.ts';
import { MerchantAccount } from './merchant-account.ts';
import { PayoutLinkConfig } from './values/link-config.ts';
import { PaymentLinkConfig } from './values/payment-link-config.ts';
import {
  AuthenticationConnectorDetails,
  CardTestingGuardConfig,
  ExtendedCardInfoConfig,
} from './values/profile-settings.ts';
import { Routing } from './values/routing.ts';
import { WebhookDetails } from './values/webhook-details.ts';

/** Settings of one line of a merchant's business. Specification: Business profile. */
@Resource({
  table: 'business_profiles',
  id: 'profile_id',
  prefix: 'pro',
  about:
    "Settings of one line of a merchant's business: its payments, payouts and connector accounts share them.",
  order: 'created_at',
  from: 'oldest',
})
export class BusinessProfile extends MerchantOwned {
  @f.Id('Identifier of the profile.', { required: true, search: true }) profile_id!: string;
  @f.Text('Name of the profile, such as `default` or `US_clothing`.', { required: true, search: true })
  profile_name!: string;
  @f.Url("Where a customer's browser goes after paying, unless the payment says otherwise.")
  return_url?: string | null;
  @f.Bool('Whether what is sent back through the browser is signed.', { required: true, default: 'false' })
  enable_payment_response_hash!: boolean;
  @f.Bool('True sends the browser back with a POST, false with a GET.', { required: true, default: 'false' })
  redirect_to_merchant_with_http_post!: boolean;
  @f.Text('Secret that redirects and webhooks are signed with. Shown in full, to verify them.', {
    encrypted: true,
  })
  payment_response_hash_key?: Buffer | null;
  @f.NestedObject(() => WebhookDetails, "Where events go; unset uses the merchant account's.", {
    encrypted: true,
  })
  webhook_details?: Buffer | null;
  @f.JsonObject('Anything the merchant wants to keep with it: up to 50 keys.')
  metadata?: Record<string, unknown> | null;
  @f.JsonObject('How the connector account of a payment is chosen: `type` and `data`.')
  routing_algorithm?: Record<string, unknown> | null;
  @f.JsonObject('How the connector account of a fraud check is chosen: `type` and `data`.')
  frm_routing_algorithm?: Record<string, unknown> | null;
  @f.NestedObject(() => Routing, 'How the connector account of a payout is chosen.')
  payout_routing_algorithm?: Routing | null;
  @f.Integer('How long tokens of saved payment methods stay good, in seconds.', {
    required: true,
    default: '900',
    min: 1,
  })
  intent_fulfillment_time!: number;
  @f.Integer('How long a client secret stays good, in seconds.', { required: true, default: '900', min: 1 })
  session_expiry!: number;
  @f.TextList('Domains that walletx has verified for this profile.') walletx_verified_domains!: string[];
  @f.NestedObject(() => PaymentLinkConfig, 'Look and behaviour of payment links.')
  payment_link_config?: PaymentLinkConfig | null;
  @f.NestedObject(() => AuthenticationConnectorDetails, 'Who runs 3DS outside the payment processor.')
  authentication_connector_details?: AuthenticationConnectorDetails | null;
  @f.Bool("Whether a payment's billing contact also serves as its payment method's.", {
    required: true,
    default: 'true',
  })
  use_billing_as_payment_method_billing!: boolean;
  @f.NestedObject(() => ExtendedCardInfoConfig, 'How card details may be handed back, encrypted.')
  extended_card_info_config?: ExtendedCardInfoConfig | null;
  @f.Bool('Whether a wallet is asked for shipping details its connector needs.', {
    required: true,
    default: 'false',
  })
  collect_shipping_details_from_wallet_connector!: boolean;
  @f.Bool('Whether a wallet is asked for billing details its connector needs.', {
    required: true,
    default: 'false',
  })
  collect_billing_details_from_wallet_connector!: boolean;
  @f.Bool('Whether a wallet is asked for shipping details, needed or not.', {
    required: true,
    default: 'false',
  })
  always_collect_shipping_details_from_wallet_connector!: boolean;
  @f.Bool('Whether a wallet is asked for billing details, needed or not.', {
    required: true,
    default: 'false',
  })
  always_collect_billing_details_from_wallet_connector!: boolean;
  @f.Bool('Whether a payment without the customer may go to another connector than the first one did.', {
    required: true,
    default: 'false',
  })
  is_connector_agnostic_mit_enabled!: boolean;
  @f.NestedObject(
    () => PayoutLinkConfig,
    "Look of the page where a payout's recipient says where the money goes.",
  )
  payout_link_config?: PayoutLinkConfig | null;
  @f.JsonObject('Headers added to every webhook, name to value. Values are shown masked.', {
    encrypted: true,
    masked: true,
  })
  outgoing_webhook_custom_http_headers?: Buffer | null;
  @f.Id('The connector account that works out taxes (`mca_…`).') tax_connector_id?: string | null;
  @f.Bool('Whether taxes are worked out by `tax_connector_id`.', { required: true, default: 'false' })
  is_tax_connector_enabled!: boolean;
  @f.Bool('Whether saved cards also get a network token.', { required: true, default: 'false' })
  is_network_tokenization_enabled!: boolean;
  @f.Bool('Whether a failed payment is tried again, as error mappings say.', {
    required: true,
    default: 'false',
  })
  is_auto_retries_enabled!: boolean;
  @f.Bool('Whether every authorization is asked to last longer.', { required: true, default: 'false' })
  always_request_extended_authorization!: boolean;
  @f.Bool('Whether Click to Pay is offered.', { required: true, default: 'false' })
  is_click_to_pay_enabled!: boolean;
  @f.Bool('Whether a retry may use the card number in place of a network token.', {
    required: true,
    default: 'false',
  })
  is_clear_pan_retries_enabled!: boolean;
  @f.Bool('Whether every 3DS authentication asks for a challenge.', { required: true, default: 'false' })
  force_3ds_challenge!: boolean;
  @f.Bool('Whether the cheapest debit network is chosen.', { required: true, default: 'false' })
  is_debit_routing_enabled!: boolean;
  @f.Bool('Whether a network token is made before authorization.', { required: true, default: 'false' })
  is_pre_network_tokenization_enabled!: boolean;
  @f.Bool('Whether redirects open inside a frame on the page.', { required: true, default: 'false' })
  is_iframe_redirection_enabled!: boolean;
  @f.Integer('How often at most a failed payment is tried again; unset never.', { min: 0 })
  max_auto_retries_enabled?: number | null;
  @f.JsonObject("Names of the merchant's products at authentication connectors, connector to product.")
  authentication_product_ids?: Record<string, unknown> | null;
  @f.NestedObject(() => CardTestingGuardConfig, 'Guards against someone trying out many cards.')
  card_testing_guard_config?: CardTestingGuardConfig | null;
  @f.Country('Two-letter code of the country it does business from.') merchant_business_country?:
    | string
    | null;

  @f.Timestamp('When it was created.', { required: true, visibility: 'graphql', filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('When it last changed.', { required: true, visibility: 'graphql' }) modified_at!: Date;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'The merchant it belongs to.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
