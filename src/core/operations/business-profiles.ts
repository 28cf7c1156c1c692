import {
  BusinessProfileCreation,
  BusinessProfileUpdate,
} from '../business-profiles/business-profile-input.ts';
import { createBusinessProfile, updateBusinessProfile } from '../business-profiles/business-profiles.ts';
import { deleteBusinessProfile } from '../business-profiles/delete-business-profile.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { retrieveProfileEndpointHealth, WebhookEndpointHealth } from '../webhook-endpoints/shown-endpoint.ts';
import {
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const writesProfile = { permission: 'settings:write', target: BusinessProfile } as const;

export const businessProfiles = operationsByName({
  createBusinessProfile: writeOperation({
    ...writesProfile,
    reach: 'merchant',
    summary: 'Create a business profile',
    about: 'Creates a business profile. Omitted settings take their defaults.',
    input: BusinessProfileCreation,
    creates: true,
    problems: ['resource_already_exists'],
    run: createBusinessProfile,
  }),
  listBusinessProfiles: listOperation(BusinessProfile, {
    about: "Lists the account's business profiles, oldest first.",
    problems: [],
  }),
  retrieveBusinessProfile: retrieveOperation(BusinessProfile),
  updateBusinessProfile: writeOperation({
    ...writesProfile,
    reach: 'profile',
    summary: 'Update a business profile',
    about: "Updates a business profile's settings.",
    ids: ['profile_id'],
    input: BusinessProfileUpdate,
    run: updateBusinessProfile,
  }),
  deleteBusinessProfile: writeOperation({
    ...writesProfile,
    reach: 'merchant',
    summary: 'Delete a business profile',
    about:
      'Deletes an unused business profile, and returns its last state. Refused with the reason while it has payments, payouts, connector accounts, additional webhook endpoints or API keys, or is the default.',
    ids: ['profile_id'],
    problems: ['unexpected_state'],
    run: deleteBusinessProfile,
    shows: 'result',
  }),
  retrieveProfileEndpointHealth: readOperation({
    permission: 'events:read',
    reach: 'profile',
    summary: 'Retrieve the health of a webhook endpoint',
    about:
      "Retrieves the health of a business profile's webhook endpoint: whether its deliveries are paused, with the reason and the end of the pause.",
    ids: ['profile_id'],
    target: WebhookEndpointHealth,
    ofMerchant: true,
    problems: ['resource_not_found'],
    only: { face: 'rest', because: 'GraphQL nests the health in the business profile.' },
    run: retrieveProfileEndpointHealth,
  }),
});
