import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * One status change in an object's history. Append-only. Objects with a timeline begin with a row without a previous status,
 * others with their first change.
 */
@Internal({
  table: 'status_changes',
  id: 'change_id',
  // The key finds an object's history, so that a change has one entry in one index.
  within: ['object_id'],
  prefix: 'chg',
  order: 'changed_at',
  partitioned: { by: 'change_id', per: 'month' },
})
export class StatusChange extends MerchantScoped {
  @f.Id('Identifier of the object.', { required: true }) object_id!: string;
  @f.Id('Unique identifier of the status change.', { required: true }) change_id!: string;
  /**
   * The order of writing. Writers hold the object's row lock, so the order is reliable; the processes' clocks are
   * not.
   */
  @f.Sequence('Place in the history.') sequence!: number;
  @f.Text('Type of the object: `payment`, `refund` …', { required: true }) object_type!: string;
  @f.Text('Previous status; null for the initial status.') from_status?: string | null;
  @f.Text('New status.', { required: true }) to_status!: string;
  @f.Text('The cause of the change, such as `confirm` or `connector`.', { required: true }) cause!: string;
  @f.Timestamp('Time of the change.', { required: true }) changed_at!: Date;
}
