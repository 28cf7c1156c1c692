import {
  BusinessProfileCreation,
  BusinessProfileUpdate,
} from '../../core/business-profiles/business-profile-input.ts';
import {
  createBusinessProfile,
  updateBusinessProfile,
} from '../../core/business-profiles/business-profiles.ts';
import { BusinessProfile } from '../../core/entities/business-profile.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

export const businessProfileResolvers = [
  queriesOf(BusinessProfile),
  mutation({
    name: 'createBusinessProfile',
    about: 'Creates a business profile. Settings that are not given are as they are at first.',
    input: BusinessProfileCreation,
    creates: true,
    payload: BusinessProfile,
    payloadField: 'businessProfile',
    run: async (ctx, given) => ({ id: await createBusinessProfile(ctx, given) }),
  }),
  mutation({
    name: 'updateBusinessProfile',
    about: "Changes a business profile's settings.",
    input: BusinessProfileUpdate,
    ids: ['profile_id'],
    payload: BusinessProfile,
    payloadField: 'businessProfile',
    run: async (ctx, changes, { profile_id }) => {
      await updateBusinessProfile(ctx, profile_id!, changes);
      return { id: profile_id! };
    },
  }),
];
