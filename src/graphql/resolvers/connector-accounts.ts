import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import {
  ConnectorAccountCreation,
  ConnectorAccountUpdate,
  createConnectorAccount,
  updateConnectorAccount,
} from '../../core/connector-accounts/connector-accounts.ts';
import { ConnectorAccount } from '../../core/entities/connector-account.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

@Resolver(() => ConnectorAccount)
class ConnectorAccountFields {
  @FieldResolver()
  profile(@Root() account: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(account, info);
  }
}

export const connectorAccountResolvers = [
  queriesOf(ConnectorAccount),
  ConnectorAccountFields,
  mutation({
    name: 'createConnectorAccount',
    permission: 'connectors:write',
    about: 'Creates a connector account. Its credentials are stored encrypted and returned masked.',
    input: ConnectorAccountCreation,
    callsConnector: true,
    creates: true,
    payload: ConnectorAccount,
    payloadField: 'connectorAccount',
    run: async (ctx, input) => ({ id: await createConnectorAccount(ctx, input) }),
  }),
  mutation({
    name: 'updateConnectorAccount',
    permission: 'connectors:write',
    about: 'Updates a connector account. A credential sent in its masked form is left unchanged.',
    input: ConnectorAccountUpdate,
    callsConnector: true,
    ids: ['merchant_connector_id'],
    payload: ConnectorAccount,
    payloadField: 'connectorAccount',
    run: async (ctx, changes, { merchant_connector_id }) => {
      await updateConnectorAccount(ctx, merchant_connector_id!, changes);
      return { id: merchant_connector_id! };
    },
  }),
];
