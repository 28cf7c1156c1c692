import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';
import { PaymentMethod } from './payment-method.ts';

/**
 * A short-lived token for a saved payment method. Only its digest is stored, so a copy of the table cannot be used to
 * pay.
 */
@Internal({
  table: 'payment_tokens',
  id: 'token',
  indexes: {
    // For deleting expired tokens, and the tokens of a deleted payment method.
    payment_tokens_by_expires_at: { columns: ['expires_at'] },
    payment_tokens_by_payment_method_id: { columns: ['merchant_id', 'payment_method_id'] },
  },
})
export class PaymentToken extends MerchantScoped {
  @f.Text('Hexadecimal SHA-256 of the token.', { required: true }) token!: string;
  @f.Id('The saved payment method.', { required: true }) payment_method_id!: string;
  @f.Text('The only payment or payout that may use it, set on first use, such as `payment/pay_1`.') used_by?:
    | string
    | null;
  @f.Timestamp('Time at which it expires.', { required: true, due: { as: 'payment_token' } })
  expires_at!: Date;
  @f.Reference(() => PaymentMethod, 'payment_method_id', 'The saved payment method.', { onDelete: 'cascade' })
  method?: PaymentMethod;
}
