import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { FeatureMatrix, featureMatrix } from '../../core/connector-accounts/feature-matrix.ts';
import {
  InstalledConnector,
  installedConnectors,
} from '../../core/connector-accounts/installed-connectors.ts';
import { requireAccess } from '../../core/foundation/permissions.ts';
import { connectorAccounts } from '../../core/operations/connector-accounts.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { carriesOut } from '../kit/root-fields.ts';

@Resolver()
export class ConnectorQueries {
  @carriesOut(connectorAccounts.listConnectors)
  @Query(() => [InstalledConnector])
  connectors(@Ctx() graphql: GraphqlContext): InstalledConnector[] {
    const ctx = readingContext(graphql);
    requireAccess(ctx, connectorAccounts.listConnectors);
    return installedConnectors(ctx);
  }

  @carriesOut(connectorAccounts.retrieveFeatureMatrix)
  @Query(() => FeatureMatrix)
  featureMatrix(
    @Ctx() graphql: GraphqlContext,
    @Arg('connectors', () => [String], { nullable: true, description: 'Connectors by name; all if omitted.' })
    connectors?: string[] | null,
  ): FeatureMatrix {
    const ctx = readingContext(graphql);
    requireAccess(ctx, connectorAccounts.retrieveFeatureMatrix);
    return featureMatrix(ctx, { connectors: connectors ?? null });
  }
}
