import { ConnectorAccount } from '../../core/entities/connector-account.ts';
import { connectorAccounts } from '../../core/operations/connector-accounts.ts';
import { readAt } from '../places/read-at.ts';
import { writeAt } from '../places/write-at.ts';
import { deleted, one } from '../response-shapes.ts';

const ofAccount = {
  path: '/accounts/{account_id}/connectors/{connector_id}',
  alsoAt: ['/account/{account_id}/connectors/{connector_id}'],
  pathIds: ['connector_id'],
} as const;

export const connectorsBeyond = [
  readAt(connectorAccounts.listConnectors, { path: '/connectors' }),
  readAt(connectorAccounts.retrieveFeatureMatrix, {
    path: '/feature_matrix',
    example: { query: { connectors: ['sandbox'] } },
  }),
  writeAt(connectorAccounts.createConnectorAccount, {
    method: 'post',
    path: '/accounts/{account_id}/connectors',
    alsoAt: ['/account/{account_id}/connectors'],
    example: {
      body: {
        connector_type: 'payment_processor',
        connector_name: 'sandbox',
        connector_account_details: { connector_account_details: { api_key: 'sandbox_key_of_the_shop' } },
      },
    },
  }),
  writeAt(connectorAccounts.updateConnectorAccount, {
    ...ofAccount,
    method: 'post',
    example: { body: { disabled: true } },
  }),
  readAt(connectorAccounts.retrieveConnectorWebhookStatus, {
    path: '/accounts/{account_id}/connectors/{connector_id}/webhooks',
    alsoAt: ['/account/{account_id}/connectors/{connector_id}/webhooks'],
    pathIds: ['connector_id'],
  }),
  writeAt(connectorAccounts.testConnectorWebhook, {
    method: 'post',
    path: '/accounts/{account_id}/connectors/{connector_id}/test_webhook',
    alsoAt: ['/account/{account_id}/connectors/{connector_id}/test_webhook'],
    pathIds: ['connector_id'],
  }),
  writeAt(connectorAccounts.deleteConnectorAccount, {
    ...ofAccount,
    method: 'delete',
    response: deleted(one(ConnectorAccount, 'full'), 'deleted'),
  }),
];
