import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { Customer } from './customer.ts';
import { BankTransfer } from './values/bank-transfer.ts';
import { Contact } from './values/contact.ts';
import { PaymentMethodKind } from './values/payment-method-kind.ts';
import { SavedCard } from './values/saved-card.ts';

export const PaymentMethodStatus = enumeration(
  'PaymentMethodStatus',
  'Whether a saved payment method can be used.',
  {
    active: 'It can be charged.',
    inactive: 'It was taken out of use.',
    processing: 'Its first charge is not settled yet.',
    awaiting_data: 'It is reserved; its details are still to come.',
  },
);

/** A payment method kept for a customer. Specification: Payment method (saved). */
@Resource({
  table: 'payment_methods',
  id: 'payment_method_id',
  prefix: 'pm',
  about: 'A payment method kept for a customer.',
  order: 'created',
  from: 'newest',
})
export class PaymentMethod extends MerchantOwned {
  @f.Id('The customer it is kept for.', { required: true, filter: true, search: true }) customer_id!: string;
  @f.Id('Identifier of the payment method.', { required: true, search: true }) payment_method_id!: string;
  @f.Enumeration(() => PaymentMethodKind, 'Family of the payment method.', { required: true, filter: true })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.Text('Member of the family, such as `credit` or `ach`.') payment_method_type?: string | null;
  @f.NestedObject(() => SavedCard, 'The card, when it is one.') card?: SavedCard | null;
  @f.Bool('Whether it may be charged again without the customer.', { required: true, default: 'false' })
  recurring_enabled!: boolean;
  @f.Bool('Whether it may be paid in instalments.', { required: true, default: 'false' })
  installment_payment_enabled!: boolean;
  @f.TextList('Ways the customer can be led through paying, such as `redirect_to_url`.')
  payment_experience!: string[];
  @f.JsonObject('Anything the merchant wants to keep with it: up to 50 keys.')
  metadata?: Record<string, unknown> | null;
  @f.Timestamp('When it was saved.', { required: true, filter: true, sort: true }) created!: Date;
  @f.NestedObject(() => BankTransfer, 'The bank account, when it is one; its number is masked.', {
    encrypted: true,
  })
  bank_transfer?: Buffer | null;
  @f.Timestamp('When it was last paid with.') last_used_at?: Date | null;
  @f.Text('Secret that lets a browser or app act on this payment method alone.') client_secret?:
    | string
    | null;

  @f.Enumeration(() => PaymentMethodStatus, 'Whether it can be used.', {
    required: true,
    visibility: 'graphql',
    filter: true,
  })
  status!: ValueOf<typeof PaymentMethodStatus>;
  @f.Text('The card number, for charging it.', { visibility: 'nowhere', encrypted: true })
  card_number?: Buffer | null;
  @f.JsonObject("Connectors' own mandates, by the account they hold at.", { visibility: 'nowhere' })
  connector_mandates?: Record<string, unknown> | null;
  @f.NestedObject(() => Contact, 'Billing contact it was saved with.', { visibility: 'graphql' })
  billing?: Contact | null;
  @f.Timestamp('When it last changed.', { required: true, visibility: 'graphql' }) updated_at!: Date;
  @f.Reference(() => Customer, 'customer_id', 'The customer it is kept for.') customer?: Customer | null;
}
