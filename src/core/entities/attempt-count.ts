import * as f from '../model/fields.ts';
import { Internal } from '../model/index.ts';

/**
 * The attempts counted by a limit across processes, such as refused keys of an address; see `attempt-limit.ts`. Belongs
 * to no merchant: the presenter of a refused key is unknown.
 */
@Internal({
  table: 'attempt_counts',
  id: 'subject',
  owned: false,
  indexes: { attempt_counts_by_expires_at: { columns: ['expires_at'] } },
  checks: { attempt_counts_attempts_check: 'attempts > 0' },
})
export class AttemptCount {
  @f.Id('A keyed digest of the limit and of what it counts by, such as an address.', { required: true })
  subject!: string;
  @f.Integer('Attempts since the count began.', { required: true, min: 1 }) attempts!: number;
  @f.Timestamp('When counting starts anew.', { required: true }) expires_at!: Date;
}
