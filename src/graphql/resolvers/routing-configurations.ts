import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import {
  activateRoutingConfiguration,
  activatesRouting,
  createRoutingConfiguration,
  deactivateRouting,
  deactivatesRouting,
  RoutingConfigurationCreation,
  RoutingDeactivation,
} from '../../core/business-profiles/routing-configurations.ts';
import { RoutingConfiguration } from '../../core/entities/routing-configuration.ts';
import {
  evaluateRouting,
  evaluatesRouting,
  RoutingEvaluation,
  RoutingEvaluationRequest,
} from '../../core/payments/authorize/evaluate-routing.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';
import { needsColumns } from '../kit/selection.ts';
import { TypedRouting, typedRouting } from '../kit/typed-routing.ts';

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

const returnsConfiguration = {
  permission: 'settings:write',
  reach: 'profile',
  payload: RoutingConfiguration,
  payloadField: 'routingConfiguration',
} as const;

export const routingConfigurationResolvers = [
  queriesOf(RoutingConfiguration),
  RoutingConfigurationFields,
  mutation({
    ...returnsConfiguration,
    name: 'createRoutingConfiguration',
    about:
      'Creates a routing configuration: a routing algorithm of a business profile under a name. It routes nothing until it is activated, and never changes: for a change, create another.',
    input: RoutingConfigurationCreation,
    creates: true,
    run: async (ctx, input) => ({ id: await createRoutingConfiguration(ctx, input) }),
  }),
  mutation({
    ...returnsConfiguration,
    name: 'activateRoutingConfiguration',
    about: activatesRouting,
    ids: ['routing_id'],
    run: async (ctx, _input, { routing_id }) => {
      await activateRoutingConfiguration(ctx, routing_id!);
      return { id: routing_id! };
    },
  }),
  mutation({
    ...returnsConfiguration,
    name: 'deactivateRouting',
    about: deactivatesRouting,
    input: RoutingDeactivation,
    creates: true,
    run: async (ctx, input) => ({ id: await deactivateRouting(ctx, input) }),
  }),
  mutation({
    name: 'evaluateRouting',
    permission: 'settings:write',
    reach: 'profile',
    about: evaluatesRouting,
    input: RoutingEvaluationRequest,
    creates: true,
    payload: RoutingEvaluation,
    payloadField: 'evaluation',
    run: async (ctx, input) => ({ id: '', snapshot: { ...(await evaluateRouting(ctx, input)) } }),
  }),
];
