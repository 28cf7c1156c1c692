import {
  ApiKeyCreation,
  ApiKeyUpdate,
  createApiKey,
  revokeApiKey,
  updateApiKey,
} from '../../core/access/api-keys.ts';
import { ApiKey } from '../../core/entities/api-key.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

export const apiKeyResolvers = [
  queriesOf(ApiKey),
  mutation({
    name: 'createApiKey',
    about: 'Creates an API key. Its secret is returned only in this response.',
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
    about: 'Updates the name of an API key, or the addresses it may be used from, effective at once.',
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
