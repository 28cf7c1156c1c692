import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
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
import { TypedRouting } from '../../core/entities/values/typed-routing.ts';
import type { Row } from '../../core/reads/index.ts';
import { WebhookEndpointHealth } from '../../core/webhook-endpoints/shown-endpoint.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';
import { needsColumns } from '../kit/selection.ts';
import { typedRouting } from '../kit/typed-routing.ts';

@Resolver(() => BusinessProfile)
class BusinessProfileFields {
  @FieldResolver(() => WebhookEndpointHealth, {
    description: 'Health of the webhook endpoint.',
    complexity: objectCost,
  })
  webhookEndpoint(@Root() profile: Row, @Ctx() { loaders }: GraphqlContext) {
    return loaders.endpointHealth(profile);
  }

  @FieldResolver(() => TypedRouting, { nullable: true, description: '`routingAlgorithm`, typed.' })
  routing(@Root() { routing_algorithm: stored }: Row) {
    return typedRouting(stored);
  }

  @FieldResolver(() => TypedRouting, { nullable: true, description: '`frmRoutingAlgorithm`, typed.' })
  frmRouting(@Root() { frm_routing_algorithm: stored }: Row) {
    return typedRouting(stored);
  }

  @FieldResolver(() => TypedRouting, { nullable: true, description: '`payoutRoutingAlgorithm`, typed.' })
  payoutRouting(@Root() { payout_routing_algorithm: stored }: Row) {
    return typedRouting(stored);
  }
}

needsColumns(BusinessProfile, 'routing', ['routing_algorithm']);
needsColumns(BusinessProfile, 'frmRouting', ['frm_routing_algorithm']);
needsColumns(BusinessProfile, 'payoutRouting', ['payout_routing_algorithm']);

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
  mutation({
    name: 'deleteBusinessProfile',
    permission: 'settings:write',
    reach: 'merchant',
    about: deletesBusinessProfile,
    ids: ['profile_id'],
    payload: BusinessProfile,
    payloadField: 'businessProfile',
    run: async (ctx, _input, { profile_id }) => ({
      id: profile_id!,
      snapshot: await deleteBusinessProfile(ctx, profile_id!),
    }),
  }),
];
