import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { FeatureMatrix, featureMatrix, listsFeatures } from '../../core/connector-accounts/feature-matrix.ts';
import {
  InstalledConnector,
  installedConnectors,
} from '../../core/connector-accounts/installed-connectors.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';

@Resolver()
export class ConnectorQueries {
  @Query(() => [InstalledConnector], {
    description:
      'The connectors that this service has, by name: what each can do, and which credentials an account at it needs.',
  })
  connectors(@Ctx() graphql: GraphqlContext): InstalledConnector[] {
    return installedConnectors(readingContext(graphql));
  }

  @Query(() => FeatureMatrix, { description: listsFeatures })
  featureMatrix(
    @Ctx() graphql: GraphqlContext,
    @Arg('connectors', () => [String], { nullable: true, description: 'Connectors by name; all if omitted.' })
    connectors?: string[] | null,
  ): FeatureMatrix {
    return featureMatrix(readingContext(graphql), connectors);
  }
}
