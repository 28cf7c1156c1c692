import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';

export const WebhookPauseReason = enumeration('WebhookPauseReason', 'Why deliveries to an endpoint pause.', {
  no_response: 'Several attempts in a row got no HTTP response.',
  retry_after: 'The endpoint responded 429 or 503 with `Retry-After`.',
});

/**
 * The dispatcher's record of a webhook endpoint: its next due time and its health. Its row exists from the endpoint's
 * first delivery on.
 */
@Internal({
  table: 'webhook_endpoint_states',
  id: 'endpoint_id',
  indexes: {
    // Endpoints with pending deliveries, by the time of their next check.
    webhook_endpoint_states_due: {
      columns: ['due_at', 'merchant_id', 'endpoint_id'],
      where: 'due_at is not null',
    },
    webhook_endpoint_states_stopped: { columns: ['stopped_at'], where: 'stopped_at is not null' },
    webhook_endpoint_states_resting: { columns: ['resting_since'], where: 'resting_since is not null' },
  },
})
export class WebhookEndpointState extends MerchantScoped {
  @f.Id("The endpoint; the business profile's identifier for the endpoint in its `webhook_details`.", {
    required: true,
  })
  endpoint_id!: string;
  @f.Id('The business profile.', { required: true }) profile_id!: string;
  @f.Integer('Number of consecutive failed attempts.', { required: true, default: '0' }) failures!: number;
  @f.Integer('Maximum number of attempts in flight, over all processes.', { required: true, default: '8' })
  in_flight_max!: number;
  @f.Timestamp('Time until which its circuit is open.', { due: {} }) resting_until?: Date | null;
  @f.Timestamp('Start of the pause, including all failed probes.') resting_since?: Date | null;
  @f.Enumeration(() => WebhookPauseReason, 'Why it rests.')
  resting_reason?: ValueOf<typeof WebhookPauseReason> | null;
  @f.Timestamp('Time at which it was disabled; null while enabled.') stopped_at?: Date | null;
  @f.Timestamp(
    'Upper bound of the time of its next due delivery; null without pending deliveries. A trigger on the deliveries moves it forward.',
    { due: {} },
  )
  due_at?: Date | null;
  @f.Reference(() => BusinessProfile, 'profile_id', 'The business profile.', { onDelete: 'cascade' })
  profile?: BusinessProfile;
}
