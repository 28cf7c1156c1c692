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
      'Creates a further webhook endpoint of a business profile, beside the one in its `webhook_details`, with its own events, filter, version and secret. The secret is returned only in this response. A profile has at most 16.',
    input: WebhookEndpointCreation,
    creates: true,
    problems: ['unexpected_state'],
    run: createWebhookEndpoint,
  }),
  listWebhookEndpoints: listOperation(WebhookEndpoint, {
    about: 'Lists the further webhook endpoints, oldest first, without their secrets.',
  }),
  retrieveWebhookEndpoint: retrieveOperation(WebhookEndpoint, {
    about: 'Retrieves a further webhook endpoint, without its secret.',
  }),
  updateWebhookEndpoint: writeOperation({
    ...writesEndpoint,
    summary: 'Update a webhook endpoint',
    about:
      'Updates a further webhook endpoint. A new `url`, and `disabled: false`, end a pause, and enable it again after it responded with 410. Its headers are forgotten if the origin of `url` changes, unless they are given again.',
    ids: ['endpoint_id'],
    input: WebhookEndpointUpdate,
    run: updateWebhookEndpoint,
  }),
  deleteWebhookEndpoint: writeOperation({
    ...writesEndpoint,
    summary: 'Delete a webhook endpoint',
    about:
      'Deletes a further webhook endpoint and returns its last state. Its pending deliveries fail; their events can be redelivered to another.',
    ids: ['endpoint_id'],
    run: deleteWebhookEndpoint,
    shows: (snapshot, id) => ({ id, snapshot }),
  }),
  rotateWebhookSecret: writeOperation({
    ...writesEndpoint,
    ...showsSecret,
    summary: 'Rotate the secret of a webhook endpoint',
    about:
      'Gives a further webhook endpoint a new secret, returned only in this response. For `overlap_seconds` webhooks are signed with the former secret as well: `webhook-signature` then has a signature for each, separated by spaces, and former secrets sign until their own end.',
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
      'Retrieves the health of a further webhook endpoint: whether its deliveries are paused, why and until when.',
    ids: ['endpoint_id'],
    target: WebhookEndpointHealth,
    ofMerchant: true,
    problems: ['resource_not_found'],
    only: { face: 'rest', because: 'GraphQL nests the health in the endpoint.' },
    run: retrieveEndpointHealth,
  }),
});
