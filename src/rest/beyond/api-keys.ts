import { ApiKey } from '../../core/entities/api-key.ts';
import { apiKeys } from '../../core/operations/api-keys.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';
import { deleted, one, oneWithSecret } from '../response-shapes.ts';

const path = '/api_keys/{account_id}/{key_id}';

export const apiKeysBeyond = [
  writeAt(apiKeys.createApiKey, {
    method: 'post',
    path: '/api_keys/{account_id}',
    example: { body: { name: 'Checkout server' } },
    response: oneWithSecret(
      ApiKey,
      'secret',
      'The secret, to send in the header `api-key`. Null in the replay of an idempotent request.',
      'api_key',
    ),
  }),
  listAt(apiKeys.listApiKeys, '/api_keys/{account_id}', { alsoAt: ['[] /api_keys/{account_id}/list'] }),
  retrieveAt(apiKeys.retrieveApiKey, path),
  writeAt(apiKeys.updateApiKey, {
    method: 'post',
    path,
    example: { body: { name: 'Checkout server', allowed_addresses: ['203.0.113.0/24'] } },
  }),
  writeAt(apiKeys.revokeApiKey, {
    method: 'delete',
    path,
    response: deleted(one(ApiKey, 'full'), 'revoked'),
  }),
];
