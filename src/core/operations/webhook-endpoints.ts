import { WebhookEndpoint } from '../entities/webhook-endpoint.ts';
import { retrieveEndpointHealth, WebhookEndpointHealth } from '../webhook-endpoints/shown-endpoint.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  WebhookEndpointCreation,
  WebhookEndpointUpdate,
  WebhookSecretRotation,
} from '../webhook-endpoints/webhook-endpoints.ts';
import {
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const writesEndpoint = { permission: 'settings:write', reach: 'profile', target: WebhookEndpoint } as const;
const showsSecret = {
  oneTimeText: { name: 'secret', about: 'The secret that signs its webhooks, `whsec_…`.' },
  shows: ({ endpointId: id, secret }: { readonly endpointId: string; readonly secret: string }) => ({
    id,
    oneTimeTexts: { secret },
  }),
} as const;

export const webhookEndpoints = operationsByName({
  createWebhookEndpoint: writeOperation({
    ...writesEndpoint,
    ...showsSecret,
    summary: 'Create a webhook endpoint',
    about:
      'Creates an additional webhook endpoint of a business profile, besides its `webhook_details`, with its own events, filter, version and secret. The secret is returned only in this response. A profile can have at most 16.',
    input: WebhookEndpointCreation,
    creates: true,
    problems: ['unexpected_state'],
    run: createWebhookEndpoint,
  }),
  listWebhookEndpoints: listOperation(WebhookEndpoint, {
    about: 'Lists the additional webhook endpoints, oldest first, without their secrets.',
  }),
  retrieveWebhookEndpoint: retrieveOperation(WebhookEndpoint, {
    about: 'Retrieves an additional webhook endpoint, without its secret.',
  }),
  updateWebhookEndpoint: writeOperation({
    ...writesEndpoint,
    summary: 'Update a webhook endpoint',
    about:
      'Updates an additional webhook endpoint. A new `url`, or `disabled: false`, ends a pause and enables the endpoint again after a 410 response. If the origin of `url` changes, its headers are deleted unless given again.',
    ids: ['endpoint_id'],
    input: WebhookEndpointUpdate,
    run: updateWebhookEndpoint,
  }),
  deleteWebhookEndpoint: writeOperation({
    ...writesEndpoint,
    summary: 'Delete a webhook endpoint',
    about:
      'Deletes an additional webhook endpoint and returns its last state. Its pending deliveries fail; their events can be redelivered to another endpoint.',
    ids: ['endpoint_id'],
    run: deleteWebhookEndpoint,
    shows: 'result',
  }),
  rotateWebhookSecret: writeOperation({
    ...writesEndpoint,
    ...showsSecret,
    summary: 'Rotate the secret of a webhook endpoint',
    about:
      'Gives an additional webhook endpoint a new secret, returned only in this response. For `overlap_seconds` webhooks are also signed with the previous secret: `webhook-signature` then has a signature for each, separated by spaces. Earlier secrets sign until their expiry.',
    ids: ['endpoint_id'],
    input: WebhookSecretRotation,
    problems: ['unexpected_state'],
    run: rotateWebhookSecret,
  }),
  retrieveWebhookEndpointHealth: readOperation({
    permission: 'events:read',
    reach: 'profile',
    summary: 'Retrieve the health of a webhook endpoint',
    about:
      'Retrieves the health of an additional webhook endpoint: whether its deliveries are paused, with the reason and the end of the pause.',
    ids: ['endpoint_id'],
    target: WebhookEndpointHealth,
    ofMerchant: true,
    problems: ['resource_not_found'],
    only: { face: 'rest', because: 'GraphQL nests the health in the endpoint.' },
    run: retrieveEndpointHealth,
  }),
});
