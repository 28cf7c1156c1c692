import { PaymentMethod } from '../entities/payment-method.ts';
import { CardInput } from '../entities/values/payment-method-data.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** Specification: Payment method (saved). */
@Input({ about: 'Card to save. The number is encrypted at rest and never returned.' })
export class SavedCardCreationInput extends fieldsFrom(CardInput, {
  requires: ['card_number', 'card_exp_month', 'card_exp_year'],
  takes: ['card_holder_name', 'nick_name'],
}) {}

/** Specification: Payment method (saved). */
@Input({
  about:
    'Parameters for saving a payment method for a customer: a card, a bank account, or a method stored only by connectors.',
})
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
    'network_transaction_id',
    'connector_mandates',
  ],
}) {
  @f.NestedObject(
    () => SavedCardCreationInput,
    'Card details; required if `payment_method` is `card`, unless `connector_mandates` has a reference for charging it.',
  )
  card?: SavedCardCreationInput | null;
}

/** Fields derived from the card number are immutable. Specification: endpoint 12. */
@Input({ about: 'Card details that can be updated.' })
export class SavedCardUpdateInput {
  @f.CardExpMonth('Expiry month, `01` to `12`; `1` is read as `01`.') card_exp_month?: string;
  @f.CardExpYear('Expiry year; two digits are read as of this century.') card_exp_year?: string;
  @f.Text('Cardholder name.', { holds: 'holder_name' }) card_holder_name?: string | null;
  @f.Text("Customer's nickname for the card.") nick_name?: string | null;
}

/** Specification: endpoint 12. */
@Input({ about: 'Parameters for updating a saved payment method. Omitted fields keep their values.' })
export class PaymentMethodUpdate {
  @f.NestedObject(() => SavedCardUpdateInput, 'Card details; only for a saved card.')
  card?: SavedCardUpdateInput | null;
  @f.Text('Client secret of the payment method; verified if given.', { holds: 'token' }) client_secret?:
    | string
    | null;
}
