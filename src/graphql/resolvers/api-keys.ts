import { ApiKeyCreation, createApiKey, revokeApiKey } from '../../core/access/api-keys.ts';
import { ApiKey } from '../../core/entities/api-key.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

export const apiKeyResolvers = [
  queriesOf(ApiKey),
  mutation({
    name: 'createApiKey',
    about: 'Makes an API key. Its secret is answered this once.',
    input: ApiKeyCreation,
    creates: true,
    payload: ApiKey,
    payloadField: 'apiKey',
    oneTimeText: {
      name: 'secret',
      about: 'The key itself, to be sent in the header `api-key`. Null when the answer is one given before.',
    },
    run: async (ctx, given) => {
      const { keyId, secret } = await createApiKey(ctx, given);
      return { id: keyId, oneTimeTexts: { secret } };
    },
  }),
  mutation({
    name: 'revokeApiKey',
    about: 'Takes an API key out of use at once. A key may revoke itself.',
    ids: ['key_id'],
    payload: ApiKey,
    payloadField: 'apiKey',
    run: async (ctx, _given, { key_id }) => {
      await revokeApiKey(ctx, key_id!);
      return { id: key_id! };
    },
  }),
];
