import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';

export const CardTestingGuard = enumeration(
  'CardTestingGuard',
  'The dimension by which a card-testing guard counts.',
  {
    card_ip: 'A card and an IP address.',
    guest_user_card: 'A card used without a customer.',
    customer_id: 'A customer.',
    card: 'A card, with any customer and any IP address.',
    ip: 'An IP address, with any card.',
  },
);

/**
 * The failed payments of one subject of a card-testing guard, until the count expires. A payment counts from its
 * confirmation until it succeeds.
 */
@Internal({
  table: 'card_testing_counters',
  within: ['profile_id', 'kind'],
  id: 'subject',
  indexes: { card_testing_counters_by_expires_at: { columns: ['expires_at'] } },
  checks: { card_testing_counters_failures_check: 'failures >= 0' },
})
export class CardTestingCounter extends MerchantScoped {
  @f.Id('The business profile.', { required: true }) profile_id!: string;
  @f.Enumeration(() => CardTestingGuard, 'The guard.', { required: true, checked: true })
  kind!: ValueOf<typeof CardTestingGuard>;
  @f.Text('A keyed digest of the card, IP address or customer that is counted.', { required: true })
  subject!: string;
  @f.Integer('Number of payments that failed or are undecided.', { required: true, min: 0 })
  failures!: number;
  @f.Timestamp('Time at which the count restarts.', { required: true }) expires_at!: Date;
  @f.Reference(() => BusinessProfile, 'profile_id', 'The business profile.', { onDelete: 'cascade' })
  profile?: BusinessProfile;
}
