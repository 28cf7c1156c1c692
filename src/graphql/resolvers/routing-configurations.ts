import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { RoutingConfiguration } from '../../core/entities/routing-configuration.ts';
import { TypedRouting } from '../../core/entities/values/typed-routing.ts';
import { routing } from '../../core/operations/routing.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
import { needsColumns } from '../kit/selection.ts';
import { typedRouting } from '../kit/typed-routing.ts';

@Resolver(() => RoutingConfiguration)
class RoutingConfigurationFields {
  @FieldResolver()
  profile(@Root() configuration: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(configuration, info);
  }

  @FieldResolver(() => TypedRouting, { nullable: true, description: '`algorithm`, typed.' })
  routing(@Root() { algorithm }: Row) {
    return typedRouting(algorithm);
  }
}

needsColumns(RoutingConfiguration, 'routing', ['algorithm']);

export const routingConfigurationResolvers = [
  ...queriesFor(routing.retrieveRoutingConfiguration, routing.listRoutingConfigurations),
  RoutingConfigurationFields,
  mutationOf(routing.createRoutingConfiguration),
  mutationOf(routing.activateRoutingConfiguration),
  mutationOf(routing.deactivateRouting),
  mutationOf(routing.evaluateRouting, { payloadField: 'evaluation' }),
];
