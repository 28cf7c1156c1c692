import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { BusinessProfile } from '../../core/entities/business-profile.ts';
import { TypedRouting } from '../../core/entities/values/typed-routing.ts';
import { businessProfiles } from '../../core/operations/business-profiles.ts';
import type { Row } from '../../core/reads/index.ts';
import { WebhookEndpointHealth } from '../../core/webhook-endpoints/shown-endpoint.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
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
  ...queriesFor(businessProfiles.retrieveBusinessProfile, businessProfiles.listBusinessProfiles),
  BusinessProfileFields,
  mutationOf(businessProfiles.createBusinessProfile),
  mutationOf(businessProfiles.updateBusinessProfile),
  mutationOf(businessProfiles.deleteBusinessProfile),
];
