import { FutureUsage } from '../entities/payment-enumerations.ts';
import { PaymentMethodKind } from '../entities/values/payment-method-data.ts';
import * as f from '../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../model/index.ts';
import { SurchargeQuote } from '../payment-methods/customer-payment-method.ts';

export const OfferType = enumeration('OfferType', 'What confirming a payment does with the payment method.', {
  normal: 'It is charged once.',
  new_mandate: 'It is charged, and saved for charges while the customer is absent.',
  setup_mandate: 'It is saved for charges while the customer is absent, and nothing is charged.',
  recurring_mandate: 'It is charged while the customer is absent.',
});

@ValueObject({ about: 'Card network that a payment can be paid over.' })
export class OfferedCardNetwork {
  @f.Text('Name of the network.', { required: true, example: 'Visa', holds: 'code' }) card_network!: string;
  @f.NestedObject(() => SurchargeQuote, 'Surcharge included in `net_amount`; null if there is none.')
  surcharge_details?: SurchargeQuote | null;
  @f.EnumerationList(
    () => FutureUsage,
    'The values of `setup_future_usage` with which the confirmation would save a card of the network.',
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
    'Form of the value: `card_number`, `card_exp_month`, `card_exp_year`, `cvc`, `iban` or another format, `acceptance` for an object that says how the customer accepted, else `text`.',
    { required: true, example: 'card_number' },
  )
  field_type!: string;
  @f.Text("The payment's value, to fill the form with; null if it has none, or a secret one.", {
    max: 1024,
    personal: true,
  })
  value?: string | null;
  @f.Bool('Whether the payment has it already, so that it may be left out.', {
    required: true,
    example: false,
  })
  is_given!: boolean;
}

@ValueObject({ about: 'Type of payment method that a payment can be paid with.' })
export class OfferedMethodType {
  @f.Text('Payment method subtype, such as `credit` or `ideal`.', {
    required: true,
    example: 'credit',
    holds: 'code',
  })
  payment_method_type!: string;
  @f.ObjectList(() => OfferedCardNetwork, 'Card networks that are taken; empty unless it is a card.')
  card_networks!: OfferedCardNetwork[];
  @f.TextList(
    "Issuers, such as banks, that the connector accounts' `payment_method_issuers` name; empty if they name none.",
    { example: [], holds: 'code' },
  )
  payment_method_issuers!: string[];
  @f.ObjectList(
    () => RequiredField,
    'What the confirmation has to give of it. A wallet has fields where it hands over a token.',
  )
  required_fields!: RequiredField[];
  @f.EnumerationList(
    () => FutureUsage,
    'The values of `setup_future_usage` with which the confirmation would save it for the customer; empty if it cannot be saved, or the payment has no customer. Of a card, those that every network has. `off_session` takes `mandate_data.customer_acceptance`.',
    { required: true, example: ['on_session'] },
  )
  setup_future_usage!: ValueOf<typeof FutureUsage>[];
  @f.Bool('Whether a saved one needs its verification code again, in `card_cvc`: true for cards.', {
    required: true,
    example: true,
  })
  requires_cvv!: boolean;
  @f.Bool(
    'Whether an account may have the data of a button of it, which `POST /payments/{payment_id}/wallets` opens: of Google Pay and Apple Pay.',
    { required: true, example: false },
  )
  has_button!: boolean;
  @f.NestedObject(() => SurchargeQuote, 'Surcharge included in `net_amount`; null if there is none.')
  surcharge_details?: SurchargeQuote | null;
}

@ValueObject({ about: 'Payment method family that a payment can be paid with.' })
export class OfferedMethod {
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.ObjectList(() => OfferedMethodType, 'Its types.') payment_method_types!: OfferedMethodType[];
}

/** The response of `GET /account/payment_methods`. */
@ValueObject({
  about: 'What a payment can be paid with: what some connector account of its profile would take now.',
})
export class PaymentMethodOffer {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Enumeration(() => OfferType, 'What confirming does.', { required: true, example: 'normal' })
  payment_type!: ValueOf<typeof OfferType>;
  @f.Text('Name of the merchant, if it has one.', { example: 'Acme Clothing' }) merchant_name?: string | null;
  @f.Url(
    "Where the customer returns after a page of the payment: its own `return_url`, or else the profile's or the merchant account's.",
  )
  redirect_url?: string | null;
  @f.Currency('Three-letter ISO 4217 currency code.', { required: true }) currency!: string;
  @f.Amount('Amount of the payment, in minor units, without shipping, tax and surcharge.', {
    required: true,
    example: 6540,
  })
  amount!: number;
  @f.Amount('What the customer pays in all, in minor units.', { required: true, example: 6540 })
  net_amount!: number;
  @f.Bool('Whether the payment has no customer, so that nothing can be saved.', {
    required: true,
    example: false,
  })
  is_guest_customer!: boolean;
  @f.Enumeration(
    () => FutureUsage,
    "The payment's own `setup_future_usage`: with it the payment method is saved whatever the customer's client sends. Null if the customer decides.",
  )
  setup_future_usage?: ValueOf<typeof FutureUsage> | null;
  @f.Bool('Whether 3-D Secure runs at an authentication connector before a card is charged.', {
    required: true,
    example: false,
  })
  request_external_three_ds_authentication!: boolean;
  @f.Bool('Whether a wallet is to ask its customer for a billing contact.', {
    required: true,
    example: false,
  })
  collect_billing_details_from_wallets!: boolean;
  @f.Bool('Whether a wallet is to ask its customer for a shipping contact.', {
    required: true,
    example: false,
  })
  collect_shipping_details_from_wallets!: boolean;
  @f.ObjectList(() => OfferedMethod, 'Payment methods; empty if no connector account takes the payment.')
  payment_methods!: OfferedMethod[];
  @f.Text(
    'Why `payment_methods` is empty, for the developer, in the `test` environment; null if it is not, and always in `live`.',
    { example: null, holds: 'message' },
  )
  nothing_offered_reason?: string | null;
}

/** The query of both offers. */
export class OfferQuery {
  @f.Text("The payment's client secret.", { required: true, credential: true, holds: 'token' })
  client_secret!: string;
}
