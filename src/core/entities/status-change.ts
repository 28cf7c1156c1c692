import { Id, Internal, MerchantScoped, Text, Timestamp } from '../model/index.ts';

/** One step of an object's history: it went from one status to another. Rows are only ever added. */
@Internal({ table: 'status_changes', id: 'change_id', prefix: 'chg', order: 'changed_at' })
export class StatusChange extends MerchantScoped {
  @Id('Identifier of the step.', { required: true }) change_id!: string;
  @Text('What the object is: `payment`, `refund` …', { required: true }) object_type!: string;
  @Id('The object.', { required: true }) object_id!: string;
  @Text('The status it left; null where it began.') from_status?: string | null;
  @Text('The status it took.', { required: true }) to_status!: string;
  @Text('What brought it about, such as `confirm` or `connector`.', { required: true }) cause!: string;
  @Timestamp('When.', { required: true }) changed_at!: Date;
}
