import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
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
import {
  ConnectorWebhookTest,
  testConnectorWebhook,
  testsConnectorWebhook,
  webhookAddress,
} from '../../core/connector-accounts/test-webhook.ts';
import { ConnectorWebhookStatus } from '../../core/connector-accounts/webhook-status.ts';
import type { AccountKey } from '../../core/connector-calls/call-connector.ts';
import { ConnectorAccount } from '../../core/entities/connector-account.ts';
import { guardKey } from '../../core/foundation/ports/connector.ts';
import type { Row } from '../../core/reads/index.ts';
import { callerContext, type GraphqlContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';
import { ConnectorHealth, ConnectorHealthFields } from './connector-health.ts';

@Resolver(() => ConnectorAccount)
class ConnectorAccountFields {
  @FieldResolver()
  profile(@Root() account: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(account, info);
  }

  @FieldResolver(() => ConnectorHealth, {
    description: 'Whether the account can be reached: its circuit, as routing sees it, and its latest calls.',
    complexity: objectCost,
  })
  health(@Root() account: Row, @Ctx() graphql: GraphqlContext): ConnectorHealth {
    const { guard } = callerContext(graphql).ports;
    const key = account as unknown as AccountKey;
    const { since, state } = guard.circuitOf(guardKey(key));
    return { account: key, circuit: state, circuitSince: since?.toISOString() ?? null };
  }

  @FieldResolver(() => String, {
    description:
      'Where the connector is to send its webhooks, for the settings at the connector. It has to be reachable from there.',
  })
  webhookUrl(@Root() account: Row, @Ctx() graphql: GraphqlContext): string {
    return webhookAddress(callerContext(graphql), account as unknown as AccountKey);
  }

  @FieldResolver(() => ConnectorWebhookStatus, {
    description: "Whether the connector's webhooks arrive.",
    complexity: objectCost,
  })
  webhooks(@Root() account: Row, @Ctx() { loaders }: GraphqlContext): Promise<ConnectorWebhookStatus> {
    return loaders.connectorWebhooks(account as unknown as AccountKey);
  }
}

export const connectorAccountResolvers = [
  queriesOf(ConnectorAccount),
  ConnectorAccountFields,
  ConnectorHealthFields,
  mutation({
    name: 'createConnectorAccount',
    permission: 'connectors:write',
    reach: 'profile',
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
    reach: 'profile',
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
  mutation({
    name: 'testConnectorWebhook',
    permission: 'connectors:write',
    reach: 'profile',
    about: testsConnectorWebhook,
    callsConnector: true,
    ids: ['merchant_connector_id'],
    payload: ConnectorWebhookTest,
    payloadField: 'test',
    run: async (ctx, _input, { merchant_connector_id }) => ({
      id: merchant_connector_id!,
      snapshot: { ...(await testConnectorWebhook(ctx, merchant_connector_id!)) },
    }),
  }),
  mutation({
    name: 'deleteConnectorAccount',
    permission: 'connectors:write',
    reach: 'profile',
    about: deletesConnectorAccount,
    ids: ['merchant_connector_id'],
    payload: ConnectorAccount,
    payloadField: 'connectorAccount',
    run: async (ctx, _input, { merchant_connector_id }) => ({
      id: merchant_connector_id!,
      snapshot: await deleteConnectorAccount(ctx, merchant_connector_id!),
    }),
  }),
];
