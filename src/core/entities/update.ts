import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * An entry of the change feed that subscriptions follow: an object changed. Readers take entries whose transaction is
 * older than every running one, so that none appears behind them.
 */
@Internal({
  table: 'updates',
  within: ['transaction_id'],
  id: 'sequence',
  partitioned: { by: 'recorded_at', per: 'day' },
})
export class Update extends MerchantScoped {
  @f.Text('The transaction that changed it.', {
    required: true,
    default: 'pg_current_xact_id()',
    column: { columnType: 'xid8' },
  })
  transaction_id!: string;
  @f.Sequence('Its place in the feed.') sequence!: number;
  @f.Text('The kind of object.', { required: true }) object_type!: string;
  @f.Id('The object.', { required: true }) object_id!: string;
  @f.Timestamp('When it changed.', { required: true }) recorded_at!: Date;
}
