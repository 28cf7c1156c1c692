import { webhookEndpoints } from '../../core/operations/webhook-endpoints.ts';
import { listAt } from '../places/list-at.ts';
import { readAt } from '../places/read-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

export const webhookEndpointsBeyond = [
  writeAt(webhookEndpoints.createWebhookEndpoint, {
    method: 'post',
    path: '/webhook_endpoints',
    example: {
      body: {
        profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        url: 'https://example.com/warehouse/webhooks',
        description: 'Warehouse',
        event_types: ['payment_succeeded', 'refund_succeeded'],
        filter: { currencies: ['EUR'] },
      },
    },
  }),
  listAt(webhookEndpoints.listWebhookEndpoints, '/webhook_endpoints'),
  retrieveAt(webhookEndpoints.retrieveWebhookEndpoint, '/webhook_endpoints/{endpoint_id}'),
  writeAt(webhookEndpoints.updateWebhookEndpoint, {
    method: 'post',
    path: '/webhook_endpoints/{endpoint_id}',
    example: { body: { event_types: ['payment_succeeded'] } },
  }),
  writeAt(webhookEndpoints.deleteWebhookEndpoint, {
    method: 'delete',
    path: '/webhook_endpoints/{endpoint_id}',
  }),
  writeAt(webhookEndpoints.rotateWebhookSecret, {
    method: 'post',
    path: '/webhook_endpoints/{endpoint_id}/rotate_secret',
    example: { body: { overlap_seconds: 86400 } },
  }),
  readAt(webhookEndpoints.retrieveWebhookEndpointHealth, { path: '/webhook_endpoints/{endpoint_id}/health' }),
];
