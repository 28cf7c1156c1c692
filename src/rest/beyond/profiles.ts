import {
  BusinessProfileCreation,
  BusinessProfileUpdate,
} from '../../core/business-profiles/business-profile-input.ts';
import {
  createBusinessProfile,
  updateBusinessProfile,
} from '../../core/business-profiles/business-profiles.ts';
import {
  deleteBusinessProfile,
  deletesBusinessProfile,
} from '../../core/business-profiles/delete-business-profile.ts';
import { BusinessProfile } from '../../core/entities/business-profile.ts';
import {
  retrieveProfileEndpointHealth,
  WebhookEndpointHealth,
} from '../../core/webhook-endpoints/shown-endpoint.ts';
import { beyond, retrieve } from '../beyond.ts';
import { deleted, one } from '../response-shapes.ts';

export const profilesBeyond = [
  beyond({
    id: 'createBusinessProfile',
    permission: 'settings:write',
    reach: 'merchant',
    summary: 'Create a business profile',
    method: 'post',
    path: '/account/{account_id}/business_profile',
    about: 'Creates a business profile. Omitted settings take their defaults.',
    body: BusinessProfileCreation,
    problems: ['resource_already_exists'],
    example: { body: { profile_name: 'US_clothing', session_expiry: 1800 } },
    response: one(BusinessProfile, 'full'),
    handle: async (ctx, { body }) => retrieve(ctx, BusinessProfile, await createBusinessProfile(ctx, body)),
  }),
  beyond({
    id: 'updateBusinessProfile',
    permission: 'settings:write',
    reach: 'profile',
    summary: 'Update a business profile',
    method: 'post',
    path: '/account/{account_id}/business_profile/{profile_id}',
    about: "Updates a business profile's settings.",
    body: BusinessProfileUpdate,
    example: { body: { is_auto_retries_enabled: true, max_auto_retries_enabled: 2 } },
    response: one(BusinessProfile, 'full'),
    handle: async (ctx, { path, body }) => {
      await updateBusinessProfile(ctx, path.profile_id, body);
      return retrieve(ctx, BusinessProfile, path.profile_id);
    },
  }),
  beyond({
    id: 'deleteBusinessProfile',
    permission: 'settings:write',
    reach: 'merchant',
    summary: 'Delete a business profile',
    method: 'delete',
    path: '/account/{account_id}/business_profile/{profile_id}',
    about: deletesBusinessProfile,
    problems: ['unexpected_state'],
    response: deleted(one(BusinessProfile, 'full'), 'deleted'),
    handle: (ctx, { path }) => deleteBusinessProfile(ctx, path.profile_id),
  }),
  beyond({
    id: 'retrieveProfileEndpointHealth',
    permission: 'events:read',
    reach: 'profile',
    summary: 'Retrieve the health of a webhook endpoint',
    method: 'get',
    path: '/account/{account_id}/business_profile/{profile_id}/webhook_endpoint',
    about:
      "Retrieves the health of the endpoint a business profile's webhooks go to: whether its deliveries are paused, why and until when.",
    ofMerchant: true,
    problems: ['resource_not_found'],
    response: one(WebhookEndpointHealth),
    handle: (ctx, { path }) => retrieveProfileEndpointHealth(ctx, path.profile_id),
  }),
];
