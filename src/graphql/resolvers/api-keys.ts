import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { ApiKey } from '../../core/entities/api-key.ts';
import { apiKeys } from '../../core/operations/api-keys.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

@Resolver(() => ApiKey)
class ApiKeyFields {
  @FieldResolver()
  profile(@Root() key: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(key, info);
  }
}

export const apiKeyResolvers = [
  ...queriesFor(apiKeys.retrieveApiKey, apiKeys.listApiKeys),
  ApiKeyFields,
  mutationOf(apiKeys.createApiKey),
  mutationOf(apiKeys.updateApiKey),
  mutationOf(apiKeys.revokeApiKey),
];
