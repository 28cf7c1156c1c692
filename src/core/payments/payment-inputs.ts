import { SESSION_MAX_S } from '../entities/business-profile.ts';
import { Payment } from '../entities/payment.ts';
import { PaymentMethodDataInput } from '../entities/values/payment-method-data.ts';
import { RecurringDetailsInput, ThreeDsDataInput } from '../entities/values/recurring-details.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** The fields that a merchant sets, described as on the payment itself. */
const merchantFields = [
  'shipping_cost',
  'order_tax_amount',
  'surcharge_details',
  'customer_id',
  'customer',
  'description',
  'email',
  'name',
  'phone',
  'billing',
  'shipping',
  'metadata',
  'frm_metadata',
  'connector_metadata',
  'feature_metadata',
  'return_url',
  'authentication_type',
  'capture_method',
  'capture_on',
  'setup_future_usage',
  'off_session',
  'payment_channel',
  'statement_descriptor_name',
  'statement_descriptor_suffix',
  'order_details',
  'payment_method',
  'payment_method_type',
  'payment_token',
  'payment_method_id',
  'payment_experience',
  'allowed_payment_method_types',
  'browser_info',
  'mandate_id',
  'mandate_data',
  'split_payments',
  'merchant_order_reference_id',
  'business_country',
  'business_label',
  'business_sub_label',
  'force_3ds_challenge',
  'psd2_sca_exemption_type',
  'is_iframe_redirection_enabled',
  'request_external_three_ds_authentication',
  'request_incremental_authorization',
  'request_extended_authorization',
] as const;

/** Parameters stored in another form, or not stored. */
const extra = ['payment_method_data', 'card_cvc', 'session_expiry'] as const;
const accepted = [
  ...extra,
  'confirm',
  'payment_link',
  'payment_link_config',
  'payment_link_config_id',
] as const;

/** Description of the field by which a request may name the profile of its payment. */
const OWN_PROFILE = 'Business profile of the payment; any other is refused.';

/** Credentials that other services stored or authenticated. The specified update takes none of them. */
const brought = ['recurring_details', 'three_ds_data'] as const;

abstract class PaymentInput extends fieldsFrom(Payment, {
  takes: [
    'payment_id',
    'profile_id',
    'amount',
    'currency',
    'routing',
    'payment_link_config',
    ...merchantFields,
  ],
}) {
  @f.NestedObject(
    () => PaymentMethodDataInput,
    'New payment method details, under the name of their kind. Excludes `payment_token` and `payment_method_id`.',
    { redirectsNothing: 'of_customer' },
  )
  payment_method_data?: PaymentMethodDataInput | null;
  @f.CardCvc(
    "Verification code of the saved card, entered again by the customer if `requires_cvv` is true. Passed on to the connector if the request confirms, and never stored. A new card's code is in `payment_method_data`.",
  )
  card_cvc?: string | null;
  @f.Integer(
    "Time until the payment expires unless confirmed, in seconds from now; null for the profile's `session_expiry`.",
    {
      min: 1,
      maximum: SESSION_MAX_S,
    },
  )
  session_expiry?: number | null;
  @f.Bool(
    'Whether the payment has a hosted page, with its URL in `payment_link`; false or null removes the page.',
  )
  payment_link?: boolean | null;
  @f.Id(
    "Variant of the page's settings: a name in `business_specific_configs` of the profile's `payment_link_config`.",
  )
  payment_link_config_id?: string | null;
  @f.Bool('Whether to confirm the payment in the same request.') confirm?: boolean | null;
  @f.NestedObject(
    () => RecurringDetailsInput,
    'Credential stored by another service, for a charge while the customer is absent; requires `off_session` true. Excludes other payment methods and mandates.',
  )
  recurring_details?: RecurringDetailsInput | null;
  @f.NestedObject(
    () => ThreeDsDataInput,
    'Result of 3-D Secure run by another provider for the card of this payment. The connector receives it instead of running 3-D Secure. Null removes an earlier result.',
  )
  three_ds_data?: ThreeDsDataInput | null;
  @f.Amount(
    'The total shown to the customer, in minor units, with the surcharge for the payment method. It changes nothing: if the `net_amount` of the payment, after the changes of this request and the surcharge of rules, differs, the error is `unexpected_state` and nothing is charged. Required of a publishable or ephemeral key if a rule adds a surcharge.',
  )
  net_amount?: number;
}

/** The changes that creating, updating or confirming a payment makes. */
export type PaymentChanges = PaymentUpdate &
  Partial<Pick<PaymentInput, (typeof brought)[number]>> &
  Pick<PaymentConfirmation, 'net_amount'>;

/** Updates a payment. `update-payment.ts` says which field may change in which status. Specification: endpoint 1. */
@Input({
  about: 'Parameters for updating a payment. Omitted fields keep their values; null clears them.',
})
export class PaymentUpdate extends fieldsFrom(PaymentInput, {
  takes: ['amount', 'currency', ...merchantFields, ...accepted],
}) {}

@Input({ about: 'Parameters for creating a payment. The identifier is generated unless given.' })
export class PaymentCreation extends fieldsFrom(PaymentInput, {
  requires: ['amount', 'currency'],
  takes: ['payment_id', 'profile_id', 'routing', ...merchantFields, ...accepted, ...brought],
}) {}

/** Changes made together with confirming: everything that can be updated before. */
@Input({ about: 'Parameters for confirming a payment, including any last updates.' })
export class PaymentConfirmation extends fieldsFrom(PaymentInput, {
  takes: ['profile_id', 'amount', 'currency', 'net_amount', ...merchantFields, ...extra, ...brought],
  neverNull: ['net_amount'],
}) {
  @f.Text(
    "The payment's client secret; required with a publishable key, with other keys it is checked if given.",
    {
      credential: true,
      holds: 'token',
    },
  )
  client_secret?: string | null;
}

@Input({ about: 'Parameters for capturing an authorized payment.' })
export class PaymentCapture extends fieldsFrom(Payment, {
  takes: ['statement_descriptor_name', 'statement_descriptor_suffix'],
}) {
  @f.Text(OWN_PROFILE) profile_id?: string | null;
  @f.Amount('Amount to capture, in minor units; the full `amount_capturable` by default.')
  amount?: number | null;
  @f.Bool(
    'Whether this is the last capture, which releases the rest of the authorization. By default true unless `capture_method` is `manual_multiple` and an amount remains.',
  )
  final_capture?: boolean | null;
}

@Input({ about: 'Parameters for increasing the authorized amount of a payment.' })
export class AuthorizationIncrement {
  @f.Amount(
    'New `amount` of the payment, in minor units, above the current amount. Shipping, tax and surcharge are added as before.',
    { required: true, min: 1 },
  )
  amount!: number;
  @f.Text('Reason for the increase, passed on to the connector.') reason?: string | null;
}

@Input({ about: 'Parameters for cancelling a payment.' })
export class PaymentCancellation extends fieldsFrom(Payment, { takes: ['cancellation_reason'] }) {
  @f.Text(OWN_PROFILE) profile_id?: string | null;
}
