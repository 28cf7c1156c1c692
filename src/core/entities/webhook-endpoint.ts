import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';

/** The health of a profile's webhook endpoint. Only endpoints that have failed have a row. */
@Internal({ table: 'webhook_endpoints', id: 'profile_id' })
export class WebhookEndpoint extends MerchantScoped {
  @f.Id('The business profile.', { required: true }) profile_id!: string;
  @f.Integer('How many attempts in a row failed.', { required: true, default: '0' }) failures!: number;
  @f.Timestamp('Until when its circuit is open.') resting_until?: Date | null;
  @f.Timestamp('When it was disabled; null while it is enabled.') stopped_at?: Date | null;
  @f.Reference(() => BusinessProfile, 'profile_id', 'The business profile.', { onDelete: 'cascade' })
  profile?: BusinessProfile;
}
