import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';

export const WebhookPauseReason = enumeration('WebhookPauseReason', 'Why deliveries to an endpoint pause.', {
  no_response: 'Several attempts in a row got no HTTP response.',
  retry_after: 'The endpoint responded 429 or 503 with `Retry-After`.',
});

/**
 * The dispatcher's record of a webhook endpoint: when it is due next, and its health. Its row exists from the
 * endpoint's first delivery on.
 */
@Internal({
  table: 'webhook_endpoint_states',
  id: 'endpoint_id',
  indexes: {
    // Endpoints with pending deliveries, by when they are next looked at.
    webhook_endpoint_states_due: {
      columns: ['due_at', 'merchant_id', 'endpoint_id'],
      where: 'due_at is not null',
    },
    webhook_endpoint_states_stopped: { columns: ['stopped_at'], where: 'stopped_at is not null' },
    webhook_endpoint_states_resting: { columns: ['resting_since'], where: 'resting_since is not null' },
  },
})
export class WebhookEndpointState extends MerchantScoped {
  @f.Id("The endpoint; the business profile's identifier for its own, in `webhook_details`.", {
    required: true,
  })
  endpoint_id!: string;
  @f.Id('The business profile.', { required: true }) profile_id!: string;
  @f.Integer('How many attempts in a row failed.', { required: true, default: '0' }) failures!: number;
  @f.Integer('How many attempts may be in flight, over all processes.', { required: true, default: '8' })
  in_flight_max!: number;
  @f.Timestamp('Until when its circuit is open.', { due: {} }) resting_until?: Date | null;
  @f.Timestamp('Since when it rests, over all probes that failed.') resting_since?: Date | null;
  @f.Enumeration(() => WebhookPauseReason, 'Why it rests.')
  resting_reason?: ValueOf<typeof WebhookPauseReason> | null;
  @f.Timestamp('When it was disabled; null while it is enabled.') stopped_at?: Date | null;
  @f.Timestamp(
    'When a delivery of it may be due, at the latest; null if none is pending. A trigger of the deliveries moves it forward.',
    { due: {} },
  )
  due_at?: Date | null;
  @f.Reference(() => BusinessProfile, 'profile_id', 'The business profile.', { onDelete: 'cascade' })
  profile?: BusinessProfile;
}
