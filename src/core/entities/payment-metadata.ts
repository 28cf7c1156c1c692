import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * An entry of a payment's metadata, kept by a trigger on `payments`. Payments are filtered by their metadata through
 * this table: under row-level security PostgreSQL takes no index for the containment of JSON, whose operator is not
 * declared leakproof. The primary key is in the order of payment lists, so that a page of the payments with an entry is
 * read from it in order.
 */
@Internal({ table: 'payment_metadata', within: ['entry', 'created'], id: 'payment_id' })
export class PaymentMetadata extends MerchantScoped {
  /** Values may be longer than an index takes. */
  @f.Text('Digest of the key and the value.', { required: true, column: { columnType: 'uuid' } })
  entry!: string;
  @f.Timestamp('Time at which the payment was created.', { required: true }) created!: Date;
  @f.Id('The payment.', { required: true }) payment_id!: string;
}
