import { hashOfKey } from '../model/columns.ts';
import * as f from '../model/fields.ts';
import {
  ERROR_MESSAGE_MAX,
  type HeldRows,
  type JsonRecord,
  MerchantOwned,
  Resource,
  type ValueOf,
} from '../model/index.ts';
import { Attempt } from './attempt.ts';
import { BusinessProfile } from './business-profile.ts';
import { Capture } from './capture.ts';
import { ConnectorAccount } from './connector-account.ts';
import { Customer } from './customer.ts';
import { Dispute } from './dispute.ts';
import { Event } from './event.ts';
import { Mandate } from './mandate.ts';
import { MerchantAccount } from './merchant-account.ts';
import {
  AuthenticationType,
  CaptureMethod,
  FutureUsage,
  PaymentChannel,
  PaymentStatus,
  ScaExemptionType,
} from './payment-enumerations.ts';
import { paymentIndexes, TO_CAPTURE, TO_CAPTURE_ON, TO_EXPIRE, TO_RETRY } from './payment-indexes.ts';
import { PaymentMethodStatus } from './payment-method.ts';
import { Refund } from './refund.ts';
import { type Category, MappedCategory, MappedCode, MappedMessage } from './unified-error.ts';
import { Contact, CustomerSummary } from './values/contact.ts';
import { PaymentLinkConfig } from './values/link-config.ts';
import { PaymentMethodData, PaymentMethodKind } from './values/payment-method-data.ts';
import {
  BrowserInfo,
  EphemeralKey,
  ExternalAuthenticationDetails,
  FeatureMetadata,
  FraudMessage,
  IncrementalAuthorization,
  MandateData,
  NextAction,
  OrderDetail,
  PaymentLink,
  Reversal,
  SurchargeDetails,
} from './values/payment-parts.ts';
import { Routing } from './values/profile-settings.ts';
import { decidedAtConfirmation, RuleDecided } from './values/rule-documents.ts';

/** One amount to collect from a customer, through any number of attempts. Specification: Payment. */
@Resource({
  table: 'payments',
  shortIndexes: true,
  id: 'payment_id',
  prefix: 'pay',
  about: 'A payment: one amount to collect from a customer, through any number of attempts.',
  order: 'created',
  from: 'newest',
  reads: 'payments:read',
  reach: 'profile',
  audited: { shows: 'figures' },
  indexes: paymentIndexes,
  checks: {
    payments_received_within_asked: 'amount_received + amount_capturable <= net_amount',
    payments_refunded_within_received: 'amount_refunded <= amount_received',
  },
  unconstrained: ['connector_account', 'mandate'],
  heldLists,
})
export class Payment extends MerchantOwned {
  @f.Id('Unique identifier of the payment (`pay_…` unless the merchant chose it).', {
    required: true,
    search: true,
  })
  payment_id!: string;
  @f.Enumeration(() => PaymentStatus, 'Lifecycle status of the payment.', {
    required: true,
    filter: true,
    example: 'succeeded',
  })
  status!: ValueOf<typeof PaymentStatus>;
  @f.Amount('Amount to collect, in minor units, before shipping, tax and surcharge.', {
    required: true,
    filter: true,
    sort: true,
  })
  amount!: number;
  @f.Amount(
    'Total amount to charge, in minor units: `amount` plus shipping, order tax, surcharge and tax on the surcharge.',
    {
      required: true,
      filter: 'unindexed',
    },
  )
  net_amount!: number;
  @f.Amount('Shipping cost, in minor units.') shipping_cost?: number | null;
  @f.Amount('Amount that can still be captured, in minor units.', {
    required: true,
    default: '0',
    example: 0,
  })
  amount_capturable!: number;
  @f.Amount('Amount captured so far, in minor units. Refunds do not reduce it.', {
    required: true,
    default: '0',
  })
  amount_received!: number;
  @f.Text('Name of the connector of the latest attempt; null before confirmation.', {
    filter: true,
    example: 'sandbox',
    holds: 'code',
  })
  connector?: string | null;
  @f.Text('Client secret for client-side calls concerning this payment only. Do not log it.', {
    required: true,
    credential: 'personal',
    example: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_secret_8fK2mQ9xT4vL7bN1cR5z',
    holds: 'token',
  })
  client_secret!: string;
  @f.Timestamp('Time at which the payment was created.', { required: true, filter: true, sort: true })
  created!: Date;
  @f.Timestamp('Time at which the payment last changed.', { required: true, filter: true, sort: true })
  updated!: Date;
  @f.Currency("Three-letter ISO 4217 code of the payment's currency.", { required: true, filter: true })
  currency!: string;
  @f.Id('Customer making the payment; null for a guest. A new identifier creates the customer.', {
    filter: true,
  })
  customer_id?: string | null;
  @f.NestedObject(() => CustomerSummary, 'Customer details at the time the customer was attached.', {
    visibility: 'list',
    graphql: 'customerSummary',
  })
  customer?: CustomerSummary | null;
  @f.Text("Description of the payment, for the merchant's own use.", { search: true })
  description?: string | null;
  @f.Children(() => Refund, 'Refunds of the payment, including pending and failed ones, newest first.')
  refunds?: Refund[];
  @f.Children(() => Dispute, 'Disputes (chargebacks) opened against the payment, newest first.', {
    markedBy: 'disputed',
  })
  disputes?: Dispute[];
  @f.Children(() => Attempt, 'Payment attempts, oldest first; each retry adds one.') attempts?: Attempt[];
  @f.Children(
    () => Capture,
    'Captures of the payment, oldest first. Money captured together with its authorization is one capture.',
  )
  captures?: Capture[];
  @f.Id(
    "Mandate that the payment set up or is charged under. It must belong to the customer; if none is given, the mandate's customer applies. The charge uses its saved payment method, off session unless `off_session` is false.",
    { filter: true },
  )
  mandate_id?: string | null;
  @f.NestedObject(() => MandateData, "Customer's consent (mandate) to future charges.")
  mandate_data?: MandateData | null;
  @f.Enumeration(
    () => FutureUsage,
    'Intended future use of the payment method; setting it saves the card or debited account. With `off_session` the customer consents to charges while absent: confirmation requires `mandate_data.customer_acceptance`, unless the saved method already has `recurring_enabled`.',
  )
  setup_future_usage?: ValueOf<typeof FutureUsage> | null;
  @f.Bool(
    'Whether the payment is merchant-initiated, with the customer absent. The customer must have consented, and is never challenged.',
  )
  off_session?: boolean | null;
  @f.Enumeration(
    () => PaymentChannel,
    'Channel of the order: `ecommerce` by default, or `moto` for an order by mail or telephone, whose customer is not challenged by 3-D Secure. It is not sent to connectors yet.',
    { onlyIfSet: 'It can be set in REST too, and rules compare it.' },
  )
  payment_channel?: ValueOf<typeof PaymentChannel> | null;
  @f.Timestamp(
    'Time at which the service captures the capturable amount, once and within a minute; null unless scheduled. Requires the `capture_method` `manual` or `manual_multiple`, and a time before `capture_before`, when the authorization expires. A failed capture is not repeated.',
    { visibility: 'list', example: null, due: { while: 'capture_due is not null' } },
  )
  capture_on?: Date | null;
  @f.Enumeration(() => CaptureMethod, 'How authorized funds are captured; `automatic` by default.', {
    example: 'automatic',
  })
  capture_method?: ValueOf<typeof CaptureMethod> | null;
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.', {
    filter: true,
    example: 'card',
  })
  payment_method?: ValueOf<typeof PaymentMethodKind> | null;
  @f.NestedObject(() => PaymentMethodData, 'Payment method details; never the full card number.')
  payment_method_data?: PaymentMethodData | null;
  @f.Text(
    "Token of the saved payment method, from the customer's payment method list. Valid for one payment; returned masked except for its last four characters.",
    { holds: 'token' },
  )
  payment_token?: string | null;
  @f.NestedObject(() => Contact, 'Shipping contact and address.') shipping?: Contact | null;
  @f.NestedObject(() => Contact, 'Billing contact and address.') billing?: Contact | null;
  @f.JsonEncodedList(() => OrderDetail, 'Line items of the order. A JSON-encoded list over REST.')
  order_details?: OrderDetail[] | null;
  @f.Email("Customer's email address.", {
    filter: true,
    search: true,
    example: 'alice@example.com',
    personal: true,
    redirectsNothing: 'of_customer',
  })
  email?: string | null;
  @f.Text("Customer's name.", { search: true, example: 'Alice Example', personal: true }) name?:
    | string
    | null;
  @f.Text(
    "Customer's phone number, without the calling code. Searches match its digits, and the digits of the numbers in `billing` and `shipping`, in national and international form.",
    {
      example: '3012345678',
      personal: true,
      phonesWith: { contacts: ['billing', 'shipping'] },
      holds: 'phone',
    },
  )
  phone?: string | null;
  @f.Url("URL the customer returns to after a redirect; the business profile's by default.", {
    example: 'https://example.com/done',
    redirectsNothing: 'leads_back',
  })
  return_url?: string | null;
  @f.Enumeration(
    () => AuthenticationType,
    'Whether 3-D Secure is requested; never for off-session payments. `no_three_ds` by default. This is the request; the result is in `authentication_data` of the card and in `external_authentication_details`.',
    {
      filter: 'unindexed',
      example: 'no_three_ds',
    },
  )
  authentication_type?: ValueOf<typeof AuthenticationType> | null;
  @f.StatementDescriptor(
    "Statement descriptor for the customer's bank statement: up to 22 characters including its suffix.",
  )
  statement_descriptor_name?: string | null;
  @f.StatementDescriptor('Suffix appended to the statement descriptor.')
  statement_descriptor_suffix?: string | null;
  @f.NestedObject(
    () => NextAction,
    'Next step for the customer, such as a 3-D Secure redirect; null without one.',
    { due: { while: `next_action ->> 'sdk_data' is null` } },
  )
  next_action?: NextAction | null;
  @f.Text('Cancellation reason given by the merchant.') cancellation_reason?: string | null;
  @f.Text(
    'Error code of the connector for the latest attempt; null unless it failed. `not_as_asked` while the connector reports a different amount than requested.',
    { filter: true, holds: 'code' },
  )
  error_code?: string | null;
  @f.Text('Error message of the connector for the latest attempt; null unless it failed.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  error_message?: string | null;
  @MappedCode({ visibility: 'list', filter: true }) unified_code?: string | null;
  @MappedMessage({ visibility: 'list' }) unified_message?: string | null;
  @MappedCategory() error_category?: Category;
  @f.Text("The operator's name for the error, from the error mapping; null without a match.", {
    visibility: 'beyond',
    holds: 'code',
  })
  router_error?: string | null;
  @f.Text('Checkout flow of the payment method, such as `redirect_to_url`.', { holds: 'code' })
  payment_experience?: string | null;
  @f.Text('Payment method subtype, such as `credit` or `ach`.', {
    filter: true,
    example: 'credit',
    holds: 'code',
  })
  payment_method_type?: string | null;
  @f.Text('Label of the connector account of the latest attempt.', { example: 'sandbox_default' })
  connector_label?: string | null;
  @f.Country(
    "Two-letter ISO 3166 country code of the business; for connectors the profile's by default. A payment created with it and `business_label`, but without `profile_id`, gets the profile named `<country>_<label>`, if it exists. Connector accounts of other countries are not used.",
  )
  business_country?: string | null;
  @f.Text(
    'Line of business, which selects the profile; see `business_country`. Connector accounts of other lines are not used.',
  )
  business_label?: string | null;
  @f.Text('Subdivision of the line of business. Connector accounts of other subdivisions are not used.')
  business_sub_label?: string | null;
  @f.TextList(
    'Payment method subtypes that are offered to the customer and accepted on confirmation; all if the list is empty.',
    { holds: 'code' },
  )
  allowed_payment_method_types!: string[];
  @f.NestedObject(
    () => EphemeralKey,
    "Short-lived client-side key of the customer; returned only on creation. It gives access to the payment and the customer's saved payment methods until the payment ends, for at most an hour.",
    { credential: true, example: null },
  )
  ephemeral_key?: EphemeralKey | null;
  @f.Bool('Whether a failed payment can be confirmed again; null if it has not failed.')
  manual_retry_allowed?: boolean | null;
  @f.Text('Transaction identifier assigned by the connector for the latest attempt.', {
    search: true,
    example: 'txn_7391',
    holds: 'identifier',
  })
  connector_transaction_id?: string | null;
  @f.NestedObject(() => FraudMessage, 'Result of the latest fraud check; null without a check.')
  frm_message?: FraudMessage | null;
  @f.JsonObject("Key-value pairs for the merchant's own use, up to 50 keys. Updates merge key by key.", {
    entries: 'payment_metadata',
    example: { order: '20260131-17' },
  })
  metadata?: JsonRecord | null;
  @f.JsonObject('Key-value pairs passed to the fraud check.') frm_metadata?: JsonRecord | null;
  @f.JsonObject('Connector-specific data, keyed by connector; each connector receives only its entry.')
  connector_metadata?: JsonRecord | null;
  @f.NestedObject(() => FeatureMetadata, 'Feature-specific data; payments are found by its `search_tags`.', {
    search: 'search_tags',
  })
  feature_metadata?: FeatureMetadata | null;
  @f.Text(
    "Reference sent to the connector: the `attempt_id` of the payment's active attempt. This is the latest attempt, unless an earlier one turned out to be paid.",
    { search: true, holds: 'identifier' },
  )
  reference_id?: string | null;
  @f.NestedObject(
    () => PaymentLink,
    'Hosted payment page; null unless requested. Also null for callers without `personal_data:read`, because the page shows personal data.',
    { credential: 'personal' },
  )
  payment_link?: PaymentLink | null;
  @f.Id('Business profile of the payment: its settings and connector accounts apply.', { filter: true })
  profile_id?: string | null;
  @f.Id('Connector account of the latest attempt.', { filter: true }) merchant_connector_id?: string | null;
  @f.NestedObject(() => SurchargeDetails, 'Surcharge added to the amount for the payment method used.')
  surcharge_details?: SurchargeDetails | null;
  @f.Integer('Number of attempts made so far.', { required: true, min: 0, default: '0' })
  attempt_count!: number;
  @f.Text(
    'Decision on a payment stopped by a fraud check or held by a risk rule: `approved` or `rejected` by the merchant, or `auto_refunded`.',
    { holds: 'code' },
  )
  merchant_decision?: string | null;
  @f.Bool('Whether the connector allows increases of the authorized amount; null unless requested.')
  incremental_authorization_allowed?: boolean | null;
  @f.Integer('Number of requested increases of the authorization; null without any.', {
    min: 0,
  })
  authorization_count?: number | null;
  @f.ObjectList(() => IncrementalAuthorization, 'Requested increases of the authorized amount, oldest first.')
  incremental_authorizations!: IncrementalAuthorization[];
  @f.NestedObject(() => ExternalAuthenticationDetails, 'Result of external 3-D Secure; null without one.')
  external_authentication_details?: ExternalAuthenticationDetails | null;
  @f.Bool('Whether external 3-D Secure authentication was attempted; null unless attempted.')
  external_3ds_authentication_attempted?: boolean | null;
  @f.Timestamp('Time at which the payment expires if it has not been confirmed and authenticated.', {
    required: true,
    due: { as: 'payment_session', counted: TO_EXPIRE },
  })
  expires_on!: Date;
  @f.Text('Fingerprint of the card or gift card number: identical for the same card within one merchant.', {
    holds: 'token',
  })
  fingerprint?: string | null;
  @f.NestedObject(() => BrowserInfo, "Customer's browser; the card-testing guard counts by `ip_address`.", {
    personal: true,
  })
  browser_info?: BrowserInfo | null;
  @f.Id('Saved payment method that the payment used or created.', { filter: true })
  payment_method_id?: string | null;
  @f.Enumeration(
    () => PaymentMethodStatus,
    'Status of the saved payment method; `inactive` once it was deleted.',
  )
  payment_method_status?: ValueOf<typeof PaymentMethodStatus> | null;
  @f.JsonObject(
    "Split instructions for marketplaces, under `<connector>_split_payment`: only accounts of these connectors are used. `charge_id` is the connector's charge, once created.",
  )
  split_payments?: JsonRecord | null;
  @f.Bool(
    'Whether the connector granted an extended authorization, with a longer capture period; null unless requested.',
  )
  extended_authorization_applied?: boolean | null;
  @f.Timestamp(
    'Time at which the authorization expires, as reported by the connector; an uncaptured amount then expires.',
    { due: { as: 'authorization', counted: TO_CAPTURE } },
  )
  capture_before?: Date | null;
  @f.Timestamp('Time at which the scheduled capture is due; null once started, or without a schedule.', {
    visibility: 'nowhere',
    due: { as: 'scheduled_capture', counted: TO_CAPTURE_ON },
  })
  capture_due?: Date | null;
  @f.Timestamp(
    "Time at which the declined off-session charge is retried, by its profile's `retry_policy`; null unless scheduled. `POST /payments/{payment_id}/cancel_retry` cancels it.",
    {
      onlyIfSet: 'Retries can be configured in REST too, and charge the customer.',
      event: true,
      due: { as: 'payment_retry', counted: TO_RETRY },
    },
  )
  next_retry_at?: Date | null;
  @f.JsonObject('Time of the first decline that `retry_policy` retried, and the number of retries since.', {
    visibility: 'nowhere',
  })
  retry_schedule?: JsonRecord | null;
  @f.Text("Merchant's own order reference.", { filter: true, search: true, holds: 'identifier' })
  merchant_order_reference_id?: string | null;
  @f.Amount('Tax on the order, in minor units.') order_tax_amount?: number | null;
  @f.Text('Mandate identifier assigned by the connector.', { holds: 'identifier' }) connector_mandate_id?:
    | string
    | null;
  @f.Text('Source of the card details: `manual` (entered) or `saved_card`.', { holds: 'code' })
  card_discovery?: string | null;
  @f.Bool('Whether a 3-D Secure challenge is requested.')
  force_3ds_challenge?: boolean | null;
  @f.Enumeration(
    () => ScaExemptionType,
    'Exemption from strong customer authentication to request for a card. It goes before rules, but not before a requested challenge.',
    { onlyIfSet: 'Merchants of REST set it too.' },
  )
  psd2_sca_exemption_type?: ValueOf<typeof ScaExemptionType> | null;
  @f.Bool('Whether the challenge request was passed on to the connector.')
  force_3ds_challenge_trigger?: boolean | null;
  @f.Text('Decline code of the card issuer, if the connector returns it.', { holds: 'code' })
  issuer_error_code?: string | null;
  @f.Text('Decline message of the card issuer, if the connector returns it.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  issuer_error_message?: string | null;
  @f.Bool('Whether redirects open in an iframe.')
  is_iframe_redirection_enabled?: boolean | null;
  @f.Text(
    "The connector's latest response as JSON, without card numbers, secrets and personal data; null without a response.",
    { max: 65_536 },
  )
  whole_connector_response?: string | null;
  @f.Bool(
    'Whether the e-mail address was last set by a caller without `personal_data:read`. Links are not mailed to it.',
    {
      visibility: 'nowhere',
    },
  )
  email_set_unread?: boolean | null;
  /** A new attempt is made only after the previous attempt failed or was replaced during its challenge. */
  @f.Bool('Whether the first attempt failed, regardless of later attempts.', {
    visibility: 'nowhere',
    derived: `attempt_count > 1 or (attempt_count = 1 and status = 'failed')`,
    filter: true,
  })
  first_attempt_failed?: boolean | null;
  @f.Bool('Whether an attempt was made, with any result.', {
    visibility: 'nowhere',
    filter: 'unindexed',
    computed: { reads: [], sql: (payment) => `(${payment}.attempt_count > 0)` },
  })
  confirmed?: boolean;
  @f.Bool('Whether the customer was asked to act, such as by a 3-D Secure challenge, with any result.', {
    visibility: 'nowhere',
    filter: 'unindexed',
    computed: {
      reads: ['status_changes'],
      sql: (payment, merchantId) => `exists (
        select from status_changes h
        where h.merchant_id = ${merchantId} and h.object_type = 'payment'
          and h.object_id = ${payment}.payment_id and h.to_status = 'requires_customer_action')`,
    },
  })
  challenged?: boolean;
  @f.Bool('Whether a connector approved an attempt, even if it was voided later.', {
    visibility: 'nowhere',
    filter: 'unindexed',
    computed: {
      reads: ['attempts'],
      sql: (payment, merchantId) => `exists (
        select from attempts a
        where a.payment_hash = ${hashOfKey(merchantId, `${payment}.payment_id`)}
          and a.merchant_id = ${merchantId} and a.payment_id = ${payment}.payment_id
          and a.authorized_at is not null)`,
    },
  })
  authorized?: boolean;
  @f.Text('Bank that issued the card, as `paymentMethodData.card.cardIssuer`.', {
    visibility: 'nowhere',
    filter: 'unindexed',
    computed: { reads: [], sql: (payment) => `(${payment}.payment_method_data #>> '{card,card_issuer}')` },
  })
  card_issuer?: string | null;
  @f.Text("The connector's error code of the first attempt with an error, regardless of later attempts.", {
    visibility: 'nowhere',
    filter: 'unindexed',
    computed: firstOfAttempts('error_code'),
  })
  decline_code?: string | null;
  @f.Text("The card issuer's error code of the first attempt with an error, regardless of later attempts.", {
    visibility: 'nowhere',
    filter: 'unindexed',
    computed: firstOfAttempts('issuer_error_code'),
  })
  issuer_decline_code?: string | null;
  @f.Timestamp('Time of the first successful capture. Null before, and once every capture has failed.', {
    visibility: 'beyond',
    filter: true,
  })
  paid_at?: Date | null;
  @f.Amount('Sum of all refunds except failed ones, in minor units.', {
    required: true,
    default: '0',
    visibility: 'beyond',
  })
  amount_refunded!: number;
  /** Maintained by a trigger on disputes. */
  @f.Amount(
    'Disputed part of `amount_received`, in minor units: disputes from stage `dispute` on, unless won or cancelled.',
    { required: true, default: '0', visibility: 'nowhere' },
  )
  amount_disputed!: number;
  @f.Balance(
    'Sum of the fees that connectors reported for captures and refunds of the payment, in minor units of `fee_currency`; null without fees, or with fees in several currencies.',
    { visibility: 'beyond', currencyIn: 'fee_currency', example: 123 },
  )
  fee?: number | null;
  @f.Currency('Three-letter ISO 4217 code of the currency of `fee`, which may differ from `currency`.', {
    visibility: 'beyond',
    example: 'EUR',
  })
  fee_currency?: string | null;
  /** Maintained by a trigger, like `amount_refunded`. */
  @f.Balance(
    "The merchant's net amount, in minor units: `amount_received` − `amount_refunded` − disputes − `fee`. Negative if the deductions exceed the received amount; null without a fee, and if its currency is not the payment's. Refunds count as in `amount_refunded`; a dispute counts from stage `dispute` on, unless it was won or cancelled.",
    { visibility: 'beyond', keptAs: netOf, example: 6417 },
  )
  net?: number | null;
  @f.ObjectList(
    () => Reversal,
    "Money that the connector reported too late for the payment, oldest first. It is returned to the customer automatically and not included in the payment's amounts.",
    { visibility: 'beyond', event: true, example: [] },
  )
  reversals!: Reversal[];
  @f.Bool('Whether anything was refunded or is being refunded.', {
    visibility: 'nowhere',
    derived: 'amount_refunded > 0',
    filter: true,
  })
  refunded?: boolean | null;
  /** Maintained by a trigger. */
  @f.Bool('Whether the payment was ever disputed.', {
    required: true,
    default: 'false',
    visibility: 'nowhere',
    filter: true,
  })
  disputed!: boolean;
  @f.Text('Card network, such as `Visa`, as in `paymentMethodData.card.cardNetwork`.', {
    visibility: 'nowhere',
    derived: `payment_method_data #>> '{card,card_network}'`,
    filter: true,
    holds: 'code',
  })
  card_network?: string | null;
  @f.Text('Last four digits of the card number.', {
    visibility: 'nowhere',
    derived: `payment_method_data #>> '{card,last4}'`,
    filter: true,
  })
  card_last4?: string | null;
  @f.Text('Bank identification number (BIN): first six digits of the card number.', {
    visibility: 'nowhere',
    derived: `payment_method_data #>> '{card,card_isin}'`,
    filter: true,
  })
  card_bin?: string | null;
  @f.Text('Two-letter ISO 3166 country code of the billing address.', {
    visibility: 'nowhere',
    derived: `billing #>> '{address,country}'`,
    filter: true,
  })
  billing_country?: string | null;
  @f.ObjectList(() => RuleDecided, ...decidedAtConfirmation)
  decisions!: RuleDecided[];
  @f.NestedObject(
    () => Routing,
    "Rule that selects the connector account for this payment, in place of the profile's `routing_algorithm`.",
    { visibility: 'beyond' },
  )
  routing?: Routing | null;
  @f.NestedObject(
    () => PaymentLinkConfig,
    "Effective settings of the hosted page: the profile's, overridden by the variant and the payment; null without a page.",
    { visibility: 'beyond', takenOver: true },
  )
  payment_link_config?: PaymentLinkConfig | null;
  @f.Bool("Whether to run 3-D Secure through the profile's authentication connector.", {
    visibility: 'nowhere',
  })
  request_external_three_ds_authentication?: boolean | null;
  @f.Bool('Whether to request an authorization whose amount can be increased later.', {
    visibility: 'nowhere',
  })
  request_incremental_authorization?: boolean | null;
  @f.Bool("Whether to request an extended authorization; the profile's setting by default.", {
    visibility: 'nowhere',
  })
  request_extended_authorization?: boolean | null;
  @f.Text('Card number, encrypted; dropped once authorized or ended.', {
    encrypted: true,
    visibility: 'nowhere',
  })
  card_number?: Buffer | null;
  @f.Text('Payment method details other than a card, encrypted; dropped once authorized or ended.', {
    encrypted: true,
    visibility: 'nowhere',
  })
  method_data?: Buffer | null;
  @f.Text(
    'Credentials and results of another service, encrypted: network transaction, token, 3-D Secure result. Dropped once authorized or ended.',
    { encrypted: true, visibility: 'nowhere' },
  )
  brought_data?: Buffer | null;
  @f.JsonObject(
    'Member of `recurring_details` that the payment is charged with, and the connector account.',
    {
      visibility: 'nowhere',
    },
  )
  recurring_source?: JsonRecord | null;
  @f.Text(
    "The card network's identifier of the payment, for later charges of the card at any connector, with the customer's consent; null unless reported by the connector.",
    { visibility: 'beyond', example: '016150703802094', holds: 'token' },
  )
  network_transaction_id?: string | null;
  @f.Children(() => Event, 'Events of the payment, its refunds and its disputes.', { visibility: 'beyond' })
  events?: Event[];
  @f.Reference(() => Customer, 'customer_id', 'Customer making the payment; null for a guest.', {
    graphql: 'customer',
  })
  customer_record?: Customer;
  @f.Reference(() => Mandate, 'mandate_id', 'Mandate the payment set up, or was charged under.')
  mandate?: Mandate;
  @f.Reference(
    () => BusinessProfile,
    'profile_id',
    'Business profile of the payment: its settings and connector accounts apply.',
  )
  profile?: BusinessProfile;
  @f.Reference(() => ConnectorAccount, 'merchant_connector_id', 'Connector account of the latest attempt.')
  connector_account?: ConnectorAccount;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}

/** The first non-null value of a column among the attempts of a payment. */
function firstOfAttempts(column: string) {
  return {
    reads: ['attempts'],
    sql: (payment: string, merchantId: string) => `(
      select a.${column} from attempts a
      where a.payment_hash = ${hashOfKey(merchantId, `${payment}.payment_id`)}
        and a.merchant_id = ${merchantId} and a.payment_id = ${payment}.payment_id
        and a.${column} is not null
      order by a.created_at, a.attempt_id limit 1)`,
  };
}

/** The merchant's net of a payment, as the trigger `payments_net` calculates it. */
function netOf(row: Readonly<Record<string, unknown>>): number | null {
  const { amount_disputed, amount_received, amount_refunded, currency, fee, fee_currency } =
    row as Partial<Payment>;
  if (typeof fee !== 'number' || fee_currency !== currency) return null;
  return (amount_received ?? 0) - (amount_refunded ?? 0) - (amount_disputed ?? 0) - fee;
}

/**
 * Captures, refunds and disputes refer to an attempt's transaction at its connector. If this attempt has the
 * payment's first transaction, all of them belong to it.
 */
function heldLists(
  { attempt_count: count }: Payment,
  { entities, rowBefore }: HeldRows,
): Readonly<Record<string, readonly object[]>> | null {
  const attempts = entities.filter((entity) => entity instanceof Attempt);
  const captures = entities.filter((entity) => entity instanceof Capture);
  const hasOthers = entities.some((entity) => [Refund, Dispute].some((kind) => entity instanceof kind));
  const isWhole = attempts.length === count && count <= 1 && captures.length <= 1 && !hasOthers;
  const hadNoTransaction = (attempt: Attempt) => {
    const before = rowBefore(attempt);
    return before === null || before?.connector_transaction_id === null;
  };
  if (!isWhole || !attempts.every(hadNoTransaction)) return null;
  return { attempts, captures, refunds: [], disputes: [] };
}
