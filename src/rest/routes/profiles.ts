import {
  listBusinessProfiles,
  retrieveBusinessProfile,
} from '../../core/business-profiles/business-profiles.ts';
import { BusinessProfile } from '../../core/entities/business-profile.ts';
import { operation } from '../operation.ts';
import { list, one } from '../response-shapes.ts';

export const profileOperations = [
  operation({
    number: 15,
    id: 'listBusinessProfiles',
    permission: 'settings:read',
    reach: 'profile',
    summary: 'List business profiles',
    tag: 'Business profiles',
    method: 'get',
    path: '/account/{account_id}/business_profile',
    about: "Lists the account's business profiles, oldest first.",
    keys: ['api_key'],
    response: list(BusinessProfile),
    handle: (ctx, { path }) => listBusinessProfiles(ctx, path.account_id),
  }),
  operation({
    number: 16,
    id: 'retrieveBusinessProfile',
    permission: 'settings:read',
    reach: 'profile',
    summary: 'Retrieve a business profile',
    tag: 'Business profiles',
    method: 'get',
    path: '/account/{account_id}/business_profile/{profile_id}',
    about: 'Retrieves a business profile.',
    keys: ['api_key'],
    response: one(BusinessProfile),
    handle: (ctx, { path }) => retrieveBusinessProfile(ctx, path.account_id, path.profile_id),
  }),
];
