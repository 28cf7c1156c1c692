import {
  ConnectorAccountCreation,
  ConnectorAccountUpdate,
  createConnectorAccount,
  updateConnectorAccount,
} from '../connector-accounts/connector-accounts.ts';
import { deleteConnectorAccount } from '../connector-accounts/delete-connector-account.ts';
import { FeatureMatrix, FeatureMatrixQuery, featureMatrix } from '../connector-accounts/feature-matrix.ts';
import { InstalledConnector, installedConnectors } from '../connector-accounts/installed-connectors.ts';
import { ConnectorWebhookTest, testConnectorWebhook } from '../connector-accounts/test-webhook.ts';
import { ConnectorWebhookStatus, retrieveWebhookStatus } from '../connector-accounts/webhook-status.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import {
  handledOperation,
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const readsConnectors = { permission: 'connectors:read', reach: 'shared' } as const;
const writesAccount = { permission: 'connectors:write', reach: 'profile', target: ConnectorAccount } as const;

export const connectorAccounts = operationsByName({
  createConnectorAccount: writeOperation({
    ...writesAccount,
    summary: 'Create a connector account',
    about: 'Creates a connector account. Its credentials are stored encrypted and returned masked.',
    input: ConnectorAccountCreation,
    creates: true,
    callsConnector: true,
    problems: ['resource_already_exists', 'connector_unreachable', 'outgoing_calls_off'],
    run: createConnectorAccount,
  }),
  listConnectorAccounts: listOperation(ConnectorAccount, {
    about: "Lists the account's connector accounts, oldest first, without their credentials.",
    problems: [],
  }),
  retrieveConnectorAccount: retrieveOperation(ConnectorAccount, {
    about: 'Retrieves a connector account with masked credentials.',
  }),
  updateConnectorAccount: writeOperation({
    ...writesAccount,
    summary: 'Update a connector account',
    about:
      'Updates a connector account; `disabled` removes it from routing. A credential sent in its masked form is left unchanged.',
    ids: ['merchant_connector_id'],
    input: ConnectorAccountUpdate,
    callsConnector: true,
    run: updateConnectorAccount,
  }),
  deleteConnectorAccount: writeOperation({
    ...writesAccount,
    summary: 'Delete a connector account',
    about:
      'Deletes a connector account with its credentials, and returns its last state. Payments, refunds, disputes and payouts keep its identifier, but can no longer be captured, refunded or responded to, and methods saved only at the connector can no longer be charged. Refused with the reason while money is under way at the account; `disabled` removes it from routing meanwhile.',
    ids: ['merchant_connector_id'],
    problems: ['unexpected_state'],
    run: deleteConnectorAccount,
    shows: 'result',
  }),
  retrieveConnectorWebhookStatus: readOperation({
    permission: 'connectors:read',
    reach: 'profile',
    summary: "Retrieve whether a connector's webhooks arrive",
    about:
      "Retrieves whether a connector's webhooks arrive for an account: the time of the last webhook with a valid signature, and the time of and reason for the last refusal.",
    ids: ['merchant_connector_id'],
    target: ConnectorWebhookStatus,
    only: { face: 'rest', because: 'GraphQL nests the status in the connector account.' },
    run: retrieveWebhookStatus,
  }),
  testConnectorWebhook: writeOperation({
    ...writesAccount,
    summary: 'Test the webhooks of a connector account',
    about:
      "Makes the connector send a signed test webhook to an account, through the usual address, and returns the result. It has no other effect. It requires a connector with the ability `test_webhook`; for other connectors, `received_at` in the account's webhook status shows whether webhooks arrive.",
    ids: ['merchant_connector_id'],
    target: ConnectorWebhookTest,
    callsConnector: true,
    problems: ['unexpected_state', 'outgoing_calls_off'],
    run: testConnectorWebhook,
    shows: 'result',
  }),
  listConnectors: readOperation({
    ...readsConnectors,
    summary: 'List connectors',
    about:
      'Lists the connectors of this service, by name, with their capabilities and the credentials that an account needs.',
    target: InstalledConnector,
    many: true,
    run: async (ctx) => installedConnectors(ctx),
  }),
  retrieveFeatureMatrix: readOperation({
    ...readsConnectors,
    summary: 'Compare connectors',
    about:
      'Compares the declared capabilities of the connectors, by payment method and type: refunds, capture methods and currencies.',
    input: FeatureMatrixQuery,
    target: FeatureMatrix,
    run: async (ctx, query) => featureMatrix(ctx, query),
  }),
  connectorLatency: handledOperation({
    permission: 'payments:read',
    reach: 'merchant',
    summary: 'Measure connectors',
    about:
      "Measures the connectors' response times for payments, captures, refunds and payouts, from the retained calls. A time range is widened to whole quarter-hours; groups and buckets without a call have no row.",
    target: ConnectorCall,
    only: { face: 'graphql', because: 'Statistics with groups and intervals are in GraphQL.' },
  }),
});
