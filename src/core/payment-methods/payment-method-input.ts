import { PaymentMethod } from '../entities/payment-method.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** Specification: Payment method (saved). */
@Input({ about: 'A card to save. Its number is stored encrypted and never returned.' })
export class SavedCardCreationInput {
  @f.CardNumber('Card number: 12 to 19 digits without spaces.', { required: true }) card_number!: string;
  @f.CardExpMonth('Expiry month, `01` to `12`.', { required: true }) card_exp_month!: string;
  @f.CardExpYear('Expiry year, two or four digits.', { required: true }) card_exp_year!: string;
  @f.Text('Cardholder name.') card_holder_name?: string | null;
  @f.Text("The customer's own name for the card.") nick_name?: string | null;
}

/** Specification: Payment method (saved). */
@Input({ about: 'A payment method to save for a customer: a card, or the bank account of a transfer.' })
export class PaymentMethodCreation extends fieldsFrom(PaymentMethod, {
  requires: ['customer_id', 'payment_method'],
  takes: [
    'payment_method_id',
    'payment_method_type',
    'bank_transfer',
    'metadata',
    'billing',
    'recurring_enabled',
    'installment_payment_enabled',
    'payment_experience',
  ],
}) {
  @f.NestedObject(() => SavedCardCreationInput, 'Card details, if `payment_method` is `card`.')
  card?: SavedCardCreationInput | null;
}

/** Whatever derives from the card number is immutable. Specification: endpoint 12. */
@Input({ about: 'Parameters for updating a saved card.' })
export class SavedCardUpdateInput {
  @f.CardExpMonth('Expiry month, `01` to `12`.') card_exp_month?: string;
  @f.CardExpYear('Expiry year, two or four digits.') card_exp_year?: string;
  @f.Text('Cardholder name.') card_holder_name?: string | null;
  @f.Text("The customer's own name for the card.") nick_name?: string | null;
}

/** Specification: endpoint 12. */
@Input({ about: 'Parameters for updating a saved payment method.' })
export class PaymentMethodUpdate {
  @f.NestedObject(() => SavedCardUpdateInput, 'Card details, if the payment method is a card.')
  card?: SavedCardUpdateInput | null;
  @f.Text("The payment method's client secret. It is checked if given.")
  client_secret?: string | null;
}
