import { FutureUsage } from '../entities/payment-enumerations.ts';
import { PaymentMethodKind } from '../entities/values/payment-method-data.ts';
import * as f from '../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../model/index.ts';
import { SurchargeQuote } from '../payment-methods/customer-payment-method.ts';

export const OfferType = enumeration('OfferType', 'Effect of a confirmation on the payment method.', {
  normal: 'It is charged once.',
  new_mandate: 'It is charged, and saved for charges while the customer is absent.',
  setup_mandate: 'It is saved for charges while the customer is absent, and nothing is charged.',
  recurring_mandate: 'It is charged while the customer is absent.',
});

@ValueObject({ about: 'Card network available for a payment.' })
export class OfferedCardNetwork {
  @f.Text('Name of the network.', { required: true, example: 'Visa', holds: 'code' }) card_network!: string;
  @f.NestedObject(() => SurchargeQuote, 'Surcharge with a card of the network; null without one.')
  surcharge_details?: SurchargeQuote | null;
  @f.Amount(
    'Total with a card of the network, in minor units: send it as `net_amount` in the confirmation.',
    { required: true, example: 6540 },
  )
  net_amount!: number;
  @f.Bool(
    'Whether rules compare, count by or look up more of the card than its network, such as its BIN: once the card is entered, `POST /payments/{payment_id}/eligibility` returns its total.',
    { required: true, example: false },
  )
  surcharge_depends_on_card!: boolean;
  @f.EnumerationList(
    () => FutureUsage,
    'Values of `setup_future_usage` with which the confirmation would save a card of the network.',
    { required: true, example: ['on_session'] },
  )
  setup_future_usage!: ValueOf<typeof FutureUsage>[];
}

@ValueObject({ about: 'Parameter of the confirmation that a type of payment method requires.' })
export class RequiredField {
  @f.Text('The parameter, by its path in the body of `POST /payments/{payment_id}/confirm`.', {
    required: true,
    example: 'payment_method_data.card.card_number',
  })
  required_field!: string;
  @f.TextList("The parameter, by its path in `confirmPayment`'s input.", { visibility: 'beyond' })
  input_path!: string[];
  @f.Text('Label in English.', { required: true, example: 'Card number' }) display_name!: string;
  @f.Text(
    "Form of the value: `card_number`, `card_exp_month`, `card_exp_year`, `cvc`, `iban` or another format, `acceptance` for an object with the customer's acceptance, otherwise `text`.",
    { required: true, example: 'card_number' },
  )
  field_type!: string;
  @f.Text("The payment's value, for prefilling the form; null if missing or secret.", {
    max: 1024,
    personal: true,
  })
  value?: string | null;
  @f.Bool('Whether the payment already has it, so that it may be omitted.', {
    required: true,
    example: false,
  })
  is_given!: boolean;
}

@ValueObject({ about: 'Type of payment method available for a payment.' })
export class OfferedMethodType {
  @f.Text('Payment method subtype, such as `credit` or `ideal`.', {
    required: true,
    example: 'credit',
    holds: 'code',
  })
  payment_method_type!: string;
  @f.ObjectList(() => OfferedCardNetwork, 'Accepted card networks; empty unless it is a card.')
  card_networks!: OfferedCardNetwork[];
  @f.TextList(
    "Issuers, such as banks, from the connector accounts' `payment_method_issuers`; empty without any.",
    { example: [], holds: 'code' },
  )
  payment_method_issuers!: string[];
  @f.ObjectList(
    () => RequiredField,
    'Parameters that the confirmation must include. A wallet has fields if it passes a token.',
  )
  required_fields!: RequiredField[];
  @f.EnumerationList(
    () => FutureUsage,
    'Values of `setup_future_usage` with which the confirmation would save it for the customer; empty if it cannot be saved, or the payment has no customer. For cards, the values common to all networks. `off_session` requires `mandate_data.customer_acceptance`.',
    { required: true, example: ['on_session'] },
  )
  setup_future_usage!: ValueOf<typeof FutureUsage>[];
  @f.Bool('Whether a saved method requires its verification code again, in `card_cvc`: true for cards.', {
    required: true,
    example: true,
  })
  requires_cvv!: boolean;
  @f.Bool(
    'Whether an account may have the data for its button, returned by `POST /payments/{payment_id}/wallets`; only for Google Pay and Apple Pay.',
    { required: true, example: false },
  )
  has_button!: boolean;
  @f.NestedObject(
    () => SurchargeQuote,
    'Surcharge with the type; null without one, and for cards whose networks differ.',
  )
  surcharge_details?: SurchargeQuote | null;
  @f.Amount(
    'Total with the type, in minor units: send it as `net_amount` in the confirmation. Null for cards whose networks differ.',
    { example: 6540 },
  )
  net_amount?: number | null;
  @f.Bool(
    'Whether the total may change with the number of the card or gift card: once it is entered, `POST /payments/{payment_id}/eligibility` returns its total.',
    { required: true, example: false },
  )
  surcharge_depends_on_card!: boolean;
}

@ValueObject({ about: 'Payment method family available for a payment.' })
export class OfferedMethod {
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.ObjectList(() => OfferedMethodType, 'Its types.') payment_method_types!: OfferedMethodType[];
}

/** The response of `GET /account/payment_methods`. */
@ValueObject({
  about:
    'Payment methods available for a payment: methods that a connector account of its profile currently accepts.',
})
export class PaymentMethodOffer {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Enumeration(() => OfferType, 'Effect of the confirmation.', { required: true, example: 'normal' })
  payment_type!: ValueOf<typeof OfferType>;
  @f.Text('Name of the merchant, if it has one.', { example: 'Acme Clothing' }) merchant_name?: string | null;
  @f.Url(
    "URL to which the customer returns from a page of the payment: its `return_url`, or else the profile's or the merchant account's.",
  )
  redirect_url?: string | null;
  @f.Currency('Three-letter ISO 4217 currency code.', { required: true }) currency!: string;
  @f.Amount('Amount of the payment, in minor units, without shipping, tax and surcharge.', {
    required: true,
    example: 6540,
  })
  amount!: number;
  @f.Amount(
    'Total amount that the customer pays, in minor units, before the surcharge that rules add for a payment method.',
    { required: true, example: 6540 },
  )
  net_amount!: number;
  @f.Bool('Whether the payment has no customer, so that nothing can be saved.', {
    required: true,
    example: false,
  })
  is_guest_customer!: boolean;
  @f.Enumeration(
    () => FutureUsage,
    "The payment's `setup_future_usage`; if set, the payment method is saved regardless of the customer's client. Null if the customer decides.",
  )
  setup_future_usage?: ValueOf<typeof FutureUsage> | null;
  @f.Bool('Whether 3-D Secure runs at an authentication connector before a card is charged.', {
    required: true,
    example: false,
  })
  request_external_three_ds_authentication!: boolean;
  @f.Bool('Whether a wallet must collect a billing contact.', {
    required: true,
    example: false,
  })
  collect_billing_details_from_wallets!: boolean;
  @f.Bool('Whether a wallet must collect a shipping contact.', {
    required: true,
    example: false,
  })
  collect_shipping_details_from_wallets!: boolean;
  @f.ObjectList(() => OfferedMethod, 'Payment methods; empty if no connector account accepts the payment.')
  payment_methods!: OfferedMethod[];
  @f.Text(
    'Reason for empty `payment_methods`, for the developer, in the `test` environment; null otherwise, and always in `live`.',
    { example: null, holds: 'message' },
  )
  nothing_offered_reason?: string | null;
}

/** The query of both offers. */
export class OfferQuery {
  @f.Text("The payment's client secret.", { required: true, credential: true, holds: 'token' })
  client_secret!: string;
}
