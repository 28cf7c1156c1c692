import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * The last entry of a merchant's audit log that was deleted at the end of its retention: the chain of the remaining
 * entries begins with its hash. Written by `drop_partition` only.
 */
@Internal({ table: 'audit_anchors', id: 'sequence' })
export class AuditAnchor extends MerchantScoped {
  @f.Integer('Place of the deleted entry in the chain.', { required: true, min: 1 }) sequence!: number;
  @f.Text('Hash of the deleted entry.', { required: true, max: 64 }) hash!: string;
  @f.Timestamp('When it was deleted.', { required: true }) dropped_at!: Date;
}
