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
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

const changes = { permission: 'settings:write', reach: 'profile', method: 'post' } as const;
const configuration = one(RoutingConfiguration, 'full');

export const routingBeyond = [
  beyond({
    ...changes,
    id: 'createRoutingConfiguration',
    summary: 'Create a routing configuration',
    path: '/routing',
    about:
      'Creates a routing configuration: a routing algorithm of a business profile under a name. It routes nothing until it is activated, and never changes: for a change, create another.',
    body: RoutingConfigurationCreation,
    problems: ['resource_not_found'],
    example: {
      body: {
        name: 'Cards in Europe first',
        profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        algorithm: { type: 'priority', data: [{ connector: 'adyen' }, { connector: 'stripe' }] },
      },
    },
    response: configuration,
    handle: async (ctx, { body }) =>
      retrieve(ctx, RoutingConfiguration, await createRoutingConfiguration(ctx, body)),
  }),
  listOf(RoutingConfiguration, {
    id: 'listRoutingConfigurations',
    summary: 'List routing configurations',
    path: '/routing',
    about: 'Lists routing configurations, newest first.',
  }),
  beyond({
    ...changes,
    id: 'deactivateRouting',
    summary: 'Deactivate the routing configuration',
    path: '/routing/deactivate',
    about: deactivatesRouting,
    body: RoutingDeactivation,
    problems: ['resource_not_found', 'unexpected_state'],
    example: { body: { profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D' } },
    response: configuration,
    handle: async (ctx, { body }) => retrieve(ctx, RoutingConfiguration, await deactivateRouting(ctx, body)),
  }),
  listOf(RoutingConfiguration, {
    id: 'listActiveRouting',
    summary: 'List active routing configurations',
    path: '/routing/active',
    about:
      'Lists the active routing configurations: of each business profile one for payments and one for payouts at most.',
    where: [{ field: 'active', op: 'eq', value: true }],
  }),
  beyond({
    ...changes,
    id: 'evaluateRouting',
    summary: 'Evaluate routing',
    path: '/routing/rule/evaluate',
    about: evaluatesRouting,
    ofMerchant: true,
    body: RoutingEvaluationRequest,
    problems: ['resource_not_found', 'parameters_exclusive', 'no_connector_available'],
    example: {
      body: {
        profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        parameters: { amount: 5000, currency: 'EUR', payment_method: 'card', country: 'DE' },
      },
    },
    response: one(RoutingEvaluation),
    handle: (ctx, { body }) => evaluateRouting(ctx, body),
  }),
  beyond({
    permission: 'settings:read',
    reach: 'profile',
    id: 'retrieveRoutingConfiguration',
    summary: 'Retrieve a routing configuration',
    method: 'get',
    path: '/routing/{routing_id}',
    about: 'Retrieves a routing configuration.',
    response: configuration,
    handle: (ctx, { path }) => retrieve(ctx, RoutingConfiguration, path.routing_id),
  }),
  beyond({
    ...changes,
    id: 'activateRoutingConfiguration',
    summary: 'Activate a routing configuration',
    path: '/routing/{routing_id}/activate',
    about: activatesRouting,
    response: configuration,
    handle: async (ctx, { path }) => {
      await activateRoutingConfiguration(ctx, path.routing_id);
      return retrieve(ctx, RoutingConfiguration, path.routing_id);
    },
  }),
];
