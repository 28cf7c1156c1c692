import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  BusinessProfileCreation,
  BusinessProfileUpdate,
} from '../../core/business-profiles/business-profile-input.ts';
import {
  createBusinessProfile,
  updateBusinessProfile,
} from '../../core/business-profiles/business-profiles.ts';
import { BusinessProfile } from '../../core/entities/business-profile.ts';
import type { Row } from '../../core/reads/index.ts';
import { WebhookEndpointHealth } from '../../core/webhook-endpoints/shown-endpoint.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

@Resolver(() => BusinessProfile)
class BusinessProfileFields {
  @FieldResolver(() => WebhookEndpointHealth, {
    description: 'Health of the webhook endpoint.',
    complexity: objectCost,
  })
  webhookEndpoint(@Root() profile: Row, @Ctx() { loaders }: GraphqlContext) {
    return loaders.endpointHealth(profile);
  }
}

export const businessProfileResolvers = [
  queriesOf(BusinessProfile),
  BusinessProfileFields,
  mutation({
    name: 'createBusinessProfile',
    permission: 'settings:write',
    reach: 'merchant',
    about: 'Creates a business profile. Omitted settings take their defaults.',
    input: BusinessProfileCreation,
    creates: true,
    payload: BusinessProfile,
    payloadField: 'businessProfile',
    run: async (ctx, input) => ({ id: await createBusinessProfile(ctx, input) }),
  }),
  mutation({
    name: 'updateBusinessProfile',
    permission: 'settings:write',
    reach: 'profile',
    about: "Updates a business profile's settings.",
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
