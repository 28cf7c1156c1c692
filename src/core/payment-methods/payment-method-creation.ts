import { PaymentMethod } from '../entities/payment-method.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** A card to keep. Its number is sealed and never shown again. Specification: Payment method (saved). */
@Input({ about: 'A card to keep. Its number is kept encrypted and never shown again.' })
export class SavedCardCreationInput {
  @f.CardNumber('The card number: 12 to 19 digits without spaces.', { required: true }) card_number!: string;
  @f.CardExpMonth('Month of expiry, `01` to `12`.', { required: true }) card_exp_month!: string;
  @f.CardExpYear('Year of expiry, two or four digits.', { required: true }) card_exp_year!: string;
  @f.Text('Name on the card.') card_holder_name?: string | null;
  @f.Text('What the customer calls it.') nick_name?: string | null;
}

/** What is said of a payment method when it is saved. Specification: Payment method (saved). */
@Input({ about: 'A payment method to keep for a customer: a card, or the bank account of a transfer.' })
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
  @f.NestedObject(() => SavedCardCreationInput, 'The card, when `payment_method` is `card`.')
  card?: SavedCardCreationInput | null;
}
