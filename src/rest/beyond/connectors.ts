import {
  ConnectorAccountCreation,
  ConnectorAccountUpdate,
  createConnectorAccount,
  updateConnectorAccount,
} from '../../core/connector-accounts/connector-accounts.ts';
import {
  deleteConnectorAccount,
  deletesConnectorAccount,
} from '../../core/connector-accounts/delete-connector-account.ts';
import { FeatureMatrix, featureMatrix, listsFeatures } from '../../core/connector-accounts/feature-matrix.ts';
import {
  InstalledConnector,
  installedConnectors,
} from '../../core/connector-accounts/installed-connectors.ts';
import {
  ConnectorWebhookTest,
  testConnectorWebhook,
  testsConnectorWebhook,
} from '../../core/connector-accounts/test-webhook.ts';
import {
  ConnectorWebhookStatus,
  readsWebhookStatus,
  retrieveWebhookStatus,
} from '../../core/connector-accounts/webhook-status.ts';
import { ConnectorAccount } from '../../core/entities/connector-account.ts';
import * as f from '../../core/model/fields.ts';
import { beyond, retrieve } from '../beyond.ts';
import { deleted, list, one } from '../response-shapes.ts';

class FeatureMatrixQuery {
  @f.TextList('Connectors by name; all if omitted.') connectors?: string[] | null;
}

export const connectorsBeyond = [
  beyond({
    id: 'listConnectors',
    permission: 'connectors:read',
    reach: 'shared',
    summary: 'List connectors',
    method: 'get',
    path: '/connectors',
    about:
      'Lists the connectors that this service has, by name: what each can do, and which credentials an account at it needs.',
    response: list(InstalledConnector),
    handle: async (ctx) => installedConnectors(ctx),
  }),
  beyond({
    id: 'retrieveFeatureMatrix',
    permission: 'connectors:read',
    reach: 'shared',
    summary: 'Compare connectors',
    method: 'get',
    path: '/feature_matrix',
    about: listsFeatures,
    query: FeatureMatrixQuery,
    example: { query: { connectors: ['sandbox'] } },
    response: one(FeatureMatrix),
    handle: async (ctx, { query }) => featureMatrix(ctx, query.connectors),
  }),
  beyond({
    id: 'createConnectorAccount',
    permission: 'connectors:write',
    reach: 'profile',
    summary: 'Create a connector account',
    method: 'post',
    path: '/accounts/{account_id}/connectors',
    alsoAt: ['/account/{account_id}/connectors'],
    about: 'Creates a connector account. Its credentials are stored encrypted and returned masked.',
    body: ConnectorAccountCreation,
    problems: ['resource_already_exists', 'connector_unreachable', 'outgoing_calls_off'],
    example: {
      body: {
        connector_type: 'payment_processor',
        connector_name: 'sandbox',
        connector_account_details: { connector_account_details: { api_key: 'sandbox_key_of_the_shop' } },
      },
    },
    response: one(ConnectorAccount, 'full'),
    replay: (ctx, _path, objectId) => retrieve(ctx, ConnectorAccount, objectId!),
    handle: async (ctx, { body }) => retrieve(ctx, ConnectorAccount, await createConnectorAccount(ctx, body)),
  }),
  beyond({
    id: 'updateConnectorAccount',
    permission: 'connectors:write',
    reach: 'profile',
    summary: 'Update a connector account',
    method: 'post',
    path: '/accounts/{account_id}/connectors/{connector_id}',
    alsoAt: ['/account/{account_id}/connectors/{connector_id}'],
    about:
      'Updates a connector account; `disabled` takes it out of routing. A credential sent in its masked form is left unchanged.',
    body: ConnectorAccountUpdate,
    example: { body: { disabled: true } },
    response: one(ConnectorAccount, 'full'),
    replay: (ctx, path) => retrieve(ctx, ConnectorAccount, path.connector_id!),
    handle: async (ctx, { path, body }) => {
      await updateConnectorAccount(ctx, path.connector_id, body);
      return retrieve(ctx, ConnectorAccount, path.connector_id);
    },
  }),
  beyond({
    id: 'retrieveConnectorWebhookStatus',
    permission: 'connectors:read',
    reach: 'profile',
    summary: "Retrieve whether a connector's webhooks arrive",
    method: 'get',
    path: '/accounts/{account_id}/connectors/{connector_id}/webhooks',
    alsoAt: ['/account/{account_id}/connectors/{connector_id}/webhooks'],
    about: readsWebhookStatus,
    response: one(ConnectorWebhookStatus),
    handle: (ctx, { path }) => retrieveWebhookStatus(ctx, path.connector_id),
  }),
  beyond({
    id: 'testConnectorWebhook',
    permission: 'connectors:write',
    reach: 'profile',
    summary: 'Test the webhooks of a connector account',
    method: 'post',
    path: '/accounts/{account_id}/connectors/{connector_id}/test_webhook',
    alsoAt: ['/account/{account_id}/connectors/{connector_id}/test_webhook'],
    about: testsConnectorWebhook,
    problems: ['unexpected_state', 'outgoing_calls_off'],
    response: one(ConnectorWebhookTest),
    replay: (ctx, path) => testConnectorWebhook(ctx, path.connector_id!),
    handle: (ctx, { path }) => testConnectorWebhook(ctx, path.connector_id),
  }),
  beyond({
    id: 'deleteConnectorAccount',
    permission: 'connectors:write',
    reach: 'profile',
    summary: 'Delete a connector account',
    method: 'delete',
    path: '/accounts/{account_id}/connectors/{connector_id}',
    alsoAt: ['/account/{account_id}/connectors/{connector_id}'],
    about: deletesConnectorAccount,
    problems: ['unexpected_state'],
    response: deleted(one(ConnectorAccount, 'full'), 'deleted'),
    handle: (ctx, { path }) => deleteConnectorAccount(ctx, path.connector_id),
  }),
];
