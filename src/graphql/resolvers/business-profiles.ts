import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import {
  BusinessProfileCreation,
  BusinessProfileUpdate,
} from '../../core/business-profiles/business-profile-input.ts';
import {
  createBusinessProfile,
  updateBusinessProfile,
} from '../../core/business-profiles/business-profiles.ts';
import { BusinessProfile } from '../../core/entities/business-profile.ts';
import { DateTimeScalar } from '../../core/model/index.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

@ObjectType({
  description: "Health of the endpoint a business profile's webhooks go to.",
  simpleResolvers: true,
})
class WebhookEndpoint {
  @Field(() => Int, { description: 'Consecutive delivery attempts that got no HTTP response.' })
  failures!: number;
  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Deliveries are paused until then: the endpoint failed several times in a row, or sent `Retry-After`.',
  })
  restingUntil?: string | null;
  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the endpoint was disabled for responding 410. Deliveries resume once `webhook_details` are set again.',
  })
  stoppedAt?: string | null;
}

@Resolver(() => BusinessProfile)
class BusinessProfileFields {
  @FieldResolver(() => WebhookEndpoint, {
    description: 'Health of the webhook endpoint.',
    complexity: objectCost,
  })
  async webhookEndpoint(@Root() profile: Row, @Ctx() { loaders }: GraphqlContext) {
    const { failures, resting_until, stopped_at } = await loaders.webhookEndpoint(profile);
    return { failures, restingUntil: resting_until, stoppedAt: stopped_at };
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
