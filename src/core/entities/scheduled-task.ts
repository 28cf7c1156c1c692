import * as f from '../model/fields.ts';
import { Internal } from '../model/index.ts';

/** When a background task runs next, and which process runs it now; see `ticker.ts`. */
@Internal({ table: 'scheduled_tasks', id: 'task', owned: false })
export class ScheduledTask {
  @f.Id('Name of the task.', { required: true }) task!: string;
  @f.Timestamp('When it runs next.', { required: true }) due_at!: Date;
  @f.Integer('How many runs in a row have failed.', { required: true, default: '0' }) failures!: number;
  @f.Text('Identifier of the process that runs it; null while none does.') process_id?: string | null;
  @f.Timestamp("Since when it does, by the database's clock.") claimed_at?: Date | null;
}
