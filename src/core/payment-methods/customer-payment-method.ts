import { BankTransfer } from '../entities/values/bank-transfer.ts';
import { Contact } from '../entities/values/contact.ts';
import { PaymentMethodKind } from '../entities/values/payment-method-kind.ts';
import { SavedCard } from '../entities/values/saved-card.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject, type ValueOf } from '../model/index.ts';

/** Specification: endpoint 10, where all six are required. */
@Input({ about: 'Terms that a saved payment method must meet to be listed.' })
export class CustomerPaymentMethodsQuery {
  @f.TextList('Three-letter currency codes, of which one must be accepted.', {
    required: true,
    format: 'currency',
    max: 200,
  })
  accepted_currency!: string[];
  @f.TextList('Two-letter country codes, of which one must be accepted.', {
    required: true,
    format: 'country',
    max: 250,
  })
  accepted_country!: string[];
  @f.Amount('Smallest amount to be charged, in minor units.', { required: true })
  minimum_amount!: number;
  @f.Amount('Largest amount to be charged, in minor units.', { required: true })
  maximum_amount!: number;
  @f.Bool('True lists only payment methods that support off-session charges.', { required: true })
  recurring_payment_enabled!: boolean;
  @f.Bool('True lists only payment methods that support instalments.', { required: true })
  installment_payment_enabled!: boolean;
}

/** Specification: Customer payment method. */
@ValueObject({ about: 'A masked bank account.' })
export class MaskedBank {
  @f.Text('Last digits of the account number.') mask?: string | null;
}

/** Specification: Customer payment method, `surcharge_details`. */
@ValueObject({ about: 'The surcharge for paying with the method.' })
export class Surcharge {
  @f.Text('How it is calculated, such as `fixed`.') type?: string | null;
  @f.Amount('Value: minor units if `fixed`.') value?: number | null;
}

/** Specification: Customer payment method, `surcharge_details`. */
@ValueObject({ about: 'The tax on a surcharge.' })
export class TaxOnSurcharge {
  @f.Integer('Rate in percent, 0 to 100.', { min: 0, maximum: 100 }) percentage?: number | null;
}

/** Specification: Customer payment method. */
@ValueObject({ about: 'Surcharge and tax to display before payment.' })
export class SurchargeQuote {
  @f.NestedObject(() => Surcharge, 'How the surcharge is calculated.') surcharge?: Surcharge | null;
  @f.NestedObject(() => TaxOnSurcharge, 'The tax on the surcharge.') tax_on_surcharge?: TaxOnSurcharge | null;
  @f.Amount('The surcharge, in minor units.') display_surcharge_amount?: number | null;
  @f.Amount('The tax on the surcharge, in minor units.') display_tax_on_surcharge_amount?: number | null;
  @f.Amount('Surcharge and tax together, in minor units.') display_total_surcharge_amount?: number | null;
}

/** Specification: endpoint 10. */
@ValueObject({ about: "A customer's saved payment method, with a token to pay with." })
export class CustomerPaymentMethod {
  @f.Text('Short-lived token to pay with in place of the payment method.', { required: true })
  payment_token!: string;
  @f.Id('Identifier of the payment method.', { required: true }) payment_method_id!: string;
  @f.Id('Identifier of the customer.', { required: true }) customer_id!: string;
  @f.Enumeration(() => PaymentMethodKind, 'Kind of payment method.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.Text('Subtype, such as `credit` or `ach`.') payment_method_type?: string | null;
  @f.Text('Name of the issuer, such as a bank.') payment_method_issuer?: string | null;
  @f.Text('Code of the issuer.') payment_method_issuer_code?: string | null;
  @f.Bool('Whether it supports off-session (recurring) charges.', { required: true })
  recurring_enabled!: boolean;
  @f.Bool('Whether it supports instalments.', { required: true }) installment_payment_enabled!: boolean;
  @f.TextList('Supported checkout experiences, such as `redirect_to_url`.')
  payment_experience!: string[];
  @f.NestedObject(() => SavedCard, 'Card details, if the payment method is a card.') card?: SavedCard | null;
  @f.JsonObject("The merchant's own data.") metadata?: Record<string, unknown> | null;
  @f.Timestamp('Time it was saved.', { required: true }) created!: Date;
  @f.NestedObject(() => BankTransfer, 'Bank account details, if the payment method is a bank transfer.')
  bank_transfer?: BankTransfer | null;
  @f.NestedObject(() => MaskedBank, 'The debited bank account, masked.')
  bank?: MaskedBank | null;
  @f.NestedObject(() => SurchargeQuote, 'The surcharge for paying with the method.')
  surcharge_details?: SurchargeQuote | null;
  @f.Bool('Whether the customer must enter the card verification code.', { required: true })
  requires_cvv!: boolean;
  @f.Timestamp('Time of the last payment with it.') last_used_at?: Date | null;
  @f.Bool("Whether it is the customer's default.", { required: true }) default_payment_method_set!: boolean;
  @f.NestedObject(() => Contact, 'Billing contact.') billing?: Contact | null;
}

/** Specification: endpoint 10. */
@ValueObject({ about: "A customer's saved payment methods that meet the requested terms." })
export class CustomerPaymentMethods {
  @f.ObjectList(() => CustomerPaymentMethod, 'Payment methods, most recently used first.')
  customer_payment_methods!: CustomerPaymentMethod[];
  @f.Bool('Whether the customer is a guest; always false for a customer with an identifier.', {
    required: true,
  })
  is_guest_customer!: boolean;
}
