import { BankTransfer } from '../entities/values/bank-transfer.ts';
import { Contact } from '../entities/values/contact.ts';
import { PaymentMethodKind } from '../entities/values/payment-method-kind.ts';
import { SavedCard } from '../entities/values/saved-card.ts';
import {
  Amount,
  Bool,
  Enumeration,
  Id,
  Integer,
  JsonObject,
  NestedObject,
  Text,
  TextList,
  Timestamp,
  ValueObject,
  type ValueOf,
} from '../model/index.ts';

/** A bank account, hidden but for its end. Specification: Customer payment method. */
@ValueObject({ about: 'A bank account, hidden but for its end.' })
export class MaskedBank {
  @Text('Last digits of the account number.') mask?: string | null;
}

/** What a payment method costs on top. Specification: Customer payment method, `surcharge_details`. */
@ValueObject({ about: 'What paying with it costs on top.' })
export class Surcharge {
  @Text('How it is reckoned, such as `fixed`.') type?: string | null;
  @Amount('How much: minor units when `fixed`.') value?: number | null;
}

/** The tax on a surcharge. Specification: Customer payment method, `surcharge_details`. */
@ValueObject({ about: 'The tax on a surcharge.' })
export class TaxOnSurcharge {
  @Integer('Rate in percent, 0 to 100.', { min: 0, maximum: 100 }) percentage?: number | null;
}

/** A surcharge as it is shown before paying. Specification: Customer payment method. */
@ValueObject({ about: 'A surcharge as it is shown before paying.' })
export class SurchargeQuote {
  @NestedObject(() => Surcharge, 'The surcharge itself.') surcharge?: Surcharge | null;
  @NestedObject(() => TaxOnSurcharge, 'The tax on it.') tax_on_surcharge?: TaxOnSurcharge | null;
  @Amount('The surcharge, in minor units.') display_surcharge_amount?: number | null;
  @Amount('The tax on it, in minor units.') display_tax_on_surcharge_amount?: number | null;
  @Amount('Both together, in minor units.') display_total_surcharge_amount?: number | null;
}

/** A saved payment method, ready to pay with. Specification: endpoint 10. */
@ValueObject({ about: "One of a customer's saved payment methods, ready to pay with." })
export class CustomerPaymentMethod {
  @Text('Token to pay with, in place of the payment method. Good for a limited time.', { required: true })
  payment_token!: string;
  @Id('Identifier of the payment method.', { required: true }) payment_method_id!: string;
  @Id('The customer it is kept for.', { required: true }) customer_id!: string;
  @Enumeration(() => PaymentMethodKind, 'Family of the payment method.', { required: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @Text('Member of the family, such as `credit` or `ach`.') payment_method_type?: string | null;
  @Text('Name of whoever issued it, such as a bank.') payment_method_issuer?: string | null;
  @Text('Code of whoever issued it.') payment_method_issuer_code?: string | null;
  @Bool('Whether it may be charged again without the customer.', { required: true })
  recurring_enabled!: boolean;
  @Bool('Whether it may be paid in instalments.', { required: true }) installment_payment_enabled!: boolean;
  @TextList('Ways the customer can be led through paying, such as `redirect_to_url`.')
  payment_experience!: string[];
  @NestedObject(() => SavedCard, 'The card, when it is one.') card?: SavedCard | null;
  @JsonObject('What the merchant keeps with it.') metadata?: Record<string, unknown> | null;
  @Timestamp('When it was saved.', { required: true }) created!: Date;
  @NestedObject(() => BankTransfer, 'The bank account, when it is one.') bank_transfer?: BankTransfer | null;
  @NestedObject(() => MaskedBank, 'The bank account that is debited, hidden but for its end.')
  bank?: MaskedBank | null;
  @NestedObject(() => SurchargeQuote, 'What paying with it costs on top.')
  surcharge_details?: SurchargeQuote | null;
  @Bool('Whether the card verification code has to be asked for.', { required: true }) requires_cvv!: boolean;
  @Timestamp('When it was last paid with.') last_used_at?: Date | null;
  @Bool("Whether it is the customer's default.", { required: true }) default_payment_method_set!: boolean;
  @NestedObject(() => Contact, 'Billing contact it was saved with.') billing?: Contact | null;
}
