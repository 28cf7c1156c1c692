import {
  ApiKeyCreation,
  ApiKeyUpdate,
  createApiKey,
  revokeApiKey,
  updateApiKey,
} from '../../core/access/api-keys.ts';
import { ApiKey } from '../../core/entities/api-key.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { deleted, one, oneWithSecret } from '../response-shapes.ts';

export const apiKeysBeyond = [
  beyond({
    id: 'createApiKey',
    permission: 'keys:write',
    reach: 'profile',
    summary: 'Create an API key',
    method: 'post',
    path: '/api_keys/{account_id}',
    about:
      'Creates an API key of a merchant, restricted to `permissions` if they are given. A key gives another no more than it has itself. One that `replaces` another has its restrictions, and repeats its requests under their idempotency keys; revoke the former once it is out of use. The secret is returned only in this response.',
    body: ApiKeyCreation,
    problems: ['resource_already_exists', 'parameters_exclusive'],
    example: { body: { name: 'Checkout server' } },
    response: oneWithSecret(
      ApiKey,
      'secret',
      'The secret, to send in the header `api-key`. Null in the replay of an idempotent request.',
      'api_key',
    ),
    handle: async (ctx, { body }) => {
      const { keyId, secret } = await createApiKey(ctx, body);
      return { ...(await retrieve(ctx, ApiKey, keyId)), secret };
    },
  }),
  listOf(ApiKey, {
    id: 'listApiKeys',
    summary: 'List API keys',
    path: '/api_keys/{account_id}',
    alsoAt: ['[] /api_keys/{account_id}/list'],
    about: "Lists a merchant's API keys, newest first, without their secrets.",
  }),
  beyond({
    id: 'retrieveApiKey',
    permission: 'keys:read',
    reach: 'profile',
    summary: 'Retrieve an API key',
    method: 'get',
    path: '/api_keys/{account_id}/{key_id}',
    about: 'Retrieves an API key, without its secret.',
    response: one(ApiKey, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, ApiKey, path.key_id),
  }),
  beyond({
    id: 'updateApiKey',
    permission: 'keys:write',
    reach: 'profile',
    summary: 'Update an API key',
    method: 'post',
    path: '/api_keys/{account_id}/{key_id}',
    about:
      'Updates the name, description and expiry of an API key, its permissions, or the addresses it may be used from, effective at once.',
    body: ApiKeyUpdate,
    example: { body: { name: 'Checkout server', allowed_addresses: ['203.0.113.0/24'] } },
    response: one(ApiKey, 'full'),
    handle: async (ctx, { path, body }) => {
      await updateApiKey(ctx, path.key_id, body);
      return retrieve(ctx, ApiKey, path.key_id);
    },
  }),
  beyond({
    id: 'revokeApiKey',
    permission: 'keys:write',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Revoke an API key',
    method: 'delete',
    path: '/api_keys/{account_id}/{key_id}',
    about: 'Revokes an API key, effective at once. A key may revoke itself.',
    response: deleted(one(ApiKey, 'full'), 'revoked'),
    handle: async (ctx, { path }) => {
      await revokeApiKey(ctx, path.key_id);
      return retrieve(ctx, ApiKey, path.key_id);
    },
  }),
];
