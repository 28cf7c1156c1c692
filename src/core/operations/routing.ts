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
      'Creates a routing configuration: a routing algorithm of a business profile under a name. It routes nothing until it is activated, and never changes: for a change, create another.',
    input: RoutingConfigurationCreation,
    creates: true,
    problems: ['resource_not_found'],
    run: createRoutingConfiguration,
  }),
  listRoutingConfigurations: listOperation(RoutingConfiguration),
  listActiveRouting: listOperation(RoutingConfiguration, {
    summary: 'List active routing configurations',
    about:
      'Lists the active routing configurations: of each business profile at most one for payments and one for payouts.',
    only: { face: 'rest', because: 'GraphQL filters `routingConfigurations` by `active`.' },
  }),
  retrieveRoutingConfiguration: retrieveOperation(RoutingConfiguration),
  activateRoutingConfiguration: writeOperation({
    ...writesConfiguration,
    summary: 'Activate a routing configuration',
    about:
      "Activates a routing configuration: sets its algorithm in the business profile, and deactivates the one that was active. Refused if an account that it names does not exist any more. A payment's own `routing` still goes before it.",
    ids: ['routing_id'],
    run: activateRoutingConfiguration,
  }),
  deactivateRouting: writeOperation({
    ...writesConfiguration,
    summary: 'Deactivate the routing configuration',
    about:
      'Deactivates the active routing configuration of a business profile, and clears the setting: accounts are then tried oldest first. Refused if none is active, as where the setting was made in the profile.',
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
      "Answers which connector accounts a payment or payout would be sent to, and why the others would not: by the code that routes, with the accounts as they are now. Evaluates the algorithm given, a routing configuration, or else the profile's setting. Nothing changes, and no connector is called.",
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
      'Finds the connector accounts that a payment would be sent to under a proposed `routing_algorithm`, before it is saved. Accounts are considered as they are now; a volume split, which draws for each payment, is answered with its largest eligible share first.',
  }),
  checkRouting: handledOperation({
    ...triesAlgorithm,
    summary: 'Check a routing algorithm',
    about:
      'Lists the accounts that a proposed `routing_algorithm` names and that cannot take what it sends to them, such as one without EUR in a rule for EUR. Accounts are considered as they are now.',
  }),
});
