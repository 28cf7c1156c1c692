import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { webhookAddress } from '../../core/connector-accounts/test-webhook.ts';
import { ConnectorWebhookStatus } from '../../core/connector-accounts/webhook-status.ts';
import type { AccountKey } from '../../core/connector-calls/call-connector.ts';
import { ConnectorAccount } from '../../core/entities/connector-account.ts';
import { guardKey } from '../../core/foundation/ports/connector.ts';
import { connectorAccounts } from '../../core/operations/connector-accounts.ts';
import type { Row } from '../../core/reads/index.ts';
import { callerContext, type GraphqlContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
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
  ...queriesFor(connectorAccounts.retrieveConnectorAccount, connectorAccounts.listConnectorAccounts),
  ConnectorAccountFields,
  ConnectorHealthFields,
  mutationOf(connectorAccounts.createConnectorAccount),
  mutationOf(connectorAccounts.updateConnectorAccount),
  mutationOf(connectorAccounts.testConnectorWebhook, { payloadField: 'test' }),
  mutationOf(connectorAccounts.deleteConnectorAccount),
];
