import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';
import { Payment } from './payment.ts';

/** An ephemeral key given to a customer, mostly to a payment's. Only its digest is stored: a copy of the table opens nothing. */
@Internal({
  table: 'ephemeral_keys',
  id: 'hash',
  indexes: {
    ephemeral_keys_by_hash: { columns: ['hash'] },
    // For deleting expired keys, and the keys of a deleted customer.
    ephemeral_keys_by_expires_at: { columns: ['expires_at'] },
    ephemeral_keys_by_key_id: { columns: ['merchant_id', 'key_id'], where: 'key_id is not null' },
    ephemeral_keys_by_customer_id: { columns: ['merchant_id', 'customer_id'] },
  },
})
export class IssuedEphemeralKey extends MerchantScoped {
  @f.Text('Hexadecimal SHA-256 of the key.', { required: true, holds: 'token' }) hash!: string;
  @f.Id('The customer whose saved payment methods it opens.', { required: true }) customer_id!: string;
  @f.Id('The payment it was given with, and ends with; null for a key of the customer alone.')
  payment_id?: string | null;
  @f.Id('Identifier of a key of the customer alone, by which it is ended.') key_id?: string | null;
  @f.Timestamp('When it stops being accepted.', { required: true }) expires_at!: Date;
  @f.Reference(() => Payment, 'payment_id', 'The payment it was given with.', { onDelete: 'cascade' })
  payment?: Payment;
}
