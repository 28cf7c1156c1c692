import {
  ConnectorAccountCreation,
  ConnectorAccountUpdate,
} from '../../core/connector-accounts/connector-account-input.ts';
import {
  createConnectorAccount,
  updateConnectorAccount,
} from '../../core/connector-accounts/connector-accounts.ts';
import { ConnectorAccount } from '../../core/entities/connector-account.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

export const connectorAccountResolvers = [
  queriesOf(ConnectorAccount),
  mutation({
    name: 'createConnectorAccount',
    about: 'Sets up an account at a connector. Its credentials are kept encrypted and shown masked.',
    input: ConnectorAccountCreation,
    creates: true,
    payload: ConnectorAccount,
    payloadField: 'connectorAccount',
    run: async (ctx, given) => ({ id: await createConnectorAccount(ctx, given) }),
  }),
  mutation({
    name: 'updateConnectorAccount',
    about: 'Changes an account at a connector. A secret sent back masked, as it is shown, stays what it is.',
    input: ConnectorAccountUpdate,
    ids: ['merchant_connector_id'],
    payload: ConnectorAccount,
    payloadField: 'connectorAccount',
    run: async (ctx, changes, { merchant_connector_id }) => {
      await updateConnectorAccount(ctx, merchant_connector_id!, changes);
      return { id: merchant_connector_id! };
    },
  }),
];
