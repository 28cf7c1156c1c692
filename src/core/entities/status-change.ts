import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/** One step of an object's history: it went from one status to another. Rows are only ever added. */
@Internal({
  table: 'status_changes',
  id: 'change_id',
  prefix: 'chg',
  order: 'changed_at',
  indexes: {
    status_changes_of_object: { columns: ['merchant_id', 'object_type', 'object_id', 'change_id'] },
  },
})
export class StatusChange extends MerchantScoped {
  @f.Id('Identifier of the step.', { required: true }) change_id!: string;
  @f.Text('What the object is: `payment`, `refund` …', { required: true }) object_type!: string;
  @f.Id('The object.', { required: true }) object_id!: string;
  @f.Text('The status it left; null where it began.') from_status?: string | null;
  @f.Text('The status it took.', { required: true }) to_status!: string;
  @f.Text('What brought it about, such as `confirm` or `connector`.', { required: true }) cause!: string;
  @f.Timestamp('When.', { required: true }) changed_at!: Date;
}
