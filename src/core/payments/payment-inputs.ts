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

const fromNumber = { unused: 'it follows from the number.' } as const;
const ofPage = { unused: "the bank's page asks for it." } as const;
const ofLender = { unused: "the lender's page asks for it." } as const;
const ofAddress = { unused: 'no connector takes it.' } as const;
/** Descriptions of the fields by which a request may say which payment it means. */
const OWN_PROFILE = 'Business profile of the payment; any other is refused.';

/** Fields of a card that a Hyperswitch client sends although the card's number implies them. */
export const knownByNumber = {
  'payment_method_data.card.card_issuer': fromNumber,
  'payment_method_data.card.card_network': fromNumber,
  'payment_method_data.card.card_type': fromNumber,
  'payment_method_data.card.card_issuing_country': fromNumber,
  'payment_method_data.card.bank_code': fromNumber,
  'payment_method_data.billing.address.origin_zip': ofAddress,
} as const;

/** Fields that a Hyperswitch client sends of an order's lines beside their names, quantities and prices. */
const ofLines = Object.fromEntries(
  [
    'account_name',
    'brand',
    'category',
    'description',
    'product_id',
    'product_img_link',
    'product_tax_code',
    'product_type',
    'requires_shipping',
    'sku',
    'sub_category',
    'tax_rate',
    'total_tax_amount',
  ].map((name) => [`order_details.${name}`, ofAddress]),
);

/** Credentials that other services stored or authenticated. The specified update takes none of them. */
const brought = ['recurring_details', 'three_ds_data'] as const;

/** The types whose contact a Hyperswitch client gives with their account. */
const withContact = [
  'bank_debit.ach_bank_debit',
  'bank_debit.sepa_bank_debit',
  'bank_debit.bacs_bank_debit',
  'bank_debit.becs_bank_debit',
  'bank_transfer.ach_bank_transfer',
  'bank_transfer.sepa_bank_transfer',
  'bank_transfer.bacs_bank_transfer',
].map((type) => `${type}.billing_details`);

/** Fields of a payment that a Hyperswitch client sends under other names. */
const sharedAliases = {
  payment_method_data: {
    lifts: withContact,
    into: 'billing',
    as: ({ name, address, ...others }: Readonly<Record<string, unknown>>) => ({
      ...others,
      ...(name === undefined && address === undefined
        ? {}
        : { address: { ...(address ?? {}), ...(name === undefined ? {} : { first_name: name }) } }),
    }),
    words:
      '`billing_details` of a bank debit or bank transfer, with `name`, `email` and `address`, is `billing`.',
  },
  'payment_method_data.voucher': { named: true },
  'payment_method_data.real_time_payment': { named: true },
  'payment_method_data.gift_card': { named: true },
  'payment_method_data.wallet': { named: true },
  'payment_method_data.upi': { named: true },
  phone_country_code: { of: 'customer.phone_country_code', beside: 'customer_id' },
  'billing.address.origin_zip': ofAddress,
  'shipping.address.origin_zip': ofAddress,
  ...knownByNumber,
  ...ofLines,
  'payment_method_data.bank_redirect.giropay.bank_account_bic': ofPage,
  'payment_method_data.bank_redirect.giropay.bank_account_iban': ofPage,
  'payment_method_data.bank_redirect.giropay.preferred_language': ofPage,
  'payment_method_data.bank_redirect.sofort.preferred_language': ofPage,
  'payment_method_data.bank_redirect.ideal.preferred_language': ofPage,
  'payment_method_data.bank_redirect.eps.preferred_language': ofPage,
  'payment_method_data.bank_redirect.trustly.preferred_language': ofPage,
  'payment_method_data.pay_later.klarna_redirect.issuer_name': ofLender,
  'payment_method_data.pay_later.affirm_redirect.issuer_name': ofLender,
  'payment_method_data.pay_later.affirm_redirect.billing_country': ofLender,
  'payment_method_data.pay_later.afterpay_clearpay_redirect.issuer_name': ofLender,
  'payment_method_data.voucher.boleto.document_type': {
    unused: 'its length distinguishes a CPF from a CNPJ.',
  },
  'payment_method_data.bank_debit.ach_bank_debit.card_holder_name': {
    unused: '`bank_account_holder_name` names the holder.',
  },
  customer_acceptance: { of: 'mandate_data.customer_acceptance' },
  recurring_details: {
    byType: {
      mandate_id: 'mandate_id',
      payment_method_id: 'payment_method_id',
      network_transaction_id_and_card_details: 'recurring_details.network_transaction_id_and_card_details',
      processor_payment_token: 'recurring_details.processor_payment_token',
      card_with_limited_data: 'recurring_details.card_with_limited_data',
    },
  },
  payment_type: {
    says: [
      { value: 'normal' },
      { value: 'new_mandate' },
      { value: 'recurring_mandate' },
      { value: 'setup_mandate', beside: { amount: 0 } },
    ],
  },
} as const;

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
    "Verification code of the saved card, as a customer types it again where `requires_cvv` is true. Passed on to the connector if the request confirms, and never stored. A new card's code is in `payment_method_data`.",
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
    'Whether the payment has a hosted page, whose address `payment_link` then has; false or null takes it away.',
  )
  payment_link?: boolean | null;
  @f.Id(
    "Variant of the page's settings: a name in `business_specific_configs` of the profile's `payment_link_config`.",
  )
  payment_link_config_id?: string | null;
  @f.Bool('Whether to confirm the payment in the same request.') confirm?: boolean | null;
  @f.NestedObject(
    () => RecurringDetailsInput,
    'What another service stored, to charge while the customer is absent: takes `off_session` true. Excludes other payment methods and mandates.',
  )
  recurring_details?: RecurringDetailsInput | null;
  @f.NestedObject(
    () => ThreeDsDataInput,
    'Result of 3-D Secure that another provider ran for the card of this payment. The connector is given it in place of running 3-D Secure. Null drops one that was given before.',
  )
  three_ds_data?: ThreeDsDataInput | null;
  @f.Amount(
    'The total that the customer was shown, in minor units. It sets nothing: if the payment, with the changes of this request, has another `net_amount`, the answer is `unexpected_state` and nothing is charged.',
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

@Input({
  about: 'Parameters for creating a payment. The identifier is generated unless given.',
  aliases: {
    ...sharedAliases,
    amount_to_capture: { equals: 'amount' },
    connector: {
      of: 'routing',
      reads: (data: unknown) => ({ type: 'priority', data }),
      schema: {
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
        examples: [['stripe', 'adyen']],
      },
      words: 'Connectors to try, the first one first: `routing` of type `priority`.',
    },
  },
})
export class PaymentCreation extends fieldsFrom(PaymentInput, {
  requires: ['amount', 'currency'],
  takes: ['payment_id', 'profile_id', 'routing', ...merchantFields, ...accepted, ...brought],
}) {}

/** Changes made together with confirming: everything that can be updated before. */
@Input({
  about: 'Parameters for confirming a payment, including any last updates.',
  aliases: { ...sharedAliases, confirm: { says: [{ value: true }] }, payment_id: { path: 'payment_id' } },
})
export class PaymentConfirmation extends fieldsFrom(PaymentInput, {
  takes: ['profile_id', 'amount', 'currency', 'net_amount', ...merchantFields, ...extra, ...brought],
  neverNull: ['net_amount'],
}) {
  @f.Text("The payment's client secret; required with a publishable key, checked when given with another.", {
    credential: true,
    holds: 'token',
  })
  client_secret?: string | null;
}

@Input({
  about: 'Parameters for capturing an authorized payment.',
  aliases: { amount_to_capture: { of: 'amount' } },
})
export class PaymentCapture extends fieldsFrom(Payment, {
  takes: ['statement_descriptor_name', 'statement_descriptor_suffix'],
}) {
  @f.Text(OWN_PROFILE) profile_id?: string | null;
  @f.Amount('Amount to capture, in minor units; the full `amount_capturable` by default.')
  amount?: number | null;
  @f.Bool(
    'Whether this is the last capture, which releases the rest of the authorization. By default only if `capture_method` is not `manual_multiple`, or nothing is left.',
  )
  final_capture?: boolean | null;
}

@Input({ about: 'Parameters for increasing the authorized amount of a payment.' })
export class AuthorizationIncrement {
  @f.Amount(
    'New `amount` of the payment, in minor units, above the present one. Shipping, tax and surcharge are added to it as before.',
    { required: true, min: 1 },
  )
  amount!: number;
  @f.Text('Why the amount is increased, passed on to the connector.') reason?: string | null;
}

@Input({ about: 'Parameters for cancelling a payment.' })
export class PaymentCancellation extends fieldsFrom(Payment, { takes: ['cancellation_reason'] }) {
  @f.Text(OWN_PROFILE) profile_id?: string | null;
}
