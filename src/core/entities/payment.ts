import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { Attempt } from './attempt.ts';
import { BusinessProfile } from './business-profile.ts';
import { Capture } from './capture.ts';
import { ConnectorAccount } from './connector-account.ts';
import { Customer } from './customer.ts';
import { Dispute } from './dispute.ts';
import { Event } from './event.ts';
import { MerchantAccount } from './merchant-account.ts';
import { AuthenticationType, CaptureMethod, FutureUsage, PaymentStatus } from './payment-enumerations.ts';
import { PaymentMethodStatus } from './payment-method.ts';
import { Refund } from './refund.ts';
import { BrowserInfo } from './values/browser-info.ts';
import { Contact } from './values/contact.ts';
import { CustomerSummary } from './values/customer-summary.ts';
import { FeatureMetadata } from './values/feature-metadata.ts';
import { MandateData } from './values/mandate-data.ts';
import { OrderDetail } from './values/order-detail.ts';
import { PaymentMethodData } from './values/payment-card.ts';
import { PaymentMethodKind } from './values/payment-method-kind.ts';
import {
  EphemeralKey,
  ExternalAuthenticationDetails,
  FraudMessage,
  IncrementalAuthorization,
  NextAction,
  PaymentLink,
  SurchargeDetails,
} from './values/payment-parts.ts';

type Json = Record<string, unknown>;

/** Money a merchant wants from a customer, through every try at getting it. Specification: Payment. */
@Resource({
  table: 'payments',
  id: 'payment_id',
  prefix: 'pay',
  about: 'Money a merchant wants from a customer, through every try at getting it.',
  order: 'created',
  from: 'newest',
  indexes: {
    payments_to_expire: {
      columns: ['expires_on'],
      where: `status in ('requires_payment_method', 'requires_confirmation', 'requires_customer_action')`,
    },
    payments_to_forget: {
      columns: ['expires_on'],
      where: `status = 'failed' and card_number is not null`,
    },
  },
  checks: {
    payments_received_within_asked: 'amount_received + amount_capturable <= net_amount',
    payments_refunded_within_received: 'amount_refunded <= amount_received',
  },
  unconstrained: ['connector_account'],
})
export class Payment extends MerchantOwned {
  @f.Id('Identifier of the payment.', { required: true, search: true }) payment_id!: string;
  @f.Enumeration(() => PaymentStatus, 'Where it stands.', { required: true, filter: true })
  status!: ValueOf<typeof PaymentStatus>;
  @f.Amount('What is asked for, in minor units, before surcharge, tax and shipping.', {
    required: true,
    filter: true,
    sort: true,
  })
  amount!: number;
  @f.Amount('What the customer pays: amount, shipping, order tax, surcharge and tax on it, in minor units.', {
    required: true,
  })
  net_amount!: number;
  @f.Amount('Cost of shipping, in minor units.') shipping_cost?: number | null;
  @f.Amount('What may still be captured, in minor units.', { required: true, default: '0' })
  amount_capturable!: number;
  @f.Amount('What was received, in minor units.', { required: true, default: '0' }) amount_received!: number;
  @f.Text('Name of the connector it went through.', { filter: true }) connector?: string | null;
  @f.Text("Lets the customer's client act on this payment alone.", { required: true, credential: true })
  client_secret!: string;
  @f.Timestamp('When it was made.', { required: true, filter: true, sort: true }) created!: Date;
  @f.Timestamp('When it last changed.', { required: true }) updated!: Date;
  @f.Currency('Currency of its amounts.', { required: true, filter: true }) currency!: string;
  @f.Id('The customer who pays.', { filter: true }) customer_id?: string | null;
  @f.NestedObject(() => CustomerSummary, 'The customer as told with the payment.', {
    visibility: 'list',
    graphql: 'customerSummary',
  })
  customer?: CustomerSummary | null;
  @f.Reference(() => Customer, 'customer_id', 'The customer who pays.', { graphql: 'customer' })
  customer_record?: Customer;
  @f.Text('What it is for.', { search: true }) description?: string | null;
  @f.Children(() => Refund, 'Money given back on it.') refunds?: Refund[];
  @f.Children(() => Dispute, 'Objections to it.') disputes?: Dispute[];
  @f.Children(() => Attempt, 'Tries at it.') attempts?: Attempt[];
  @f.Children(() => Capture, 'Money taken out of its authorization.') captures?: Capture[];
  @f.Children(() => Event, 'What happened to it, its refunds and its disputes.', { visibility: 'graphql' })
  events?: Event[];
  @f.Id('The mandate it was made under.') mandate_id?: string | null;
  @f.NestedObject(() => MandateData, 'Consent to charge the customer later.')
  mandate_data?: MandateData | null;
  @f.Enumeration(() => FutureUsage, 'How the method will be used again.') setup_future_usage?: ValueOf<
    typeof FutureUsage
  > | null;
  @f.Bool('Whether the customer was absent.') off_session?: boolean | null;
  @f.Timestamp('When it will be captured.', { visibility: 'list' }) capture_on?: Date | null;
  @f.Enumeration(() => CaptureMethod, 'When authorized money is captured.') capture_method?: ValueOf<
    typeof CaptureMethod
  > | null;
  @f.Enumeration(() => PaymentMethodKind, 'The method it is paid with.', { filter: true })
  payment_method?: ValueOf<typeof PaymentMethodKind> | null;
  @f.NestedObject(() => PaymentMethodData, 'What may be shown of the method.')
  payment_method_data?: PaymentMethodData | null;
  @f.Text('Token of the saved method it is paid with.') payment_token?: string | null;
  @f.NestedObject(() => Contact, 'Where the goods go.') shipping?: Contact | null;
  @f.NestedObject(() => Contact, 'Where the bill goes.') billing?: Contact | null;
  @f.JsonEncodedList(() => OrderDetail, 'The lines of the order.') order_details?: OrderDetail[] | null;
  @f.Email("The customer's e-mail address.", { filter: true, search: true }) email?: string | null;
  @f.Text("The customer's name.", { search: true }) name?: string | null;
  @f.Text("The customer's telephone number.") phone?: string | null;
  @f.Url('Where the customer comes back to.') return_url?: string | null;
  @f.Enumeration(() => AuthenticationType, 'Whether the cardholder is authenticated.')
  authentication_type?: ValueOf<typeof AuthenticationType> | null;
  @f.Text("What the customer's statement shows.") statement_descriptor_name?: string | null;
  @f.Text("What the customer's statement shows behind the name.") statement_descriptor_suffix?: string | null;
  @f.NestedObject(() => NextAction, "What the customer's browser must do next.")
  next_action?: NextAction | null;
  @f.Text('Why it was cancelled, as the merchant put it.') cancellation_reason?: string | null;
  @f.Text("The connector's code for the failure.", { filter: true }) error_code?: string | null;
  @f.Text('What the connector said, when it failed.', { max: ERROR_MESSAGE_MAX }) error_message?:
    | string
    | null;
  @f.Text('The failure in terms common to all connectors.', { visibility: 'list' }) unified_code?:
    | string
    | null;
  @f.Text('The failure for people, in words common to all connectors.', {
    max: ERROR_MESSAGE_MAX,
    visibility: 'list',
  })
  unified_message?: string | null;
  @f.Text('How the customer goes through it, such as `redirect_to_url`.') payment_experience?: string | null;
  @f.Text('The kind of method more closely, such as `credit` or `ach`.') payment_method_type?: string | null;
  @f.Text('Label of the connector account it went through.') connector_label?: string | null;
  @f.Country('Country of the business.') business_country?: string | null;
  @f.Text('The business, as the merchant labels it.') business_label?: string | null;
  @f.Text('The part of the business, as the merchant labels it.') business_sub_label?: string | null;
  @f.TextList('Kinds of method that the customer may choose from.') allowed_payment_method_types!: string[];
  @f.NestedObject(() => EphemeralKey, "A short-lived key for the customer's own client.", {
    credential: true,
  })
  ephemeral_key?: EphemeralKey | null;
  @f.Bool('Whether it may be confirmed again after it failed.') manual_retry_allowed?: boolean | null;
  @f.Text("The connector's own identifier for the transaction.", { search: true }) connector_transaction_id?:
    | string
    | null;
  @f.NestedObject(() => FraudMessage, 'What fraud screening found.') frm_message?: FraudMessage | null;
  @f.JsonObject('Set by the merchant.') metadata?: Json | null;
  @f.JsonObject('For fraud screening.') frm_metadata?: Json | null;
  @f.JsonObject('For one connector or wallet, under its name.') connector_metadata?: Json | null;
  @f.NestedObject(() => FeatureMetadata, 'Data of single features.')
  feature_metadata?: FeatureMetadata | null;
  @f.Text("The service's reference that the connector was given.", { search: true }) reference_id?:
    | string
    | null;
  @f.NestedObject(() => PaymentLink, 'A hosted page on which the customer pays.')
  payment_link?: PaymentLink | null;
  @f.Id('The business profile it belongs to.', { filter: true }) profile_id?: string | null;
  @f.Reference(() => BusinessProfile, 'profile_id', 'The business profile it belongs to.')
  profile?: BusinessProfile;
  @f.Id('The connector account it went through.', { filter: true }) merchant_connector_id?: string | null;
  @f.Reference(() => ConnectorAccount, 'merchant_connector_id', 'The connector account it went through.')
  connector_account?: ConnectorAccount;
  @f.NestedObject(() => SurchargeDetails, 'What is added for the method used.')
  surcharge_details?: SurchargeDetails | null;
  @f.Integer('How many tries were made.', { required: true, min: 0, default: '0' }) attempt_count!: number;
  @f.Text("The merchant's decision on a payment held for review.") merchant_decision?: string | null;
  @f.Bool('Whether its authorization may be raised.') incremental_authorization_allowed?: boolean | null;
  @f.Integer('How often its authorization was raised.', { min: 0 }) authorization_count?: number | null;
  @f.ObjectList(() => IncrementalAuthorization, 'The raises of its authorization.')
  incremental_authorizations!: IncrementalAuthorization[];
  @f.NestedObject(
    () => ExternalAuthenticationDetails,
    'How the cardholder was authenticated by an authentication connector.',
  )
  external_authentication_details?: ExternalAuthenticationDetails | null;
  @f.Bool('Whether an authentication connector was asked.') external_3ds_authentication_attempted?:
    | boolean
    | null;
  @f.Timestamp('When it expires if it is not confirmed.') expires_on?: Date | null;
  @f.Text('Recognises the same method in other payments; it does not disclose it.') fingerprint?:
    | string
    | null;
  @f.NestedObject(() => BrowserInfo, "The customer's browser.") browser_info?: BrowserInfo | null;
  @f.Id('The saved method it is paid with.') payment_method_id?: string | null;
  @f.Enumeration(() => PaymentMethodStatus, 'Whether the saved method may be used.')
  payment_method_status?: ValueOf<typeof PaymentMethodStatus> | null;
  @f.JsonObject(
    'How it is split: `<connector>_split_payment` with charge, fees and the account transferred to.',
  )
  split_payments?: Json | null;
  @f.Bool('Whether the authorization holds longer than usual.') extended_authorization_applied?:
    | boolean
    | null;
  @f.Timestamp('Until when it must be captured.') capture_before?: Date | null;
  @f.Text("The merchant's own reference for the order.", { filter: true, search: true })
  merchant_order_reference_id?: string | null;
  @f.Amount('Tax on the order, in minor units.') order_tax_amount?: number | null;
  @f.Text("The connector's own identifier for the mandate.") connector_mandate_id?: string | null;
  @f.Text('How the card was found: typed in (`manual`) or saved (`saved_card`).') card_discovery?:
    | string
    | null;
  @f.Bool('Whether a 3DS challenge is demanded.') force_3ds_challenge?: boolean | null;
  @f.Bool('Whether the demand for a challenge was passed on.') force_3ds_challenge_trigger?: boolean | null;
  @f.Text("The issuer's code for the failure.") issuer_error_code?: string | null;
  @f.Text("The issuer's words for the failure.", { max: ERROR_MESSAGE_MAX }) issuer_error_message?:
    | string
    | null;
  @f.Bool('Whether the customer is redirected inside a frame.') is_iframe_redirection_enabled?:
    | boolean
    | null;
  @f.Text("The connector's whole answer, where it may be shown.", { max: 65_536 }) whole_connector_response?:
    | string
    | null;
  @f.Amount('The sum of its refunds that did not fail, in minor units.', {
    required: true,
    default: '0',
    visibility: 'graphql',
  })
  amount_refunded!: number;
  @f.Bool('Whether authentication by an authentication connector is asked for.', { visibility: 'nowhere' })
  request_external_three_ds_authentication?: boolean | null;
  @f.Text('Whether raising the authorization later is asked for.', { visibility: 'nowhere' })
  request_incremental_authorization?: string | null;
  @f.Text('The card number, kept sealed between attaching and confirming.', {
    encrypted: true,
    visibility: 'nowhere',
  })
  card_number?: Buffer | null;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'The merchant it belongs to.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}

/** The network of a payment's card, for routing by it; null where it is not paid by card. */
export const paymentCardNetwork = (payment: Payment): string | null =>
  payment.payment_method_data?.card?.card_network ?? null;
