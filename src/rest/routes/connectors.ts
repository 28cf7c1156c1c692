import {
  listConnectorAccounts,
  retrieveConnectorAccount,
} from '../../core/connector-accounts/connector-accounts.ts';
import { ConnectorAccount } from '../../core/entities/connector-account.ts';
import { operation } from '../operation.ts';
import { list, one } from '../response-shapes.ts';

export const connectorOperations = [
  operation({
    number: 17,
    id: 'listConnectorAccounts',
    permission: 'connectors:read',
    reach: 'profile',
    summary: 'List connector accounts',
    tag: 'Connector accounts',
    method: 'get',
    path: '/accounts/{account_id}/connectors',
    alsoAt: ['/account/{account_id}/connectors'],
    about: "Lists the account's connector accounts, oldest first, without their credentials.",
    keys: ['api_key'],
    response: list(ConnectorAccount),
    handle: (ctx, { path }) => listConnectorAccounts(ctx, path.account_id),
  }),
  operation({
    number: 18,
    id: 'retrieveConnectorAccount',
    permission: 'connectors:read',
    reach: 'profile',
    summary: 'Retrieve a connector account',
    tag: 'Connector accounts',
    method: 'get',
    path: '/accounts/{account_id}/connectors/{connector_id}',
    alsoAt: ['/account/{account_id}/connectors/{connector_id}'],
    about: 'Retrieves a connector account with masked credentials.',
    keys: ['api_key'],
    response: one(ConnectorAccount),
    handle: (ctx, { path }) => retrieveConnectorAccount(ctx, path.account_id, path.connector_id),
  }),
];
