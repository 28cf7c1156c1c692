import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * An attempt of one card, e-mail address, IP address or customer, for the counts of rules. Written only where active rules
 * count by it, and deleted after 30 days.
 */
@Internal({
  table: 'velocity_entries',
  // The primary key finds the attempts of a subject within a time.
  within: ['subject', 'attempted_at'],
  id: 'attempt_id',
  indexes: { velocity_entries_by_attempted_at: { columns: ['attempted_at'] } },
})
export class VelocityEntry extends MerchantScoped {
  @f.Text('A keyed digest of the card, e-mail address, IP address or customer.', { required: true })
  subject!: string;
  @f.Timestamp('Time at which the attempt started.', { required: true }) attempted_at!: Date;
  @f.Id('The attempt, which has the outcome.', { required: true }) attempt_id!: string;
}
