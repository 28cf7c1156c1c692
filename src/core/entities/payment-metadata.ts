import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * An entry of a payment's metadata, maintained by a trigger on `payments`. Payments are filtered by metadata through
 * this table: under row-level security PostgreSQL does not use an index for JSON containment, whose operator is not
 * leakproof. The primary key is in the order of payment lists, so that a page of payments with an entry is read in
 * index order.
 */
@Internal({ table: 'payment_metadata', within: ['entry', 'created'], id: 'payment_id' })
export class PaymentMetadata extends MerchantScoped {
  /** A digest, because values may exceed the size limit of index entries. */
  @f.Text('Digest of the key and the value.', { required: true, column: { columnType: 'uuid' } })
  entry!: string;
  @f.Timestamp('Time at which the payment was created.', { required: true }) created!: Date;
  @f.Id('The payment.', { required: true }) payment_id!: string;
}
