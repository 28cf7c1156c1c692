import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  type EndpointWithSecret,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  WebhookEndpointCreation,
  WebhookEndpointUpdate,
  WebhookSecretRotation,
} from '../../core/business-profiles/webhook-endpoints.ts';
import { WebhookEndpoint } from '../../core/entities/webhook-endpoint.ts';
import type { Context } from '../../core/foundation/context.ts';
import {
  retrieveEndpointHealth,
  WebhookEndpointHealth,
} from '../../core/webhook-endpoints/shown-endpoint.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one, oneWithSecret } from '../response-shapes.ts';

const withSecret = oneWithSecret(
  WebhookEndpoint,
  'secret',
  'The secret that signs its webhooks, `whsec_…`. Null in the replay of an idempotent request.',
);
const shown = async (ctx: Context, { endpointId, secret }: EndpointWithSecret) => ({
  ...(await retrieve(ctx, WebhookEndpoint, endpointId)),
  secret,
});

export const webhookEndpointsBeyond = [
  beyond({
    id: 'createWebhookEndpoint',
    permission: 'settings:write',
    reach: 'profile',
    summary: 'Create a webhook endpoint',
    method: 'post',
    path: '/webhook_endpoints',
    about:
      'Creates a further webhook endpoint of a business profile, beside the one in its `webhook_details`, with its own events, filter, version and secret. The secret is returned only in this response. A profile has at most 16.',
    body: WebhookEndpointCreation,
    problems: ['unexpected_state'],
    example: {
      body: {
        profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        url: 'https://example.com/warehouse/webhooks',
        description: 'Warehouse',
        event_types: ['payment_succeeded', 'refund_succeeded'],
        filter: { currencies: ['EUR'] },
      },
    },
    response: withSecret,
    handle: async (ctx, { body }) => shown(ctx, await createWebhookEndpoint(ctx, body)),
  }),
  listOf(WebhookEndpoint, {
    id: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    path: '/webhook_endpoints',
    about: 'Lists the further webhook endpoints, oldest first, without their secrets.',
  }),
  beyond({
    id: 'retrieveWebhookEndpoint',
    permission: 'settings:read',
    reach: 'profile',
    summary: 'Retrieve a webhook endpoint',
    method: 'get',
    path: '/webhook_endpoints/{endpoint_id}',
    about: 'Retrieves a further webhook endpoint, without its secret.',
    response: one(WebhookEndpoint, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, WebhookEndpoint, path.endpoint_id),
  }),
  beyond({
    id: 'updateWebhookEndpoint',
    permission: 'settings:write',
    reach: 'profile',
    summary: 'Update a webhook endpoint',
    method: 'post',
    path: '/webhook_endpoints/{endpoint_id}',
    about:
      'Updates a further webhook endpoint. A new `url`, and `disabled: false`, end a pause, and enable it again after it responded with 410. Its headers are forgotten if the origin of `url` changes, unless they are given again.',
    body: WebhookEndpointUpdate,
    example: { body: { event_types: ['payment_succeeded'] } },
    response: one(WebhookEndpoint, 'full'),
    handle: async (ctx, { path, body }) => {
      await updateWebhookEndpoint(ctx, path.endpoint_id, body);
      return retrieve(ctx, WebhookEndpoint, path.endpoint_id);
    },
  }),
  beyond({
    id: 'deleteWebhookEndpoint',
    permission: 'settings:write',
    reach: 'profile',
    summary: 'Delete a webhook endpoint',
    method: 'delete',
    path: '/webhook_endpoints/{endpoint_id}',
    about:
      'Deletes a further webhook endpoint and returns its last state. Its pending deliveries fail; their events can be redelivered to another.',
    response: one(WebhookEndpoint, 'full'),
    handle: (ctx, { path }) => deleteWebhookEndpoint(ctx, path.endpoint_id),
  }),
  beyond({
    id: 'rotateWebhookSecret',
    permission: 'settings:write',
    reach: 'profile',
    summary: 'Rotate the secret of a webhook endpoint',
    method: 'post',
    path: '/webhook_endpoints/{endpoint_id}/rotate_secret',
    about:
      'Gives a further webhook endpoint a new secret, returned only in this response. For `overlap_seconds` webhooks are signed with the former secret as well: `webhook-signature` then has a signature for each, separated by spaces, and former secrets sign until their own end.',
    body: WebhookSecretRotation,
    example: { body: { overlap_seconds: 86400 } },
    problems: ['unexpected_state'],
    response: withSecret,
    handle: async (ctx, { path, body }) => shown(ctx, await rotateWebhookSecret(ctx, path.endpoint_id, body)),
  }),
  beyond({
    id: 'retrieveWebhookEndpointHealth',
    permission: 'events:read',
    reach: 'profile',
    summary: 'Retrieve the health of a webhook endpoint',
    method: 'get',
    path: '/webhook_endpoints/{endpoint_id}/health',
    about:
      'Retrieves the health of a further webhook endpoint: whether its deliveries are paused, why and until when.',
    ofMerchant: true,
    problems: ['resource_not_found'],
    response: one(WebhookEndpointHealth),
    handle: (ctx, { path }) => retrieveEndpointHealth(ctx, path.endpoint_id),
  }),
];
