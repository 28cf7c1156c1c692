import { BankTransfer } from '../entities/values/bank-transfer.ts';
import { Contact } from '../entities/values/contact.ts';
import { PaymentMethodKind } from '../entities/values/payment-method-kind.ts';
import { SavedCard } from '../entities/values/saved-card.ts';
import * as f from '../model/fields.ts';
import { ValueObject, type ValueOf } from '../model/index.ts';

/** A bank account, hidden but for its end. Specification: Customer payment method. */
@ValueObject({ about: 'A bank account, hidden but for its end.' })
export class MaskedBank {
  @f.Text('Last digits of the account number.') mask?: string | null;
}

/** What a payment method costs on top. Specification: Customer payment method, `surcharge_details`. */
@ValueObject({ about: 'What paying with it costs on top.' })
export class Surcharge {
  @f.Text('How it is reckoned, such as `fixed`.') type?: string | null;
  @f.Amount('How much: minor units when `fixed`.') value?: number | null;
}

/** The tax on a surcharge. Specification: Customer payment method, `surcharge_details`. */
@ValueObject({ about: 'The tax on a surcharge.' })
export class TaxOnSurcharge {
  @f.Integer('Rate in percent, 0 to 100.', { min: 0, maximum: 100 }) percentage?: number | null;
}

/** A surcharge as it is shown before paying. Specification: Customer payment method. */
@ValueObject({ about: 'A surcharge as it is shown before paying.' })
export class SurchargeQuote {
  @f.NestedObject(() => Surcharge, 'The surcharge itself.') surcharge?: Surcharge | null;
  @f.NestedObject(() => TaxOnSurcharge, 'The tax on it.') tax_on_surcharge?: TaxOnSurcharge | null;
  @f.Amount('The surcharge, in minor units.') display_surcharge_amount?: number | null;
  @f.Amount('The tax on it, in minor units.') display_tax_on_surcharge_amount?: number | null;
  @f.Amount('Both together, in minor units.') display_total_surcharge_amount?: number | null;
}

/** A saved payment method, ready to pay with. Specification: endpoint 10. */
@ValueObject({ about: "One of a customer's saved payment methods, ready to pay with." })
export class CustomerPaymentMethod {
  @f.Text('Token to pay with, in place of the payment method. Good for a limited time.', { required: true })
  payment_token!: string;
  @f.Id('Identifier of the payment method.', { required: true }) payment_method_id!: string;
  @f.Id('The customer it is kept for.', { required: true }) customer_id!: string;
  @f.Enumeration(() => PaymentMethodKind, 'Family of the payment method.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.Text('Member of the family, such as `credit` or `ach`.') payment_method_type?: string | null;
  @f.Text('Name of whoever issued it, such as a bank.') payment_method_issuer?: string | null;
  @f.Text('Code of whoever issued it.') payment_method_issuer_code?: string | null;
  @f.Bool('Whether it may be charged again without the customer.', { required: true })
  recurring_enabled!: boolean;
  @f.Bool('Whether it may be paid in instalments.', { required: true }) installment_payment_enabled!: boolean;
  @f.TextList('Ways the customer can be led through paying, such as `redirect_to_url`.')
  payment_experience!: string[];
  @f.NestedObject(() => SavedCard, 'The card, when it is one.') card?: SavedCard | null;
  @f.JsonObject('What the merchant keeps with it.') metadata?: Record<string, unknown> | null;
  @f.Timestamp('When it was saved.', { required: true }) created!: Date;
  @f.NestedObject(() => BankTransfer, 'The bank account, when it is one.')
  bank_transfer?: BankTransfer | null;
  @f.NestedObject(() => MaskedBank, 'The bank account that is debited, hidden but for its end.')
  bank?: MaskedBank | null;
  @f.NestedObject(() => SurchargeQuote, 'What paying with it costs on top.')
  surcharge_details?: SurchargeQuote | null;
  @f.Bool('Whether the card verification code has to be asked for.', { required: true })
  requires_cvv!: boolean;
  @f.Timestamp('When it was last paid with.') last_used_at?: Date | null;
  @f.Bool("Whether it is the customer's default.", { required: true }) default_payment_method_set!: boolean;
  @f.NestedObject(() => Contact, 'Billing contact it was saved with.') billing?: Contact | null;
}
