import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import {
  ApiKeyCreation,
  ApiKeyUpdate,
  createApiKey,
  revokeApiKey,
  updateApiKey,
} from '../../core/access/api-keys.ts';
import { ApiKey } from '../../core/entities/api-key.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

@Resolver(() => ApiKey)
class ApiKeyFields {
  @FieldResolver()
  profile(@Root() key: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(key, info);
  }
}

export const apiKeyResolvers = [
  queriesOf(ApiKey),
  ApiKeyFields,
  mutation({
    name: 'createApiKey',
    permission: 'keys:write',
    reach: 'profile',
    about:
      'Creates an API key, restricted to `permissions` if they are given. A key gives another no more than it has itself. One that `replaces` another has its restrictions, and repeats its requests under their idempotency keys; revoke the former once it is out of use. The secret is returned only in this response.',
    input: ApiKeyCreation,
    creates: true,
    payload: ApiKey,
    payloadField: 'apiKey',
    oneTimeText: {
      name: 'secret',
      about: 'The secret, to send in the header `api-key`. Null in the replay of an idempotent mutation.',
    },
    run: async (ctx, input) => {
      const { keyId, secret } = await createApiKey(ctx, input);
      return { id: keyId, oneTimeTexts: { secret } };
    },
  }),
  mutation({
    name: 'updateApiKey',
    permission: 'keys:write',
    reach: 'profile',
    about:
      'Updates the name of an API key, its permissions, or the addresses it may be used from, effective at once.',
    input: ApiKeyUpdate,
    ids: ['key_id'],
    payload: ApiKey,
    payloadField: 'apiKey',
    run: async (ctx, changes, { key_id }) => {
      await updateApiKey(ctx, key_id!, changes);
      return { id: key_id! };
    },
  }),
  mutation({
    name: 'revokeApiKey',
    permission: 'keys:write',
    reach: 'profile',
    about: 'Revokes an API key, effective at once. A key may revoke itself.',
    evenIfSuspended: true,
    ids: ['key_id'],
    payload: ApiKey,
    payloadField: 'apiKey',
    run: async (ctx, _input, { key_id }) => {
      await revokeApiKey(ctx, key_id!);
      return { id: key_id! };
    },
  }),
];
