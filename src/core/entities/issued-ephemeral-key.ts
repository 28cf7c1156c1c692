import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';
import { Payment } from './payment.ts';

/**
 * An ephemeral key issued to a customer, usually with a payment. Only its digest is stored, so a copy of the table
 * grants no access.
 */
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
  @f.Id('Customer whose saved payment methods it gives access to.', { required: true }) customer_id!: string;
  @f.Id('Payment that it was issued for and expires with; null for a key that belongs to the customer only.')
  payment_id?: string | null;
  @f.Id('Identifier with which a key that belongs to the customer only is revoked.') key_id?: string | null;
  @f.Timestamp('Time at which it expires.', { required: true }) expires_at!: Date;
  @f.Reference(() => Payment, 'payment_id', 'Payment that it was issued for.', { onDelete: 'cascade' })
  payment?: Payment;
}
