import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';

const VendorDeletionKind = enumeration('VendorDeletionKind', 'Kind of object deleted at a vendor.', {
  method: 'A saved payment method.',
  customer: 'A customer.',
});

/**
 * An object deleted here that a vendor still has. The row is committed with the deletion, so that the vendor is asked
 * even after a crash, and removed once the vendor has deleted the object too.
 */
@Internal({
  table: 'vendor_deletions',
  id: 'deletion_id',
  prefix: 'vdl',
  indexes: { vendor_deletions_by_due_at: { columns: ['due_at'] } },
})
export class VendorDeletion extends MerchantScoped {
  @f.Id('Unique identifier, also sent to the connector as the idempotency key.', { required: true })
  deletion_id!: string;
  @f.Id('Connector account with the object.', { required: true }) merchant_connector_id!: string;
  @f.Enumeration(() => VendorDeletionKind, 'Kind of the object.', { required: true })
  kind!: ValueOf<typeof VendorDeletionKind>;
  @f.Text("The vendor's identifier of the payment method or customer.", { required: true })
  connector_reference!: string;
  @f.Id('The customer it belongs to.', { required: true }) customer_id!: string;
  @f.Text("The vendor's identifier of the customer, if any.") connector_customer_id?: string | null;
  @f.Integer('Number of failed requests to the vendor.', { required: true, default: '0' }) tries!: number;
  @f.Timestamp('Time of the next request to the vendor.', { required: true, due: {} }) due_at!: Date;
  @f.Timestamp('Time of the deletion here.', { required: true }) created_at!: Date;
}
