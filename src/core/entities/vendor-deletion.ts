import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';

const VendorDeletionKind = enumeration('VendorDeletionKind', 'What is deleted at a vendor.', {
  method: 'A saved payment method.',
  customer: 'A customer.',
});

/**
 * Something deleted here that a vendor still has. It is committed with the deletion, so that the vendor is asked whatever
 * happens to the process, and removed once the vendor has deleted it, too.
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
  @f.Id('Connector account that has it.', { required: true }) merchant_connector_id!: string;
  @f.Enumeration(() => VendorDeletionKind, 'What is deleted.', { required: true })
  kind!: ValueOf<typeof VendorDeletionKind>;
  @f.Text("The vendor's identifier of the payment method or customer.", { required: true })
  connector_reference!: string;
  @f.Id('The customer it belongs to.', { required: true }) customer_id!: string;
  @f.Text("The vendor's identifier of the customer, if it has one.") connector_customer_id?: string | null;
  @f.Integer('How often the vendor was asked in vain.', { required: true, default: '0' }) tries!: number;
  @f.Timestamp('When the vendor is asked next.', { required: true, due: {} }) due_at!: Date;
  @f.Timestamp('When it was deleted here.', { required: true }) created_at!: Date;
}
