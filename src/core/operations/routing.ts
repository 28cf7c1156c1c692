import {
  activateRoutingConfiguration,
  createRoutingConfiguration,
  deactivateRouting,
  RoutingConfigurationCreation,
  RoutingDeactivation,
} from '../business-profiles/routing-configurations.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { RoutingConfiguration } from '../entities/routing-configuration.ts';
import {
  evaluateRouting,
  RoutingEvaluation,
  RoutingEvaluationRequest,
} from '../payments/authorize/evaluate-routing.ts';
import {
  handledOperation,
  listOperation,
  operationsByName,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const changesSettings = { permission: 'settings:write', reach: 'profile' } as const;
const writesConfiguration = { ...changesSettings, target: RoutingConfiguration } as const;
const triesAlgorithm = {
  ...changesSettings,
  target: ConnectorAccount,
  only: { face: 'graphql', because: 'REST has `evaluateRouting`.' },
} as const;

export const routing = operationsByName({
  createRoutingConfiguration: writeOperation({
    ...writesConfiguration,
    summary: 'Create a routing configuration',
    about:
      'Creates a routing configuration: a named routing algorithm of a business profile. It has no effect until activated and cannot be changed; for a change, create another configuration.',
    input: RoutingConfigurationCreation,
    creates: true,
    problems: ['resource_not_found'],
    run: createRoutingConfiguration,
  }),
  listRoutingConfigurations: listOperation(RoutingConfiguration),
  listActiveRouting: listOperation(RoutingConfiguration, {
    summary: 'List active routing configurations',
    about:
      'Lists the active routing configurations: for each business profile at most one for payments and one for payouts.',
    only: { face: 'rest', because: 'GraphQL filters `routingConfigurations` by `active`.' },
  }),
  retrieveRoutingConfiguration: retrieveOperation(RoutingConfiguration),
  activateRoutingConfiguration: writeOperation({
    ...writesConfiguration,
    summary: 'Activate a routing configuration',
    about:
      "Activates a routing configuration: sets its algorithm in the business profile, and deactivates the previous configuration. Refused if one of its accounts no longer exists. A payment's `routing` still takes precedence.",
    ids: ['routing_id'],
    run: activateRoutingConfiguration,
  }),
  deactivateRouting: writeOperation({
    ...writesConfiguration,
    summary: 'Deactivate the routing configuration',
    about:
      'Deactivates the active routing configuration of a business profile, and clears the setting: accounts are then tried oldest first. Refused without an active configuration, for example if the setting was made in the profile.',
    input: RoutingDeactivation,
    creates: true,
    problems: ['resource_not_found', 'unexpected_state'],
    run: deactivateRouting,
  }),
  evaluateRouting: writeOperation({
    ...changesSettings,
    ofMerchant: true,
    summary: 'Evaluate routing',
    about:
      "Evaluates routing: lists the connector accounts that a payment or payout would be sent to, and the reasons against the others, by the production routing code with the current accounts. Uses the given algorithm, a routing configuration, or else the profile's setting. Nothing is changed, and no connector is called.",
    input: RoutingEvaluationRequest,
    target: RoutingEvaluation,
    problems: ['resource_not_found', 'parameters_exclusive', 'no_connector_available'],
    run: evaluateRouting,
    shows: 'result',
  }),
  tryRouting: handledOperation({
    ...triesAlgorithm,
    summary: 'Try a routing algorithm',
    about:
      'Finds the connector accounts that a payment would be sent to with a proposed `routing_algorithm`, before it is saved. Accounts are considered in their current state; a volume split, which draws for each payment, lists its largest eligible share first.',
  }),
  checkRouting: handledOperation({
    ...triesAlgorithm,
    summary: 'Check a routing algorithm',
    about:
      'Lists the accounts in a proposed `routing_algorithm` that cannot accept the payments routed to them, such as an account without EUR in a rule for EUR. Accounts are considered in their current state.',
  }),
});
