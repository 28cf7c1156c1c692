import * as f from '../model/fields.ts';
import { type JsonRecord, MerchantOwned, Resource } from '../model/index.ts';
import { MerchantAccount } from './merchant-account.ts';
import { PaymentLinkConfig, PayoutLinkConfig } from './values/link-config.ts';
import {
  AuthenticationConnectorDetails,
  CardTestingGuardConfig,
  ExtendedCardInfoConfig,
  Routing,
  WebhookDetails,
} from './values/profile-settings.ts';
import { RetryPolicy } from './values/retry-policy.ts';
import { routingAlgorithm } from './values/routing-documents.ts';

/** The length of a session unless the merchant sets another, in seconds. */
export const SESSION_DEFAULT_S = 900;
/** The longest session: about three months, in seconds. Card data is kept for no longer than a session. */
export const SESSION_MAX_S = 7_890_000;

const shownBy = (decision: string) => `nullif(active_rules #> '{${decision},algorithm}', 'null')`;
const differs = (setting: string, decision: string) =>
  `jsonb_strip_nulls(coalesce(nullif(${setting}, 'null'), '{}')) <> jsonb_strip_nulls(coalesce(${shownBy(decision)}, '{}'))`;

/** Condition of the profiles with an algorithm that their active ruleset does not show: a release without rulesets set it. */
export const ALGORITHM_WITHOUT_RULES = `(${differs('routing_algorithm', 'payment_routing')} or ${differs('payout_routing_algorithm', 'payout_routing')})`;

/** Settings of one line of business. Specification: Business profile. */
@Resource({
  table: 'business_profiles',
  id: 'profile_id',
  prefix: 'pro',
  about:
    'A business profile: the settings shared by the payments, payouts and connector accounts of one line of business.',
  order: 'created_at',
  from: 'oldest',
  reads: 'settings:read',
  reach: 'profile',
  settings: true,
  indexes: {
    business_profiles_with_rules: {
      columns: ['merchant_id', 'profile_id'],
      where: 'active_rules is not null',
    },
    business_profiles_without_rules: { columns: ['modified_at'], where: ALGORITHM_WITHOUT_RULES },
  },
  audited: {
    shows: 'values',
    conceals: ['webhook_details.webhook_username'],
    origins: ['webhook_details.webhook_url'],
  },
})
export class BusinessProfile extends MerchantOwned {
  @f.Id('Unique identifier of the business profile (`pro_…`).', { required: true, search: true })
  profile_id!: string;
  @f.Text('Name of the business profile, such as `default` or `US_clothing`.', {
    required: true,
    search: true,
    example: 'default',
  })
  profile_name!: string;
  @f.Url('URL the customer is redirected to after payment, unless the payment has its own `return_url`.', {
    example: 'https://example.com/done',
    redirectsNothing: 'leads_back',
  })
  return_url?: string | null;
  @f.Bool(
    'Whether the parameters of the redirect to `return_url` are signed with `payment_response_hash_key`; true by default.',
    { required: true, default: 'true' },
  )
  enable_payment_response_hash!: boolean;
  @f.Bool('Whether the customer is redirected back with a form POST (`true`) or a GET (`false`).', {
    required: true,
    default: 'false',
  })
  redirect_to_merchant_with_http_post!: boolean;
  @f.Text(
    "Secret key that signs the redirects and webhooks of the profile; if null, the merchant account's key is used. Returned in full, so that the merchant can verify signatures.",
    { encrypted: true, credential: true, redirectsNothing: 'signs' },
  )
  payment_response_hash_key?: Buffer | null;
  @f.NestedObject(
    () => WebhookDetails,
    "Webhook endpoint of the profile; null to use the merchant account's.",
    { encrypted: true, fallsBack: true },
  )
  webhook_details?: Buffer | null;
  @f.JsonObject("Key-value pairs for the merchant's own use, up to 50 keys.")
  metadata?: JsonRecord | null;
  @f.JsonObject(
    'Rule that selects the connector account for a payment, as `type` and `data`; null to try accounts oldest first.',
    { schema: routingAlgorithm },
  )
  routing_algorithm?: JsonRecord | null;
  @f.JsonObject(
    "Rule that selects the account at a fraud connector that checks payments, as `type` and `data`; null to use the merchant account's. Without either, payments are not checked.",
    { schema: routingAlgorithm },
  )
  frm_routing_algorithm?: JsonRecord | null;
  @f.NestedObject(
    () => Routing,
    "Rule that selects the connector account for a payout; null to use the merchant account's.",
  )
  payout_routing_algorithm?: Routing | null;
  @f.Id(
    'Active ruleset of `payment_routing`. While `routing_algorithm` is null beside it, the rules have no form there, and writing null changes nothing.',
    { onlyIfSet: 'It can be set in REST too, and decides.' },
  )
  routing_ruleset_id?: string | null;
  @f.Id(
    'Active ruleset of `payout_routing`. While `payout_routing_algorithm` is null beside it, the rules have no form there, and writing null changes nothing.',
    { onlyIfSet: 'It can be set in REST too, and decides.' },
  )
  payout_routing_ruleset_id?: string | null;
  /** A copy, so that a decision reads no further row. */
  @f.JsonObject('The active rulesets by decision.', { visibility: 'nowhere', shownWhole: 'concealed' })
  active_rules?: JsonRecord | null;
  @f.Integer('Lifetime of payment tokens of saved payment methods, in seconds; 900 if set to null.', {
    required: true,
    default: String(SESSION_DEFAULT_S),
    min: 1,
    example: SESSION_DEFAULT_S,
  })
  intent_fulfillment_time!: number;
  @f.Integer(
    'Time a payment or payout may wait to be confirmed, and lifetime of its client secret, in seconds; 900 if set to null.',
    {
      required: true,
      default: String(SESSION_DEFAULT_S),
      min: 1,
      maximum: SESSION_MAX_S,
      example: SESSION_DEFAULT_S,
    },
  )
  session_expiry!: number;
  @f.TextList(
    "Domains verified with Apple Pay for this profile. Their pages, like the payment's own page, may show the Apple Pay button.",
    { redirects: 'card' },
  )
  walletx_verified_domains!: string[];
  @f.NestedObject(() => PaymentLinkConfig, 'Appearance and behaviour of payment links.')
  payment_link_config?: PaymentLinkConfig | null;
  @f.NestedObject(
    () => AuthenticationConnectorDetails,
    'Connectors that run external 3-D Secure authentication; null disables it.',
  )
  authentication_connector_details?: AuthenticationConnectorDetails | null;
  @f.Bool("Whether the payment's billing contact is used for the payment method as well.", {
    required: true,
    default: 'true',
  })
  use_billing_as_payment_method_billing!: boolean;
  @f.NestedObject(
    () => ExtendedCardInfoConfig,
    'Public key that encrypts the card of each confirmation, so that the merchant can retrieve it for a limited time; null keeps no card details.',
  )
  extended_card_info_config?: ExtendedCardInfoConfig | null;
  @f.Bool('Whether wallets collect shipping details when the connector needs them.', {
    required: true,
    default: 'false',
  })
  collect_shipping_details_from_wallet_connector!: boolean;
  @f.Bool('Whether wallets collect billing details when the connector needs them.', {
    required: true,
    default: 'false',
  })
  collect_billing_details_from_wallet_connector!: boolean;
  @f.Bool('Whether wallets always collect shipping details.', {
    required: true,
    default: 'false',
  })
  always_collect_shipping_details_from_wallet_connector!: boolean;
  @f.Bool('Whether wallets always collect billing details.', {
    required: true,
    default: 'false',
  })
  always_collect_billing_details_from_wallet_connector!: boolean;
  @f.Bool("Whether a merchant-initiated payment may use a connector account other than the mandate's.", {
    required: true,
    default: 'false',
  })
  is_connector_agnostic_mit_enabled!: boolean;
  @f.NestedObject(() => PayoutLinkConfig, 'Appearance of the pages of payouts with `payout_link`.')
  payout_link_config?: PayoutLinkConfig | null;
  @f.JsonObject(
    'Custom HTTP headers added to every webhook, as name and value. Values are returned masked.',
    {
      encrypted: true,
      masked: true,
      redirects: 'personal',
      maskedBy: 'webhook_details.mask_personal_data',
      sentTo: 'webhook_details.webhook_url',
    },
  )
  outgoing_webhook_custom_http_headers?: Buffer | null;
  @f.Id('Connector account that calculates taxes (`mca_…`).') tax_connector_id?: string | null;
  @f.Bool('Whether taxes are calculated by `tax_connector_id`.', {
    inert: 'kept',
    because: 'No connector calculates taxes.',
    required: true,
    default: 'false',
  })
  is_tax_connector_enabled!: boolean;
  @f.Bool('Whether saved cards also get a network token.', {
    inert: 'kept',
    because: 'It requires a token requestor at the card networks; no connector offers one.',
    required: true,
    default: 'false',
  })
  is_network_tokenization_enabled!: boolean;
  @f.Bool(
    'Whether a failed payment or payout is retried on the next eligible connector account when its error mapping decides `retry`.',
    { required: true, default: 'false' },
  )
  is_auto_retries_enabled!: boolean;
  @f.Bool(
    'Whether connectors are asked for an extended authorization, with a longer capture period, for every payment that is not captured immediately.',
    { required: true, default: 'false' },
  )
  always_request_extended_authorization!: boolean;
  @f.Bool('Whether Click to Pay is offered.', {
    inert: 'kept',
    because: 'It requires a Click to Pay integration with the card networks.',
    required: true,
    default: 'false',
  })
  is_click_to_pay_enabled!: boolean;
  @f.Bool(
    "Whether a saved card's failed charge by connector token is retried once at the same account with the card number, if the error mapping decides `retry` and sets `clear_pan_possible`. This does not count as an automatic retry and does not require `is_auto_retries_enabled`.",
    { required: true, default: 'false' },
  )
  is_clear_pan_retries_enabled!: boolean;
  @f.Bool('Whether a 3-D Secure challenge is always requested.', {
    required: true,
    default: 'false',
  })
  force_3ds_challenge!: boolean;
  @f.Bool(
    "Whether a co-badged debit card is routed to the account and debit network with the lowest cost, according to `debit_network_fees` in the connector accounts' metadata.",
    { required: true, default: 'false' },
  )
  is_debit_routing_enabled!: boolean;
  @f.Bool('Whether cards are network-tokenized before authorization.', {
    inert: 'kept',
    because: 'It requires a token requestor at the card networks; no connector offers one.',
    required: true,
    default: 'false',
  })
  is_pre_network_tokenization_enabled!: boolean;
  @f.Bool('Whether redirects open in an iframe.', { required: true, default: 'false' })
  is_iframe_redirection_enabled!: boolean;
  @f.Integer(
    'Maximum number of automatic retries for one confirmation; null means none. Skipping an unreachable connector does not count as a retry.',
    { min: 0 },
  )
  max_auto_retries_enabled?: number | null;
  @f.NestedObject(() => RetryPolicy, 'Retries of declined off-session charges; null for none.', {
    onlyIfSet: 'It can be set in REST too, and determines whether charges are repeated.',
  })
  retry_policy?: RetryPolicy | null;
  @f.JsonObject('Product identifiers at authentication connectors, keyed by connector.', {
    inert: 'kept',
    because: 'No authentication connector has products.',
  })
  authentication_product_ids?: JsonRecord | null;
  @f.NestedObject(
    () => CardTestingGuardConfig,
    'Card-testing guard: limits on repeated declines by card, IP address and customer.',
  )
  card_testing_guard_config?: CardTestingGuardConfig | null;
  @f.Country('Two-letter ISO 3166 country code the business operates from.')
  merchant_business_country?: string | null;

  @f.Timestamp('Time at which the business profile was created.', {
    required: true,
    visibility: 'beyond',
    filter: true,
    sort: true,
  })
  created_at!: Date;
  @f.Timestamp('Time at which the business profile last changed.', { required: true, visibility: 'beyond' })
  modified_at!: Date;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
