import {
  ApiKeyCreation,
  ApiKeyUpdate,
  createApiKey,
  revokeApiKey,
  updateApiKey,
} from '../access/api-keys.ts';
import { ApiKey } from '../entities/api-key.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

const writesKey = { permission: 'keys:write', reach: 'profile', target: ApiKey } as const;

export const apiKeys = operationsByName({
  createApiKey: writeOperation({
    ...writesKey,
    summary: 'Create an API key',
    about:
      'Creates an API key of a merchant, restricted to `permissions` if given. A key cannot grant permissions that it lacks. A key that `replaces` another inherits its restrictions and can repeat its requests under their idempotency keys; revoke the old key once it is no longer used. The secret is returned only in this response.',
    input: ApiKeyCreation,
    creates: true,
    problems: ['resource_already_exists', 'parameters_exclusive'],
    oneTimeText: { name: 'secret', about: 'The secret, to send in the header `api-key`.' },
    run: createApiKey,
    shows: ({ keyId: id, secret }) => ({ id, oneTimeTexts: { secret } }),
  }),
  listApiKeys: listOperation(ApiKey, {
    summary: 'List API keys',
    about: "Lists a merchant's API keys, newest first, without their secrets.",
  }),
  retrieveApiKey: retrieveOperation(ApiKey, {
    summary: 'Retrieve an API key',
    about: 'Retrieves an API key, without its secret.',
  }),
  updateApiKey: writeOperation({
    ...writesKey,
    summary: 'Update an API key',
    about:
      'Updates the name, description, expiry, permissions and allowed addresses of an API key, effective immediately.',
    ids: ['key_id'],
    input: ApiKeyUpdate,
    run: updateApiKey,
  }),
  revokeApiKey: writeOperation({
    ...writesKey,
    summary: 'Revoke an API key',
    about: 'Revokes an API key, effective immediately. A key may revoke itself.',
    ids: ['key_id'],
    evenIfSuspended: true,
    run: revokeApiKey,
  }),
});
