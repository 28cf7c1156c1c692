import type { PaymentMethod } from '../entities/payment-method.ts';
import { Contact } from '../entities/values/contact.ts';
import { BankTransfer, PaymentMethodKind, SavedCard } from '../entities/values/payment-method-data.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject, type ValueOf } from '../model/index.ts';

/** A saved payment method as its customer may see it: without the merchant's notes. */
export const customersMethodFields: ReadonlySet<string> = new Set<keyof PaymentMethod>([
  'payment_method_id',
  'payment_method',
  'payment_method_type',
  'payment_experience',
  'card',
  'bank_transfer',
  'billing',
  'recurring_enabled',
  'installment_payment_enabled',
  'status',
  'created',
  'last_used_at',
]);

/** Specification: endpoint 10. The first six are required. */
@Input({
  about:
    "Filters for a customer's saved payment methods. A method is listed if an enabled connector account accepts it on these terms.",
})
export class CustomerPaymentMethodsQuery {
  @f.TextList('Three-letter ISO 4217 currency codes; at least one must be accepted.', {
    required: true,
    format: 'currency',
    max: 200,
  })
  accepted_currency!: string[];
  @f.TextList('Two-letter ISO 3166 country codes; at least one must be accepted.', {
    required: true,
    format: 'country',
    max: 250,
  })
  accepted_country!: string[];
  @f.Amount('Minimum amount, in minor units.', { required: true }) minimum_amount!: number;
  @f.Amount('Maximum amount, in minor units; not less than `minimum_amount`.', { required: true })
  maximum_amount!: number;
  @f.Bool('Set to true to list only methods accepted for recurring (off-session) payments.', {
    required: true,
  })
  recurring_payment_enabled!: boolean;
  @f.Bool('Set to true to list only methods accepted for instalments.', { required: true })
  installment_payment_enabled!: boolean;
  @f.Id(
    'Payment of the customer: only methods of its `allowed_payment_method_types` are listed, if it has any, with its surcharge.',
  )
  payment_id?: string | null;
}

/** Specification: Customer payment method. */
@ValueObject({ about: 'Masked bank account.' })
export class MaskedBank {
  @f.Text('Last four characters of the account number.') mask?: string | null;
}

/** Specification: Customer payment method, `surcharge_details`. */
@ValueObject({ about: 'Surcharge for a payment method.' })
export class Surcharge {
  @f.Text('Surcharge type: `fixed` or `rate`.') type?: string | null;
  @f.Amount('Surcharge value: minor units if `fixed`; basis points if `rate`: 200 is 2 %.') value?:
    | number
    | null;
}

/** Specification: Customer payment method, `surcharge_details`. */
@ValueObject({ about: 'Tax on a surcharge.' })
export class TaxOnSurcharge {
  @f.Integer('Tax rate, in percent (0 to 100).', { min: 0, maximum: 100 }) percentage?: number | null;
}

/** Specification: Customer payment method. */
@ValueObject({ about: 'Surcharge to display before payment.' })
export class SurchargeQuote {
  @f.NestedObject(() => Surcharge, 'Surcharge.') surcharge?: Surcharge | null;
  @f.NestedObject(
    () => TaxOnSurcharge,
    "Rate of the tax on the surcharge; null without tax, for a rate with a fraction of a percent, and for the merchant's own surcharge, whose tax is an amount.",
  )
  tax_on_surcharge?: TaxOnSurcharge | null;
  @f.Amount('Surcharge, in minor units.') display_surcharge_amount?: number | null;
  @f.Amount('Tax on the surcharge, in minor units.') display_tax_on_surcharge_amount?: number | null;
  @f.Amount('Surcharge and tax together, in minor units.') display_total_surcharge_amount?: number | null;
}

/** Specification: endpoint 10. */
@ValueObject({ about: 'Saved payment method of a customer, with a token to pay with.' })
export class CustomerPaymentMethod {
  @f.Text(
    "Short-lived token to pay with, instead of the payment method's details. Expires after the profile's `intent_fulfillment_time`.",
    { required: true, example: 'token_4mZ8kQ2xT7vL1bN9cR5w', holds: 'token' },
  )
  payment_token!: string;
  @f.Id('Unique identifier of the payment method.', { required: true }) payment_method_id!: string;
  @f.Id('Customer the payment method belongs to.', { required: true }) customer_id!: string;
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.Text('Payment method subtype, such as `credit` or `ach`.', { example: 'credit', holds: 'code' })
  payment_method_type?: string | null;
  @f.Text('Bank that issued the card or keeps the account; null if unknown.', { example: 'Sandbox Bank' })
  payment_method_issuer?: string | null;
  @f.Text('Code of the issuer.', {
    inert: 'never_set',
    because: 'No connector returns issuer codes in addition to names.',
  })
  payment_method_issuer_code?: string | null;
  @f.Bool('Whether the payment method can be charged off-session.', { required: true })
  recurring_enabled!: boolean;
  @f.Bool('Whether the payment method can be used for instalments.', { required: true })
  installment_payment_enabled!: boolean;
  @f.TextList('Supported checkout flows, such as `redirect_to_url`.', { holds: 'code' })
  payment_experience!: string[];
  @f.NestedObject(() => SavedCard, 'Card details; null unless `payment_method` is `card`.')
  card?: SavedCard | null;
  @f.JsonObject("Key-value pairs for the merchant's own use.") metadata?: Record<string, unknown> | null;
  @f.Timestamp('Time at which the payment method was saved.', { required: true }) created!: Date;
  @f.NestedObject(
    () => BankTransfer,
    'Bank account details, with the account number masked; null unless it is a bank account.',
    { redirectsNothing: 'of_customer' },
  )
  bank_transfer?: BankTransfer | null;
  @f.NestedObject(
    () => MaskedBank,
    'Last characters of the bank account number; null unless it is a bank account.',
  )
  bank?: MaskedBank | null;
  @f.NestedObject(
    () => SurchargeQuote,
    'Surcharge of the payment given by its client secret or `payment_id` with this payment method; null without a payment or surcharge.',
  )
  surcharge_details?: SurchargeQuote | null;
  @f.Amount(
    'Total of that payment with this payment method, in minor units: send it as `net_amount` in the confirmation. Null without a payment.',
    { onlyIfSet: 'Rules can add a surcharge in REST too, which the confirmation repeats.' },
  )
  net_amount?: number | null;
  @f.Bool('Whether the CVC must be collected again: true for cards.', { required: true, example: true })
  requires_cvv!: boolean;
  @f.Timestamp('Time at which the payment method was last used; null if never.') last_used_at?: Date | null;
  @f.Bool("Whether this is the customer's default payment method.", { required: true })
  default_payment_method_set!: boolean;
  @f.NestedObject(() => Contact, 'Billing contact saved with the payment method.') billing?: Contact | null;
}

/** Specification: endpoint 10. */
@ValueObject({ about: 'Saved payment methods of a customer that match the filters, or can pay the payment.' })
export class CustomerPaymentMethods {
  @f.ObjectList(() => CustomerPaymentMethod, 'Payment methods, most recently used first.')
  customer_payment_methods!: CustomerPaymentMethod[];
  @f.Bool(
    'Whether the payment has no customer and therefore no saved payment methods. False if the request names a customer.',
    {
      required: true,
    },
  )
  is_guest_customer!: boolean;
}
