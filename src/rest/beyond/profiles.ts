import { BusinessProfile } from '../../core/entities/business-profile.ts';
import { businessProfiles } from '../../core/operations/business-profiles.ts';
import { readAt } from '../places/read-at.ts';
import { writeAt } from '../places/write-at.ts';
import { deleted, one } from '../response-shapes.ts';

const path = '/account/{account_id}/business_profile/{profile_id}';

export const profilesBeyond = [
  writeAt(businessProfiles.createBusinessProfile, {
    method: 'post',
    path: '/account/{account_id}/business_profile',
    example: { body: { profile_name: 'US_clothing', session_expiry: 1800 } },
  }),
  writeAt(businessProfiles.updateBusinessProfile, {
    method: 'post',
    path,
    example: { body: { is_auto_retries_enabled: true, max_auto_retries_enabled: 2 } },
  }),
  writeAt(businessProfiles.deleteBusinessProfile, {
    method: 'delete',
    path,
    response: deleted(one(BusinessProfile, 'full'), 'deleted'),
  }),
  readAt(businessProfiles.retrieveProfileEndpointHealth, {
    path: '/account/{account_id}/business_profile/{profile_id}/webhook_endpoint',
  }),
];
