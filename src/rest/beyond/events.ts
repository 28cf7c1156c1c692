import { WebhookDelivery } from '../../core/entities/webhook-delivery.ts';
import { events } from '../../core/operations/events.ts';
import { RedeliveryTarget, type WebhookRedelivery } from '../../core/webhooks/redeliver-webhook.ts';
import type { OperationRequest } from '../operation.ts';
import { listAt } from '../places/list-at.ts';
import { readAt } from '../places/read-at.ts';
import { retrieve, retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

const redelivers = {
  method: 'post',
  body: RedeliveryTarget,
  inputOf: ({ body, path }: OperationRequest<string, object, object>): WebhookRedelivery => ({
    ...body,
    ...path,
  }),
  example: { body: {} },
} as const;

export const eventsBeyond = [
  listAt(events.listEvents, '/events', { view: 'list' }),
  readAt(events.readEventFeed, {
    path: '/event_feed',
    example: { query: { after: 'latest', limit: 50 } },
  }),
  retrieveAt(events.retrieveEvent, '/events/{event_id}'),
  writeAt(events.redeliverEvent, { ...redelivers, path: '/events/{event_id}/redeliver' }),
  writeAt(events.sendTestWebhook, {
    method: 'post',
    path: '/events/test',
    example: { body: { profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D', event_type: 'payment_succeeded' } },
    // Events are written when the transaction commits, so the delivery can be read only afterwards.
    replay: (ctx, _path, objectId) => retrieve(ctx, WebhookDelivery, objectId!),
  }),
  writeAt(events.replayWebhooks, {
    method: 'post',
    path: '/events/replay',
    example: {
      body: {
        profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        created_from: '2026-03-01T12:00:00Z',
        created_to: '2026-03-01T18:00:00Z',
        event_types: ['payment_succeeded'],
      },
    },
  }),
  listAt(events.listWebhookDeliveries, '/webhook_deliveries'),
  retrieveAt(events.retrieveWebhookDelivery, '/webhook_deliveries/{delivery_id}'),
  writeAt(events.redeliverWebhook, { ...redelivers, path: '/webhook_deliveries/{delivery_id}/redeliver' }),
];
